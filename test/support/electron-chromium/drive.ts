/**
 * Starts a built main over the stand-in with a Chromium. Its page is driven by Playwright over the browser's endpoint, or by expressions through the
 * child, which measures without a second connection. Not here: what is asked of every stand-in (program.ts), tests.
 */
import { join } from 'node:path';
import { type Program, startProgram } from '../electron-stand-in/program.ts';
import { spawnBrowser } from './browser-process.ts';

export type Question =
  | { readonly do: 'loaded' | 'crash' | 'reload' | 'print' }
  | { readonly do: 'evaluate'; readonly expression: string }
  | { readonly do: 'navigate'; readonly url: string }
  | { readonly do: 'send'; readonly channel: string; readonly args: readonly unknown[] };

export interface ChromiumStandIn extends Program<Question> {
  /** When its browser was spawned, and its own process right after, in milliseconds since 1970. */
  readonly spawnedAt: number;
  /** The value of an expression, or of its promise, in the first window's page; structured clone of JSON. */
  readonly evaluate: (expression: string) => Promise<unknown>;
  /** Where Playwright's `connectOverCDP` finds the browser. */
  readonly endpoint: () => Promise<string>;
}

export interface Start {
  /** A folder like out/, with main/main.js. */
  readonly out: string;
  readonly dataFolder: string;
  /** Of main and of the pages. */
  readonly timeZone?: string;
  /** Of main, besides what it has from here. */
  readonly env?: Readonly<Record<string, string>>;
  /** The preload runs in sub-frames too, which Electron does not do by our preferences: as if the renderer were taken over. */
  readonly isTakenOver?: boolean;
  /** The stand-in itself as it was compiled before (compiled.ts); its sources by default, which are translated while it starts. */
  readonly entry?: string;
}

/**
 * Starts it: main has run when this resolves, its page need not be there. Ended by `quit` or `kill`, or with the process that called this; its
 * Chromium and its profile go with it.
 */
export async function startChromiumStandIn({
  out,
  dataFolder,
  timeZone,
  isTakenOver,
  env: more = {},
  entry = join(import.meta.dirname, 'child.ts'),
}: Start): Promise<ChromiumStandIn> {
  const spawnedAt = performance.timeOrigin + performance.now();
  const browser = spawnBrowser();
  const env = {
    ...more,
    ...(timeZone === undefined ? {} : { TZ: timeZone }),
    ...(isTakenOver === true ? { EVERY_FRAME: '1' } : {}),
  };
  const starting = startProgram<Question>({ entry, out, dataFolder, env, hand: browser.pipe });
  browser.handOn();
  const program = await starting;
  return {
    ...program,
    spawnedAt,
    evaluate: (expression) => program.ask({ do: 'evaluate', expression }),
    endpoint: () => browser.endpoint,
  };
}
