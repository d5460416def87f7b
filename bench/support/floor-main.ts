/**
 * A main of almost nothing: one window with the preferences of ours, and a scheme that answers with a page of one row and no style. What it takes from
 * its spawn is what a start over the stand-in takes whatever main does. Not here: compiling and starting it (compiled-stand-in.ts, rows/start-up.ts).
 */
import { fileURLToPath } from 'node:url';
import { app, protocol, session } from 'electron';
import { PAGE, SCHEME } from '../../src/main/origin.ts';
import { makeWindow } from '../../src/main/window.ts';

/** Its row is one of those that the overview's are found by. */
const HTML = '<!doctype html><title>Floor</title><span class="start-block">1</span>';

protocol.registerSchemesAsPrivileged([
  { scheme: SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true } },
]);
void app.whenReady().then(() => {
  const own = session.fromPartition('floor', { cache: false });
  own.protocol.handle(SCHEME, () => new Response(HTML, { headers: { 'content-type': 'text/html' } }));
  makeWindow({
    preload: fileURLToPath(new URL('../preload/index.cjs', import.meta.url)),
    session: own,
    isPackaged: false,
    bounds: { x: 0, y: 0, width: 1280, height: 800 },
    least: { width: 720, height: 480 },
    background: '#ffffff',
    isMaximized: false,
    isFullScreen: false,
    address: PAGE,
  });
  // As ours does: Node loads what this is made of when the first of them is made, which takes longer than all the rest of an answer.
  setImmediate(() => void new Response(null));
});
