/**
 * Starts a built main over the stand-in with a Chromium. Its page is driven by Playwright over the browser's endpoint, or by expressions through the
 * child, which measures without a second connection. Not here: what is asked of every stand-in (program.ts), tests.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Program, startProgram } from '../electron-stand-in/program.ts';
import { chosenBrowser } from '../system-browser.ts';

export type Question =
  | { readonly do: 'endpoint' | 'loaded' | 'crash' | 'reload' | 'print' }
  | { readonly do: 'evaluate'; readonly expression: string }
  | { readonly do: 'navigate'; readonly url: string }
  | { readonly do: 'send'; readonly channel: string; readonly args: readonly unknown[] };

export interface ChromiumStandIn extends Program<Question> {
  /** When its process was spawned, in milliseconds since 1970. */
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
  /** The preload runs in sub-frames too, which Electron does not do by our preferences: as if the renderer were taken over. */
  readonly isTakenOver?: boolean;
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
}: Start): Promise<ChromiumStandIn> {
  const profile = mkdtempSync(join(tmpdir(), 'stand-in-profile-'));
  const env = {
    CHROMIUM_PATH: chosenBrowser(),
    CHROMIUM_PROFILE: profile,
    ...(timeZone === undefined ? {} : { TZ: timeZone }),
    ...(isTakenOver === true ? { EVERY_FRAME: '1' } : {}),
  };
  const entry = join(import.meta.dirname, 'child.ts');
  const spawnedAt = Date.now();
  const program = await startProgram<Question>({ entry, out, dataFolder, env });
  program.child.once('exit', () => removeSoon(profile));
  return {
    ...program,
    spawnedAt,
    evaluate: (expression) => program.ask({ do: 'evaluate', expression }),
    endpoint: async () => String(await program.ask({ do: 'endpoint' })),
  };
}

/** Profiles of browsers that may still write to them: each ends a moment after the process whose pipe it was. */
const left = new Set<string>();
process.once('exit', () => left.forEach(remove));

function removeSoon(profile: string): void {
  left.add(profile);
  remove(profile);
  for (const milliseconds of [300, 1_000, 3_000]) setTimeout(() => remove(profile), milliseconds).unref();
}

function remove(profile: string): void {
  try {
    rmSync(profile, { recursive: true, force: true, maxRetries: 3, retryDelay: 50 });
  } catch {
    // It is being written to; there is a next time.
  }
}
