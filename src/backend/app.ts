// The engine put together from its ports: store, keys, profiles, handlers, events. What both shells and the tests start.
import { LOCKED_NOTICE, noticeTitle } from '../domain/news/notice.ts';
import type { DataFolder } from './data-folder.ts';
import { type Network, networkOf } from './api/transport/network.ts';
import { type Reach, reachBy } from './api/transport/reach.ts';
import { Dispatcher } from './dispatch.ts';
import { ActivityLog } from './engine/activity-log.ts';
import { BooksCopies } from './engine/books-copies.ts';
import { BooksState } from './engine/books-state.ts';
import { Digest } from './engine/digest.ts';
import { BusinessFactory } from './engine/factory.ts';
import { Keyring } from './engine/keyring.ts';
import { Lock } from './engine/lock.ts';
import { OutsideCopies } from './engine/outside-copies.ts';
import { People } from './engine/people.ts';
import { Profiles } from './engine/profiles.ts';
import { Seal } from './engine/seal.ts';
import { Settings } from './engine/settings.ts';
import { WebhookSecrets } from './engine/webhook-secrets.ts';
import { SecondPerson } from './handlers/kernel/second-person.ts';
import { recordingRunner } from './handlers/kernel/recording.ts';
import { runnerOver } from './handlers/kernel/table.ts';
import type { Signal } from './jobs/kernel/context.ts';
import { type Machine, thisMachine } from './machine.ts';
import type { Ports } from './ports.ts';
import { Publisher } from './publisher.ts';
import { type App, type Life, type LifeBefore, Restartable } from './restart.ts';
import { type StartOffer, startOffer, startTrouble, troubleSignal } from './trouble.ts';
import { startStore } from './workers/threads/client.ts';
import { BOOKS } from './workers/threads/protocol.ts';
import type { Store } from './workers/threads/store.ts';

export { startOffer, startTrouble };
export type { App, Reach, StartOffer };

export const VERSION = '0.1.0';

/** Builds the engine over a data folder that this process holds; a simulation brings a machine of its own. */
export function createApp(ports: Ports, folder: DataFolder, machine: Machine = thisMachine): Promise<App> {
  return Restartable.begin(ports, folder, (putBack, before) => begin(ports, machine, putBack, before), machine.fallen);
}

async function begin(
  ports: Ports,
  machine: Machine,
  putBack: (copy: string) => void,
  before?: LifeBefore,
): Promise<Life> {
  if (ports.sandbox !== null) ports.log.redact(ports.sandbox.apiKey);
  const [{ files }, { dataFolder }] = [machine, ports.paths];
  await files.clearExports(dataFolder);
  await files.clearHanded(dataFolder, null);
  const store = await startStore({ paths: ports.paths, log: ports.log, clock: ports.clock, spawn: machine.spawn });
  const all = { profiles: (): Profiles => profiles, lock: (): Lock => lock, people: (): People => people } as const;
  const publisher: Publisher = new Publisher(ports.clock, ports.log, all.profiles, all.lock, all.people);
  const announce = (signal: Signal): void => publisher.announce(signal);
  const keys = new Keyring(ports.vault, ports.log);
  const webhookSecrets = new WebhookSecrets(ports.vault, store.books, ports.log);
  const settings: Settings = new Settings(store.books, () => {
    announce({ kind: 'settings' });
    digest.wake();
    lock.wake();
  });
  const booksState = new BooksState(store.books, () => announce({ kind: 'settings' }));
  const booksCopies = copiesOver(ports, store, booksState, all, putBack);
  const outsideCopies = outsideOver(ports, machine, store, all, () => announce({ kind: 'settings' }));
  const digest = digestOver(ports, store, settings, all);
  const network = networkOf(ports.host, ports.log, ports.clock);
  const factory = new BusinessFactory(
    factoryParts({ ports, machine }, network, store, announce, digest, settings, () => lock.whenOpen()),
    keys,
    webhookSecrets,
  );
  const seal = new Seal({ vault: ports.vault, announce, opened: () => profiles.beginAll() });
  const profiles: Profiles = new Profiles(factory, keys, webhookSecrets, seal);
  const activity = new ActivityLog(store.books, ports.clock, ports.log, machine.osUser());
  const people: People = peopleOver(ports, store, machine.osUser(), announce);
  const lock: Lock = lockOver(ports, machine, store, activity, settings, all, announce);
  const secondPerson = secondPersonOver(ports, store, people, profiles, seal, machine.osUser(), announce);
  const handlers = runnerOver({
    ...ports,
    profiles,
    people,
    secondPerson,
    settings,
    booksState,
    booksCopies,
    outsideCopies,
    lock,
    seal,
    activity,
    keys,
    webhookSecrets,
    version: VERSION,
  });
  const run = secondPerson.over(recordingRunner(handlers, activity, profiles));
  const stops = listening(ports, store, announce, {
    profiles,
    booksCopies,
    toWake: [profiles, digest, lock, outsideCopies, secondPerson],
  });
  try {
    for (const left of LEFT_BY_EARLIER) await files.removeLeft(dataFolder, left);
    await people.open(before?.people);
    await secondPerson.open(before?.fourEyes);
    await lock.open(before?.hadLock);
    for (const part of [digest, seal, profiles, outsideCopies]) await part.open();
  } catch (error) {
    for (const stop of stops) stop();
    await store.close();
    throw error;
  }
  digest.begin();
  secondPerson.wake();
  const dispatcher = new Dispatcher({ ...ports, run, profiles, people, lock, seal, osUser: machine.osUser() });
  return {
    announce,
    dispatch: fromWindows(dispatcher, store),
    ask: (frame, client) => dispatcher.dispatch(frame, client, 'shell'),
    isLocked: () => lock.isLocked,
    toGoOn: async () => ({
      hadLock: lock.status().isOn,
      people: people.all,
      fourEyes: await secondPerson.rules(),
    }),
    subscribe: (client, listener, person) => publisher.subscribe(client, listener, person?.id),
    overhear: (client, listener) => publisher.overhear(client, listener),
    command: (client, command) => publisher.command(client, command),
    people: doorOf(people),
    closeClient: (client) => dispatcher.closeClient(client),
    busy: () => dispatcher.isWriting || profiles.isBusy(),
    hold: () => dispatcher.hold(),
    reach: reachBy(network, ports.clock),
    close: async () => {
      for (const stop of stops) stop();
      publisher.close();
      await closeAll([lock, profiles, digest, outsideCopies, secondPerson], store);
    },
  };
}

