/**
 * A team at work for figures and counts: the built program of a team's host in front of a sandbox in a process of its own, and people at desks who signed in over
 * the provider, each with a connection that stays, a stream, and everything that came over the wire.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSandboxProcess } from '../../bench/support/sandbox-process.ts';
import { fieldOf } from '../../src/domain/kernel/fields.ts';
import { selfSigned } from '../backend/api/transport/certificates.ts';
import { createBrowser } from '../server/harness.ts';
import { CLIENT_ID, startIdentityProvider } from './identity-provider.ts';
import { freePort } from './free-port.ts';

const SERVER = join(import.meta.dirname, '..', '..', 'out', 'main', 'server.js');
/** So that a first walk is over in seconds; the API's own limit is set before anything is measured. */
const UNLIMITED = 1_000_000;

export interface Desk {
  readonly name: string;
  /** The output of a call; throws when it failed. */
  call(call: string, input?: object): Promise<unknown>;
  /** When the stream told of it, by the clock of `performance`; waits for it. */
  heard(text: string, after: number): Promise<number>;
  /** Bodies and headers of all that came. */
  readonly wire: string[];
  /** How often it has connected so far. */
  readonly connected: number;
  /** What its calls go with, for a thread that asks in its place. */
  readonly session: Session;
}

export interface Session {
  readonly origin: string;
  readonly ca: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly profile: string | undefined;
}

export interface TeamAtWork {
  readonly desks: readonly Desk[];
  readonly sandbox: Awaited<ReturnType<typeof startSandboxProcess>>;
  readonly folder: string;
  readonly secrets: readonly string[];
  /** What the program wrote out. */
  readonly said: () => string;
  readonly metrics: () => Promise<string>;
  close(): Promise<void>;
}

class CountingAgent extends Agent {
  connected = 0;

  override createConnection(...args: Parameters<Agent['createConnection']>): ReturnType<Agent['createConnection']> {
    this.connected += 1;
    return super.createConnection(...args);
  }
}

