/**
 * A Chromium of the bench's own, the same as the stand-in's, spoken to over its pipe alone: from its spawn until something stands on its page. Times
 * are milliseconds since 1970, those of a page by its own clock. Not here: what is measured (rows/start-up.ts).
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { chromiumArguments } from '../../test/support/electron-chromium/arguments.ts';
import { Connection, type Session } from '../../test/support/electron-chromium/cdp.ts';
import { chosenBrowser } from '../../test/support/system-browser.ts';

export interface Browser {
  readonly spawnedAt: number;
  /** A page of that address, which is on its way. */
  open(url: string): Promise<Evaluate>;
  close(): Promise<void>;
}

/** The value of an expression, or of its promise, in a page. */
export type Evaluate = (expression: string) => Promise<unknown>;

/** Starts it with an empty profile. */
export function startBrowser(): Browser {
  const profile = mkdtempSync(join(tmpdir(), 'bench-profile-'));
  const spawnedAt = performance.timeOrigin + performance.now();
  const child = spawn(chosenBrowser(), [...chromiumArguments(profile)], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
  });
  const [, , , out, into] = child.stdio;
  if (!(out instanceof Writable) || !(into instanceof Readable)) throw new Error('the browser has no pipe');
  const connection = new Connection(out, into);
  const gone = new Promise((resolve) => child.once('exit', resolve));
  return {
    spawnedAt,
    async open(url) {
      const { targetId } = await connection.browser.send('Target.createTarget', { url });
      const { sessionId } = await connection.browser.send('Target.attachToTarget', { targetId, flatten: true });
      const session = connection.session(sessionId);
      return (expression) => evaluate(session, expression);
    },
    async close() {
      connection.browser.send('Browser.close').catch(() => undefined);
      await gone;
      rmSync(profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
}

async function evaluate(session: Session, expression: string): Promise<unknown> {
  const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
    expression,
    awaitPromise: true,
    returnByValue: true,
  });
  if (exceptionDetails !== undefined) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
  return result.value;
}

const LOADED = `new Promise((told) => {
  const tell = () => setTimeout(() => told(performance.timing.loadEventEnd));
  if (document.readyState === 'complete') tell();
  else addEventListener('load', tell);
})`;

/** When a page had loaded. */
export async function loadedAt(page: Evaluate): Promise<number> {
  return Number(await page(LOADED));
}

/**
 * When the first element of the selector was painted: the page looks at the begin of every frame; the frame in which it is there paints it, and what waits
 * behind that frame tells the time. Asked again and again, and told late at most by one such question: a page that is still on its way to
 * its address forgets what was asked of the one before.
 */
export async function paintedAt(page: Evaluate, selector: string): Promise<number> {
  const name = JSON.stringify(selector);
  const expression = `(() => {
    const seen = (globalThis.paintedAt ??= {});
    if (!(${name} in seen)) {
      seen[${name}] = null;
      const look = () => {
        if (document.querySelector(${name}) === null) return void requestAnimationFrame(look);
        setTimeout(() => { seen[${name}] = performance.timeOrigin + performance.now(); });
      };
      requestAnimationFrame(look);
    }
    return seen[${name}];
  })()`;
  const until = performance.now() + LONGEST_MS;
  for (;;) {
    const at = await page(expression).catch(() => null);
    if (typeof at === 'number') return at;
    if (performance.now() > until) throw new Error(`nothing of ${selector} was painted`);
    await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS));
  }
}

const LONGEST_MS = 60_000;
const ASK_EVERY_MS = 10;