interface Closable {
  close(): Promise<void>;
}

/** Whoever asks is there, and may ask for more. */
function fromWindows(dispatcher: Dispatcher, store: Store): Life['dispatch'] {
  return (frame, client, person) => {
    store.expectJobs();
    return dispatcher.dispatch(frame, client, 'window', person?.id);
  };
}

/** One after the other, and the store whatever else did not end well: a copy may take the place of its books next. */
async function closeAll(parts: readonly Closable[], store: Closable): Promise<void> {
  try {
    for (const part of parts) await part.close();
  } finally {
    await store.close();
  }
}

/** Earlier versions kept pictures of others, and the figures of last time. */
const LEFT_BY_EARLIER = ['logos', 'last-known.json'];

/** What is made later than whoever asks for it. */
interface Later {
  readonly profiles: () => Profiles;
  readonly lock: () => Lock;
}

function copiesOver(
  { clock, log, host }: Ports,
  store: Store,
  state: BooksState,
  { lock }: Later,
  putBack: (copy: string) => void,
): BooksCopies {
  const quiet = { onProgress: () => undefined };
  return new BooksCopies({
    state,
    look: () => store.compute({ kind: 'look-at-copies', profileId: BOOKS }, quiet),
    drill: (copy) => store.compute({ kind: 'drill-copy', profileId: BOOKS, copy }, quiet),
    bringIn: (from, passphrase, day) =>
      store.compute({ kind: 'bring-in-books', profileId: BOOKS, from, passphrase, day }, quiet),
    putBack,
    clock,
    log,
    notify: toldOutside(host, lock),
  });
}

function outsideOver(
  { clock, ids, log, host, paths }: Ports,
  { files }: Machine,
  store: Store,
  { lock }: Later,
  changed: () => void,
): OutsideCopies {
  const { dataFolder } = paths;
  return new OutsideCopies({
    books: store.books,
    writes: () => store.booksWrites,
    at: (path) => files.folderAt(path, dataFolder),
    copy: async (folder, day) => {
      const path = await files.exportPath(dataFolder, ids.uuid());
      try {
        const job = { kind: 'copy-out-books', profileId: BOOKS, path } as const;
        const { line } = await store.compute(job, { onProgress: () => undefined });
        return await files.placeCopy(`${path}.db`, folder, { line, day });
      } finally {
        await files.removeExport(path);
      }
    },
    clock,
    log,
    notify: toldOutside(host, lock),
    changed,
  });
}

/** Outside of the windows nothing of the news is told while they are locked. */
function toldOutside(host: Ports['host'], lock: () => Lock): Ports['host']['notify'] {
  return (notice) => host.notify(lock().isLocked ? LOCKED_NOTICE : notice);
}