/** Starts it with so many people and invoices, and resolves when all of them have been read and everybody is in. */
export async function startTeamAtWork(options: {
  readonly desks: number;
  readonly size: number;
  readonly seed: number;
  readonly say: (text: string) => void;
}): Promise<TeamAtWork> {
  const sandbox = await startSandboxProcess(options.size, options.seed);
  await sandbox.control('limiter/set', { limit: UNLIMITED });
  const [port, watchPort] = [await freePort(0), await freePort(0)];
  const origin = `https://127.0.0.1:${port}`;
  const names = Array.from({ length: options.desks }, (_, at) => `desk-${at}`);
  const accounts = names.map((id) => ({ id, name: id, email: `${id}@example.com`, isVerified: true }));
  const provider = await startIdentityProvider(accounts, `${origin}/sign-in/callback`);
  const folder = mkdtempSync(join(tmpdir(), 'team-at-work-'));
  const { cert, key } = selfSigned({ ip: ['127.0.0.1'] });
  const masterKey = randomBytes(32).toString('base64');
  const write = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text, { mode: 0o600 });
    return name;
  };
  const file = write(
    'options.json',
    JSON.stringify({
      origin,
      listen: { port },
      watch: { port: watchPort },
      tls: { certificate: write('certificate.pem', cert), key: write('key.pem', key) },
      provider: {
        issuer: provider.issuer,
        clientId: CLIENT_ID,
        clientSecretFile: write('client-secret', provider.clientSecret),
      },
      masterKeyFile: write('master-key', masterKey),
      dataFolder: 'data',
      firstPeople: accounts.map(({ email, name }, at) => ({ address: email, name, isHostAdmin: at === 0 })),
    }),
  );
  const child: ChildProcess = spawn(process.execPath, [SERVER, '--options', join(folder, file)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (piece: Buffer) => (said += piece.toString()));
  if (child.stdout !== null) await once(child.stdout, 'data');

  const shop: { id?: string } = {};
  const agents: CountingAgent[] = [];
  const desks: Desk[] = [];
  for (const account of accounts) {
    const agent = new CountingAgent({ keepAlive: true, ca: cert });
    agents.push(agent);
    const browser = createBrowser(origin, cert, agent);
    await browser.signIn(account);
    const wire: string[] = [];
    const call: Desk['call'] = async (name, input = {}) => {
      const frame = { id: randomUUID(), call: name, input, profile: shop.id };
      const { headers, body } = await browser.ask('POST', '/call', browser.json, JSON.stringify(frame));
      wire.push(JSON.stringify(headers), body);
      const answer: unknown = JSON.parse(body);
      if (fieldOf(answer, 'ok') !== true) throw new Error(`${name}: ${body.slice(0, 500)}`);
      return fieldOf(answer, 'output');
    };
    const { told, heard } = await streamOf(browser);
    wire.push(told.headers);
    desks.push({
      name: account.name,
      call,
      heard,
      get wire() {
        return [...wire, ...told.pieces.map(({ text }) => text)];
      },
      get connected() {
        return agent.connected;
      },
      get session() {
        const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
        return { origin, ca: cert, headers: { ...browser.json, cookie }, profile: shop.id };
      },
    });
  }
  const [host] = desks;
  if (host === undefined) throw new Error('nobody is there');
  const added = await host.call('profiles.add', { name: 'Shop', baseUrl: sandbox.baseUrl, apiKey: sandbox.apiKey });
  const id = String(fieldOf(added, 'id'));
  const listed = fieldOf(await host.call('people.list'), 'people');
  for (const person of Array.isArray(listed) ? listed : [])
    await host.call('people.setRoles', { id: fieldOf(person, 'id'), profile: id, roles: ['support', 'finance'] });
  shop.id = id;
  options.say('the first walk');
  for (;;) {
    const status = await host.call('sync.status');
    if (fieldOf(status, 'state') === 'idle' && fieldOf(fieldOf(status, 'invoices'), 'asOf') !== null) break;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  // What was used without a limit is forgotten: nobody can know beforehand that a limit sinks below it.
  await sandbox.control('limiter/set', { model: 'first-hit', limit: 100 });
  return {
    desks,
    sandbox,
    folder,
    secrets: [sandbox.apiKey, masterKey, provider.clientSecret],
    said: () => said,
    metrics: async () => (await fetch(`http://127.0.0.1:${watchPort}/metrics`)).text(),
    async close() {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
      for (const agent of agents) agent.destroy();
      provider.close();
      await sandbox.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Refusals for too many requests that the sandbox has given. */
export async function refusals({ sandbox }: Pick<TeamAtWork, 'sandbox'>): Promise<number> {
  const answers = Object.entries(Object(fieldOf(await sandbox.control('record'), 'answers')));
  return answers.reduce((sum, [answer, count]) => sum + (answer.endsWith(' 429') ? Number(count) : 0), 0);
}

/** One desk writes a note; milliseconds until each of the others has heard. */
export async function noteHeard(desks: readonly Desk[], writer: number, recordId: string): Promise<readonly number[]> {
  const others = desks.filter((_, at) => at !== writer);
  const began = performance.now();
  const hearing = others.map((desk) => desk.heard('"notes"', began));
  await desks[writer]?.call('notes.add', { list: 'invoices', recordId, noteId: randomUUID(), text: 'seen by all' });
  return (await Promise.all(hearing)).map((at) => at - began);
}

async function streamOf(browser: ReturnType<typeof createBrowser>) {
  const incoming = await browser.send('GET', '/events', { 'x-console-window': 'tab' });
  const told = {
    headers: JSON.stringify(incoming.headers),
    pieces: [] as { readonly at: number; readonly text: string }[],
  };
  const waiting = new Set<() => void>();
  incoming.setEncoding('utf8');
  incoming.on('error', () => undefined);
  incoming.on('data', (text: string) => {
    told.pieces.push({ at: performance.now(), text });
    for (const look of waiting) look();
  });
  const heard = (text: string, after: number): Promise<number> =>
    new Promise((resolve) => {
      const look = (): void => {
        const found = told.pieces.find((piece) => piece.at >= after && piece.text.includes(text));
        if (found === undefined) return;
        waiting.delete(look);
        resolve(found.at);
      };
      waiting.add(look);
      look();
    });
  return { told, heard };
}
