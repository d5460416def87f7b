/**
 * What is said to the one Chromium behind all windows, over the pipe that whoever spawned both processes has handed on. Not here: its process
 * (browser-process.ts), pages (contents.ts).
 */
import { Socket } from 'node:net';
import { FIRST_HANDED } from '../electron-stand-in/handed.ts';
import { Connection } from './cdp.ts';

export const connection = new Connection(
  new Socket({ fd: FIRST_HANDED, readable: false }),
  new Socket({ fd: FIRST_HANDED + 1, writable: false }),
);

/** It answers: from here on Electron would call its app ready. */
export const started = connection.browser.send('Browser.getVersion');
// A browser that cannot start is told by whoever waits for it.
started.catch(() => undefined);
