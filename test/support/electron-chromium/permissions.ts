/**
 * Permissions: the browser asks nobody, so what main's handlers say to each is told to it before a page loads. Only those that the protocol can set.
 * Not here: devices and pickers, which a page of this browser cannot ask for.
 */
import type { SessionRecord } from '../electron-stand-in/world.ts';
import { toBrowser } from './address.ts';
import { connection } from './browser.ts';

/** As Electron calls it, and as the protocol does. */
const SETTABLE = [
  ['clipboard-read', { name: 'clipboard-read' }],
  ['clipboard-sanitized-write', { name: 'clipboard-write', allowWithoutSanitization: false }],
  ['geolocation', { name: 'geolocation' }],
  ['idle-detection', { name: 'idle-detection' }],
  ['media', { name: 'camera' }],
  ['media', { name: 'microphone' }],
  ['midi', { name: 'midi' }],
  ['midiSysex', { name: 'midi', sysex: true }],
  ['notifications', { name: 'notifications' }],
  ['storage-access', { name: 'storage-access' }],
  ['window-management', { name: 'window-management' }],
] as const;

const told = new WeakSet<SessionRecord>();

/** Asks the session's handlers once, the check first, since a request is told to people, and tells the browser. Granted is what both grant. */
export function setPermissions(record: SessionRecord, url: string): void {
  if (told.has(record)) return;
  told.add(record);
  const { protocol, host } = new URL(url);
  const asker = { getURL: () => url };
  const details = { isMainFrame: true, requestingUrl: url };
  const ask = (handler: unknown, ...args: readonly unknown[]): unknown =>
    typeof handler === 'function' ? Reflect.apply(handler, undefined, args) : undefined;
  for (const [permission, descriptor] of SETTABLE) {
    const { permissionCheck, permissionRequest } = record;
    let isGranted = true;
    if (permissionCheck !== undefined)
      isGranted = ask(permissionCheck, asker, permission, `${protocol}//${host}/`, details) === true;
    if (isGranted && permissionRequest !== undefined) {
      isGranted = false;
      ask(permissionRequest, asker, permission, (granted: boolean) => (isGranted = granted), details);
    }
    const setting = isGranted ? 'granted' : 'denied';
    const { origin } = new URL(toBrowser(url));
    const sent = connection.browser.send('Browser.setPermission', { permission: { ...descriptor }, setting, origin });
    sent.catch((error: unknown) => process.stderr.write(`stand-in: ${permission}: ${String(error)}\n`));
  }
}
