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
/** A bus that does not answer at once is not waited for, milliseconds. */
const ANSWER_MS = 1_000;

/** Never rejects: a desktop that cannot be asked counts as one without. */
export function hasTray(platform: NodeJS.Platform): Promise<boolean> {
  if (platform === 'darwin' || platform === 'win32') return Promise.resolve(true);
  return new Promise((resolve) => {
    execFile('dbus-send', QUESTION, { timeout: ANSWER_MS, encoding: 'utf8' }, (error, reply) => {
      resolve(error === null && /^\s*boolean true\s*$/m.test(reply));
    });
  });
}
