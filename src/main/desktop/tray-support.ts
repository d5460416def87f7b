/**
 * Whether this desktop has a place for tray icons. macOS and Windows do; of a Linux desktop the session bus knows (StatusNotifierWatcher of the
 * freedesktop.org draft), for Electron's Tray appears nowhere and says nothing where there is none. Not here: the tray (tray.ts).
 */
import { execFile } from 'node:child_process';

const QUESTION = [
  '--session',
  '--print-reply',
  '--dest=org.freedesktop.DBus',
  '/org/freedesktop/DBus',
  'org.freedesktop.DBus.NameHasOwner',
  'string:org.kde.StatusNotifierWatcher',
] as const;
/** A bus answers at once or there is none; one that hangs is not waited for longer than so many looks, with milliseconds between them. */
const LOOKS = 20;
const LOOK_MS = 250;

/** Never rejects: a desktop that cannot be asked counts as one without. */
export function hasTray(platform: NodeJS.Platform): Promise<boolean> {
  if (platform === 'darwin' || platform === 'win32') return Promise.resolve(true);
  return new Promise((resolve) => {
    let looks = 0;
    const child = execFile('dbus-send', QUESTION, { encoding: 'utf8' }, (error, reply) => {
      clearInterval(looking);
      resolve(error === null && /^\s*boolean true\s*$/m.test(reply));
    });
    // Counted and not timed: while the console starts, this thread is busy, and its silence is not the bus's.
    const looking = setInterval(() => {
      looks += 1;
      if (looks === LOOKS) child.kill();
    }, LOOK_MS);
  });
}
