// Whether this desktop has a place for tray icons, and whose it is. macOS and Windows have one; of a Linux desktop
// the session bus knows (StatusNotifierWatcher of the freedesktop.org draft), for Electron's Tray appears nowhere and
// says nothing where there is none. A panel may come later than the console, go, and come back as another, so this is
// asked again and again.
import { execFile } from 'node:child_process';

const QUESTION = [
  '--session',
  '--print-reply',
  '--dest=org.freedesktop.DBus',
  '/org/freedesktop/DBus',
  'org.freedesktop.DBus.GetNameOwner',
  'string:org.kde.StatusNotifierWatcher',
] as const;
/** A bus answers at once or there is none; one that hangs is not waited for longer than so many looks, with milliseconds between them. */
const LOOKS = 8;
const LOOK_MS = 250;
/** Of macOS and Windows, which bring back what their own panel lost. */
const THE_SYSTEM = 'system';

/** Who shows tray icons here, by a name that is another one for another panel; null for nobody. Never rejects: who cannot be asked is nobody. */
export function trayHost(platform: NodeJS.Platform): Promise<string | null> {
  if (platform === 'darwin' || platform === 'win32') return Promise.resolve(THE_SYSTEM);
  return new Promise((resolve) => {
    let looks = 0;
    const child = execFile('dbus-send', QUESTION, { encoding: 'utf8' }, (error, reply) => {
      clearInterval(looking);
      resolve(error === null ? (/^\s*string "(:[\w.-]+)"\s*$/m.exec(reply)?.[1] ?? null) : null);
    });
    // Counted and not timed: while the console starts, this thread is busy, and its silence is not the bus's.
    const looking = setInterval(() => {
      looks += 1;
      if (looks === LOOKS) child.kill('SIGKILL');
    }, LOOK_MS);
  });
}
