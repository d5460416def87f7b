/**
 * What no page may do, whatever it becomes: leave, open windows, embed, get permissions or devices, or reach any address but
 * our own. Not here: the window's own settings (window.ts), who may call the engine (ipc.ts).
 */
import type { App, Session, WebContents } from 'electron';
import { isOurs, ORIGIN } from './origin.ts';

/** Told of everything that is refused. */
export type Report = (what: string, details: Readonly<Record<string, string>>) => void;

/**
 * The one thing a page is allowed: putting text on the clipboard, which the copy buttons do. Chromium lets it through only
 * after a click, and only as plain content.
 */
const ALLOWED_PERMISSION = 'clipboard-sanitized-write';

/** Guards every page this process will ever make, whoever makes it. */
export function guardAllContents(app: App, report: Report): void {
  app.on('web-contents-created', (_event, contents) => guardContents(contents, report));
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
  contents.on('will-attach-webview', (event) => {
    event.preventDefault();
    report('webview', {});
  });
  contents.setWindowOpenHandler(({ url }) => {
    report('window-open', { url: schemeOf(url) });
    return { action: 'deny' };
  });
}

/** Guards the session that the screens live in. `isPackaged` is false only in development, where developer tools load. */
export function guardSession(session: Session, isPackaged: boolean, report: Report): void {
  session.setPermissionRequestHandler((contents, permission, callback) => {
    const isAllowed = permission === ALLOWED_PERMISSION && isOurs(contents.getURL());
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
  // The engine does all networking, so in the page's session every scheme but ours is shut.
  session.webRequest.onBeforeRequest((details, callback) => {
    const isAllowed = isOurs(details.url) || (!isPackaged && details.url.startsWith('devtools://'));
    if (!isAllowed) report('request', { url: schemeOf(details.url) });
    callback({ cancel: !isAllowed });
  });
}

/** Enough to know what was tried; the rest of a refused address may hold anything. */
function schemeOf(url: string): string {
  return /^[a-z][a-z0-9+.-]{0,31}:/i.exec(url)?.[0] ?? '?';
}
