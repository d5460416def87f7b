// What no page may do, whatever it becomes: leave, open windows, embed, get permissions or devices, or reach any address but our own.
import type { App, Session, WebContents } from 'electron';
import { isOurs, ORIGIN } from './origin.ts';

/** Told of everything that is refused. */
export type Report = (what: string, details: Readonly<Record<string, string>>) => void;

/**
 * The one thing a page is allowed: putting text on the clipboard, which the copy buttons do. Chromium lets it through only
 * after a click, and only as plain content.
 */
const ALLOWED_PERMISSION = 'clipboard-sanitized-write';

/** Guards every page and every session this process will ever make, whoever makes it. Must run before the app is ready. */
export function guardAll(app: App, report: Report): void {
  app.on('web-contents-created', (_event, contents) => guardContents(contents, report));
  app.on('session-created', (session) => denyPermissions(session, report));
  app.on('select-client-certificate', (event, _contents, _url, _certificates, callback) => {
    // Unasked, the first one of the person's certificates would be sent.
    event.preventDefault();
    callback();
  });
}

/** No page navigates, not even to our own address: the screens move by fragment, which is no navigation. */
function guardContents(contents: WebContents, report: Report): void {
  const refuse = (what: string) => (event: { readonly url: string; preventDefault(): void }) => {
    event.preventDefault();
    report(what, { url: schemeOf(event.url) });
  };
  contents.on('will-navigate', refuse('will-navigate'));
  contents.on('will-frame-navigate', refuse('will-frame-navigate'));
  contents.on('will-redirect', refuse('will-redirect'));
  contents.on('will-prevent-unload', (event) => {
    // Here "prevent" means: the page has no say in whether its window closes.
    event.preventDefault();
  });
  contents.on('select-bluetooth-device', (event, _devices, callback) => {
    // Unasked, the first device in reach would be taken.
    event.preventDefault();
    callback('');
  });
  // Peers are reached past the content policy and past the filter of requests.
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
  contents.on('will-attach-webview', (event) => {
    event.preventDefault();
    report('webview', {});
  });
  contents.setWindowOpenHandler(({ url }) => {
    report('window-open', { url: schemeOf(url) });
    return { action: 'deny' };
  });
}

/** Guards a session that shows pages. `isPackaged` is false only in development, where developer tools load. */
export function guardSession(session: Session, isPackaged: boolean, report: Report): void {
  denyPermissions(session, report);
  // The engine does all networking, so in a session of pages every scheme but ours is shut.
  session.webRequest.onBeforeRequest((details, callback) => {
    const isAllowed = isOurs(details.url) || (!isPackaged && details.url.startsWith('devtools://'));
    if (!isAllowed) report('request', { url: schemeOf(details.url) });
    callback({ cancel: !isAllowed });
  });
}

const guarded = new WeakSet<Session>();

/** Permissions, devices and downloads, once a session; what loads updates is a session too, and still has its network. */
function denyPermissions(session: Session, report: Report): void {
  if (guarded.has(session)) return;
  guarded.add(session);
  session.setPermissionRequestHandler((contents, permission, callback, { isMainFrame, requestingUrl }) => {
    const isAsked = isMainFrame && isOurs(contents.getURL()) && isOurs(requestingUrl);
    const isAllowed = permission === ALLOWED_PERMISSION && isAsked;
    if (!isAllowed) report('permission', { permission });
    callback(isAllowed);
  });
  session.setPermissionCheckHandler(
    (_contents, permission, origin) =>
      permission === ALLOWED_PERMISSION && (origin === ORIGIN || origin === `${ORIGIN}/`),
  );
  session.setDevicePermissionHandler(() => false);
  session.setDisplayMediaRequestHandler((_request, callback) => callback(null));
  session.on('select-hid-device', (event) => event.preventDefault());
  session.on('select-usb-device', (event) => event.preventDefault());
  session.on('select-serial-port', (event) => event.preventDefault());
  session.on('will-download', (event) => {
    // Files are saved by the engine through a dialog, never by the page.
    event.preventDefault();
    report('download', {});
  });
}

/** Enough to know what was tried; the rest of a refused address may hold anything. */
function schemeOf(url: string): string {
  return /^[a-z][a-z0-9+.-]{0,31}:/i.exec(url)?.[0] ?? '?';
}
