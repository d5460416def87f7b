/**
 * The process of the one Chromium behind all windows, with a profile of its own. It is spawned beside the process that main runs in, as Electron's
 * browser process is there before its main script, and its pipe is handed on to that one: it ends when that ends, however that ends. Not here: what
 * is said over the pipe (browser.ts), with which switches (arguments.ts).
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chosenBrowser } from '../system-browser.ts';
import { chromiumArguments } from './arguments.ts';

export interface BrowserProcess {
  /** What it hears and what it says, for the process that speaks with it. */
  readonly pipe: readonly [Socket, Socket];
  /** They are that process's alone from now on. */
  handOn(): void;
  /** Where Playwright finds it. Rejects when it ends before it says so. */
  readonly endpoint: Promise<string>;
}

/** Spawns it; its profile goes with it. */
export function spawnBrowser(): BrowserProcess {
  const profile = mkdtempSync(join(tmpdir(), 'stand-in-profile-'));
  const child = spawn(
    chosenBrowser(),
    [
      ...chromiumArguments(profile),
      // For the test, which drives the same page by Playwright; only on 127.0.0.1.
      '--remote-debugging-port=0',
    ],
    { stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'] },
  );
  left.add(profile);
  // Its last helpers may still write.
  child.once('exit', () => remove(profile, 10));
  const endpoint = new Promise<string>((resolve, reject) => {
    let said = '';
    child.stderr?.on('data', (piece: Buffer) => {
      said += piece.toString();
      const address = /DevTools listening on (ws:\S+)/.exec(said)?.[1];
      if (address !== undefined) resolve(address);
    });
    child.once('exit', (code) => reject(new Error(`Chromium ended with ${code}: ${said}`)));
    child.once('error', reject);
  });
  endpoint.catch(() => undefined);
  const [, , , hears, says] = child.stdio;
  if (!(hears instanceof Socket) || !(says instanceof Socket)) throw new Error('the browser has no pipe');
  return {
    pipe: [hears, says],
    handOn() {
      hears.destroy();
      says.destroy();
    },
    endpoint,
  };
}

/** Profiles of browsers that this process may not outlive. */
const left = new Set<string>();
process.once('exit', () => left.forEach((profile) => remove(profile, 0)));

function remove(profile: string, maxRetries: number): void {
  try {
    rmSync(profile, { recursive: true, force: true, maxRetries, retryDelay: 50 });
    left.delete(profile);
  } catch {
    // It is still being written to; there is the end of this process.
  }
}
