// The certificate authorities of the system for both shells, read in a thread of their own: reading keeps a thread
// busy for as long as it takes, and this one has windows and requests to serve.
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';

/** Beside this file, in the sources and in the build, where all of the shells lies in one folder. */
const THREAD = new URL(`authorities-thread${extname(import.meta.url)}`, import.meta.url);

/** Reads them when they are first asked for, and once. Rejects when they cannot be read; the next question reads again. */
export function systemAuthorities(): () => Promise<readonly string[]> {
  let reading: Promise<readonly string[]> | null = null;
  return () => {
    reading ??= readInThread().catch((error: unknown) => {
      reading = null;
      throw error;
    });
    return reading;
  };
}

function readInThread(): Promise<readonly string[]> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(THREAD, { name: 'authorities' });
    // Nobody stays for it who wants to end.
    thread.unref();
    thread.once('message', (found: unknown) => resolve(Array.isArray(found) ? found.filter(isText) : []));
    thread.once('error', reject);
    thread.once('exit', () => reject(new Error('the authorities of the system were not read')));
  });
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
