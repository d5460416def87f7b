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
  session(launch?: string): Promise<Session>;
  /** Its session once its engine is up, which comes after the launch line. */
  up(): Promise<Session>;
  /** Sends the signal and waits for the end. Code 0: it has closed within the five seconds that it gives itself. */
  stop(signal?: NodeJS.Signals): Promise<{ code: number | null }>;
}

/** What every later request carries. */
export interface Session {
  readonly origin: string;
  readonly token: string;
  readonly headers: Record<string, string>;
}

const START_MS = 110_000;

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
    up: () => upAt(launch),
    async stop(signal = 'SIGTERM') {
      child.kill(signal);
      return { code: await exited };
    },
  };
}

/** The address in the last launch line of the text. */
export function launchOf(text: string): string | undefined {
  return [...text.matchAll(/^\{"launch": "(http:\/\/127\.0\.0\.1:\d+\/launch#[\w-]{43})"\}\r?$/gm)].at(-1)?.[1];
}

/** The session of a launch address, once the engine behind it answers. */
export async function upAt(launch: string): Promise<Session> {
  const session = await openSession(launch);
  const body = '{"id":"up","call":"profiles.list"}';
  const answer: unknown = await (
    await fetch(`${session.origin}/call`, { method: 'POST', headers: session.headers, body })
  ).json();
  if (Reflect.get(Object(answer), 'ok') !== true) throw new Error(`not up: ${JSON.stringify(answer)}`);
  return session;
}

/** Exchanges a launch address for a session, as docs/automation.md shows it. */
export async function openSession(launch: string): Promise<Session> {
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
