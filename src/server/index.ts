// A team's host as a program: `server.js --options FILE`. Stdout carries one line with its address once it serves; whatever is for people goes to
// stderr. Exit codes: 0 closed, 1 failed, 2 wrong options, 3 the data folder is in use. SIGHUP reads the certificate again.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { App } from '../backend/app.ts';
import type { DataFolder } from '../backend/data-folder.ts';
import { systemClock, systemIds } from '../backend/system.ts';
import { fieldOf } from '../domain/kernel/fields.ts';
import { createSealedVault } from '../keychain/sealed-vault.ts';
import { listAssets } from '../shell/assets.ts';
import { type RunningEngine, startEngine } from '../shell/engine.ts';
import { holdDataFolder } from '../shell/hold.ts';
import { createBrowserHost } from '../shell/http/browser-host.ts';
import { keepMemoryPrivate } from '../shell/process-memory.ts';
import { hearUncaught, ignoreBrokenPipes } from '../shell/uncaught.ts';
import { createWakeWatch } from '../shell/wake-watch.ts';
import { startWatch } from './health.ts';
import { type FirstPerson, readOptions, secretFile, type ServerOptions } from './options.ts';
import { type Certificate, startTeamServer } from './server.ts';

/** Longer than the server waits for what is under way. */
const CLOSING_MS = 20_000;
const EXIT = { closed: 0, failed: 1, wrongUse: 2, inUse: 3 } as const;
const HERE = import.meta.url;

function say(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
}

function certificateOf({ tls }: ServerOptions): Certificate | null {
  if (tls === undefined) return null;
  return { cert: readFileSync(tls.certificate, 'utf8'), key: readFileSync(tls.key, 'utf8') };
}

/** A client without a secret is a public one: the code is bound to this host by PKCE either way. */
function clientSecretOf({ provider }: ServerOptions): string | null {
  const file = secretFile('client-secret', provider.clientSecretFile, process.env);
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    if (provider.clientSecretFile === undefined) return null;
    throw error;
  }
}

/** Aborts at the first signal that asks us to end; from then on the end is bounded. Later signals change nothing. */
function watchSignals(): AbortSignal {
  const ending = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.on(name, () => {
      if (ending.signal.aborted) return;
      setTimeout(() => process.exit(EXIT.failed), CLOSING_MS);
      ending.abort(new Error(name));
    });
  }
  return ending.signal;
}

interface Running {
  readonly engine: RunningEngine;
  close(): Promise<void>;
}

/** The engine first: nobody is answered before it is there. The folder's lock is given back by the engine, also when it cannot start. */
async function start(options: ServerOptions, folder: DataFolder): Promise<Running> {
  const [certificate, clientSecret] = [certificateOf(options), clientSecretOf(options)];
  const browser = createBrowserHost(systemClock, systemIds, process.env);
  const power = createWakeWatch(systemClock);
  const vault = createSealedVault({
    folder: join(folder.path, 'vault'),
    masterKey: secretFile('master-key', options.masterKeyFile, process.env),
  });
  const engine = await startEngine({ folder, beside: HERE, host: browser.host, power, say, vault });
  try {
    const { app, log } = engine;
    if (clientSecret !== null) log.redact(clientSecret);
    // Also that the keys are sealed, and what to do about it.
    app.overhear('server', ({ event, data }) => {
      const message = event === 'trouble' ? fieldOf(data, 'message') : undefined;
      if (typeof message === 'string') say(message);
    });
    await inviteFirst(app, options.firstPeople);
    const server = await startTeamServer({
      ...options,
      app,
      log,
      certificate,
      clientSecret,
      assets: listAssets(fileURLToPath(new URL('../renderer/', HERE))),
      takeExport: browser.takeExport,
      clock: systemClock,
      ids: systemIds,
    });
    const watch = options.watch === undefined ? null : await startWatch(options.watch, server.figures);
    process.on('SIGHUP', () => {
      try {
        const fresh = certificateOf(options);
        if (fresh !== null) server.renew(fresh);
        say('The certificate was read again.');
      } catch {
        say('The new certificate cannot be used; the one before goes on.');
      }
    });
    return {
      engine,
      async close() {
        await server.close();
        watch?.close();
        browser.close();
        power.close();
        await engine.close();
      },
    };
  } catch (error) {
    await engine.close();
    throw error;
  }
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

/** As long as the books know nobody, those of the options are invited, on every business that is there: without them nobody could ever come in. */
async function inviteFirst(app: App, people: readonly FirstPerson[]): Promise<void> {
  const ask = async (call: string, input: unknown): Promise<unknown> => {
    const answer = await app.ask({ id: call, call, input }, 'server');
    if (answer?.ok !== true) throw new Error(`the engine has refused ${call}.`);
    return answer.output;
  };
  const listed = async (call: string, name: string): Promise<readonly unknown[]> => {
    const all: unknown = fieldOf(await ask(call, {}), name);
    return isList(all) ? all : [];
  };
  if ((await listed('people.list', 'people')).length > 0) return;
  const businesses = await listed('profiles.list', 'profiles');
  for (const { address, name, roles, isHostAdmin } of people) {
    const id = fieldOf(await ask('people.invite', { address, name, roles: [] }), 'id');
    for (const business of roles.length === 0 ? [] : businesses)
      await ask('people.setRoles', { id, profile: fieldOf(business, 'id'), roles });
    if (isHostAdmin) await ask('people.setHostAdmin', { id, isHostAdmin });
  }
}

async function run(options: ServerOptions, folder: DataFolder, ending: AbortSignal): Promise<number> {
  const running = await start(options, folder);
  live.resolve(running);
  process.stdout.write(`${JSON.stringify({ serve: options.origin })}\n`);
  if (!ending.aborted) await once(ending, 'abort');
  try {
    await running.close();
    return EXIT.closed;
  } catch (error) {
    running.engine.log.error('close', {}, error);
    say('The console did not close cleanly; its log has the details.');
    return EXIT.failed;
  }
}

/** What there is to close, and whose log hears of what nobody caught. */
const live = Promise.withResolvers<Running>();

function endUncaught(sentence: string): void {
  say(sentence);
  setTimeout(() => process.exit(EXIT.failed), CLOSING_MS);
  void live.promise
    .then((running) => running.close())
    .catch(() => undefined)
    .finally(() => process.exit(EXIT.failed));
}

async function main(): Promise<number> {
  keepMemoryPrivate();
  ignoreBrokenPipes();
  hearUncaught({ log: async () => (await live.promise).engine.log, end: endUncaught });
  let file: string | undefined;
  try {
    ({ options: file } = parseArgs({ options: { options: { type: 'string' } } }).values);
  } catch {
    file = undefined;
  }
  if (file === undefined) {
    say('Usage: server.js --options FILE');
    return EXIT.wrongUse;
  }
  const read = readOptions(file);
  if (!read.ok) {
    say(read.complaint);
    return EXIT.wrongUse;
  }
  const { options } = read;
  const ending = watchSignals();
  const folder = await holdDataFolder(options.dataFolder, { clock: systemClock, say, ending });
  if (folder === 'ended') return EXIT.closed;
  if (folder === 'in-use') {
    say(`Another console is using the data folder ${options.dataFolder}.`);
    return EXIT.inUse;
  }
  try {
    return await run(options, folder, ending);
  } catch (error) {
    say(`The console could not start: ${error instanceof Error ? error.message : 'the reason is not known.'}`);
    return EXIT.failed;
  }
}

process.exit(await main());