function digestOver(ports: Ports, { books }: Store, settings: Settings, { profiles, lock }: Later): Digest {
  return new Digest({
    books,
    clock: ports.clock,
    log: ports.log,
    settings: () => settings.get(),
    titleOf: (profileId) => titleOf(profiles(), profileId),
    notify: toldOutside(ports.host, lock),
  });
}

function lockOver(
  { vault, clock, ids, log, host }: Ports,
  { derive }: Machine,
  { books }: Store,
  activity: ActivityLog,
  settings: Settings,
  { profiles }: Later,
  announce: (signal: Signal) => void,
): Lock {
  return new Lock({
    books,
    vault,
    clock,
    ids,
    log,
    activity,
    host,
    derive,
    settings: () => settings.get(),
    isKey: (text) => profiles().isKeyOfBusiness(text),
    changed: (status) => announce({ kind: 'lock', status }),
  });
}

function peopleOver(
  { clock, ids }: Ports,
  { books }: Store,
  osUser: string,
  announce: (signal: Signal) => void,
): People {
  return new People({ books, clock, ids, osUser, announce });
}

function secondPersonOver(
  { clock, ids, log }: Ports,
  { books }: Store,
  people: People,
  profiles: Profiles,
  seal: Seal,
  osUser: string,
  announce: (signal: Signal) => void,
): SecondPerson {
  return new SecondPerson({ books, clock, ids, log, people, profiles, seal, osUser, announce });
}

interface Wakes {
  wake(): void;
}

/** Hears what the store, the machine and the search for newer versions tell; each of the results ends one of these. */
function listening(
  { power, host }: Ports,
  store: Store,
  announce: (signal: Signal) => void,
  parts: { readonly profiles: Profiles; readonly booksCopies: BooksCopies; readonly toWake: readonly Wakes[] },
): readonly (() => void)[] {
  return [
    store.onTrouble((trouble) => {
      const signal = troubleSignal(trouble);
      if (signal !== null) announce(signal);
      if (trouble.kind === 'mirror-rebuilt') parts.profiles.resync(trouble.profileId);
      if (trouble.kind === 'copies-compared') void parts.booksCopies.due(trouble.larger);
    }),
    power.onResume(() => {
      for (const each of parts.toWake) each.wake();
    }),
    host.updates.onChange(() => announce({ kind: 'updates' })),
    host.teams?.onChange(() => announce({ kind: 'teams' })) ?? (() => undefined),
  ];
}

function doorOf(people: People): App['people'] {
  return {
    signIn: (told) => people.signIn(told),
    find: async (id) => people.find(id),
    onChange: (listener) => people.onChange(listener),
  };
}

function titleOf(profiles: Profiles, profileId: string): string | null {
  const business = profiles.business(profileId);
  return business.ok ? noticeTitle(business.value.profile) : null;
}

function factoryParts(
  { ports, machine }: { readonly ports: Ports; readonly machine: Machine },
  network: Network,
  store: Store,
  announce: (signal: Signal) => void,
  digest: Digest,
  settings: Settings,
  whenOpen: () => Promise<void>,
): ConstructorParameters<typeof BusinessFactory>[0] {
  const { files } = machine;
  const { dataFolder } = ports.paths;
  return {
    store,
    clock: ports.clock,
    ids: ports.ids,
    log: ports.log,
    sandbox: ports.sandbox,
    network,
    transport: machine.createTransport,
    random: machine.random,
    osUser: machine.osUser(),
    announce,
    notify: (news) => digest.take(news),
    settings: () => settings.get(),
    forgotten: (profileId) => digest.forget(profileId),
    exporting: {
      consoleVersion: VERSION,
      pathFor: (id) => files.exportPath(dataFolder, id),
      remove: files.removeExport,
      compute: (job, listeners, signal) => store.compute(job, listeners, signal),
      writeOutBooks: (out, listeners, signal) =>
        store.compute({ kind: 'write-out-books', profileId: BOOKS, ...out }, listeners, signal),
      // A dialog of the system would hand the file to whoever stands before a locked console.
      saveAs: async (file) => {
        await whenOpen();
        return ports.host.saveAs(file);
      },
      printPage: ports.host.printPage,
      folders: {
        at: (path) => files.folderAt(path, dataFolder),
        place: files.placeExport,
        holds: files.holdsExport,
      },
    },
    compute: (job, listeners, signal) => store.compute(job, listeners, signal),
    handed: {
      create: (profileId, id) => files.createHanded(dataFolder, profileId, id),
      write: files.writeHanded,
      size: files.handedSize,
      remove: files.removeHanded,
      clear: (profileId) => files.clearHanded(dataFolder, profileId),
    },
  };
}
