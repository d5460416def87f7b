/** Runs the built browser shell as a person or a script would, and talks to it. Not a test by itself. */
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { OUT } from '../support/electron-stand-in/built.ts';

export interface Program {
  readonly child: ChildProcess;
  /** The address on the launch line. */
  readonly launch: string;
  stdout(): string;
  stderr(): string;
  /** Uses a launch address (the printed one unless given) and gives what every later request carries. */
  session(launch?: string): Promise<{ origin: string; token: string; headers: Record<string, string> }>;
  /** Sends the signal and waits for the end. */
  stop(signal?: NodeJS.Signals): Promise<{ code: number | null; seconds: number }>;
}

const START_MS = 60_000;

/** Starts the program and waits for its first launch line. Rejects with its stderr when it ends before. */
export async function startProgram(args: readonly string[], env: NodeJS.ProcessEnv = process.env): Promise<Program> {
  const child = spawn(process.execPath, [join(OUT, 'main', 'loopback.js'), ...args], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stderr.on('data', (piece: Buffer) => (stderr += piece.toString()));
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const launch = await new Promise<string>((resolve, reject) => {
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new Error(`no launch line in time\n${stderr}`));
    }, START_MS);
    child.stdout.on('data', (piece: Buffer) => {
      stdout += piece.toString();
      const found = launchOf(stdout);
      if (found === undefined) return;
      clearTimeout(timer);
      resolve(found);
    });
    child.once('exit', (code) => {
      clearTimeout(timer);
      reject(new Error(`ended with code ${code}\n${stderr}`));
    });
  });
  return {
    child,
    launch,
    stdout: () => stdout,
    stderr: () => stderr,
    session: (address = launch) => openSession(address),
    async stop(signal = 'SIGTERM') {
      const started = performance.now();
      child.kill(signal);
      return { code: await exited, seconds: (performance.now() - started) / 1_000 };
    },
  };
}

/** The address in the last launch line of the text. */
export function launchOf(text: string): string | undefined {
  return [...text.matchAll(/^\{"launch": "(http:\/\/127\.0\.0\.1:\d+\/launch#[\w-]{43})"\}\r?$/gm)].at(-1)?.[1];
}

/** Exchanges a launch address for a session, as docs/automation.md shows it. */
export async function openSession(launch: string) {
  const { origin, hash } = new URL(launch);
  const json = { origin, 'content-type': 'application/json' };
  const response = await fetch(`${origin}/session`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ token: hash.slice(1) }),
  });
  const token = String(Reflect.get(Object(await response.json()), 'token'));
  if (!response.ok) throw new Error(`refused with ${response.status}`);
  return { origin, token, headers: { ...json, 'x-console-token': token } };
}
