/**
 * The sandbox in a process of its own, so that it shares no thread with the engine that is measured. Not here: what it does
 * (src/sandbox), which is switched through its control route.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

const MAIN = new URL('../../src/sandbox/main.ts', import.meta.url).pathname;
const START_WITHIN_MS = 120_000;

export interface SandboxProcess {
  readonly baseUrl: string;
  readonly apiKey: string;
  /** One operation of the control route. Throws with the server's answer when it refuses. */
  control(operation: string, input?: Readonly<Record<string, unknown>>): Promise<unknown>;
  close(): Promise<void>;
}

/** Starts a sandbox in which nothing happens by itself, with so many invoices. */
export async function startSandboxProcess(size: number, seed: number): Promise<SandboxProcess> {
  const argv = [MAIN, '--size', String(size), '--seed', `bench-${seed}`, '--no-life'];
  const child = spawn(process.execPath, argv, { stdio: ['ignore', 'pipe', 'inherit'] });
  const timer = setTimeout(() => child.kill(), START_WITHIN_MS);
  const { baseUrl, apiKey, token } = await readBanner(child);
  clearTimeout(timer);
  return {
    baseUrl,
    apiKey,
    async control(operation, input = {}) {
      const answer = await fetch(`${baseUrl}/control/${operation}`, {
        method: 'POST',
        headers: { 'x-sandbox-control': token, 'content-type': 'application/json' },
        body: JSON.stringify(input),
      });
      if (!answer.ok) throw new Error(`${operation}: ${await answer.text()}`);
      const body: unknown = await answer.json();
      return Reflect.get(Object(body), 'result');
    },
    close: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve());
        child.kill('SIGTERM');
      }),
  };
}

async function readBanner(child: ChildProcess): Promise<{ baseUrl: string; apiKey: string; token: string }> {
  if (child.stdout === null) throw new Error('the sandbox has no output');
  const found = new Map<string, string>();
  for await (const line of createInterface({ input: child.stdout })) {
    const match = /^\s*(Base URL|API key|Control token)\s+(\S+)/.exec(line);
    if (match?.[1] !== undefined && match[2] !== undefined) found.set(match[1], match[2]);
    const [baseUrl, apiKey, token] = ['Base URL', 'API key', 'Control token'].map((name) => found.get(name));
    if (baseUrl === undefined || apiKey === undefined || token === undefined) continue;
    child.stdout.resume();
    return { baseUrl, apiKey, token };
  }
  throw new Error('the sandbox ended before it served');
}
