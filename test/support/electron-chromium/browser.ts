/**
 * The one Chromium behind all windows, with a profile of its own. It starts when this is loaded, as Electron's browser process is there before
 * its main script; it ends with this process, however that ends, because its pipe ends. Not here: pages (contents.ts).
 */
import { spawn } from 'node:child_process';
import { Readable, Writable } from 'node:stream';
import { chromiumArguments } from './arguments.ts';
import { Connection } from './cdp.ts';

const { CHROMIUM_PATH, CHROMIUM_PROFILE } = process.env;
if (CHROMIUM_PATH === undefined || CHROMIUM_PROFILE === undefined)
  throw new Error('which browser, and with what profile?');

const child = spawn(
  CHROMIUM_PATH,
  [
    ...chromiumArguments(CHROMIUM_PROFILE),
    // For the test, which drives the same page by Playwright; only on 127.0.0.1.
    '--remote-debugging-port=0',
  ],
  { stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'] },
);

function pipes(): Connection {
  const [, , , out, into] = child.stdio;
  if (!(out instanceof Writable) || !(into instanceof Readable)) throw new Error('the browser has no pipe');
  return new Connection(out, into);
}

export const connection = pipes();

/** Where Playwright finds the browser. Rejects when the browser ends before it says so. */
export const endpoint = new Promise<string>((resolve, reject) => {
  let said = '';
  child.stderr?.on('data', (piece: Buffer) => {
    said += piece.toString();
    const address = /DevTools listening on (ws:\S+)/.exec(said)?.[1];
    if (address !== undefined) resolve(address);
  });
  child.on('exit', (code) => reject(new Error(`Chromium ended with ${code}: ${said}`)));
  child.on('error', reject);
});
endpoint.catch(() => undefined);

/** It answers: from here on Electron would call its app ready. */
export const started = connection.browser.send('Browser.getVersion');
// A browser that cannot start is told by whoever waits for it.
started.catch(() => undefined);
