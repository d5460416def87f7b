// All profiles of this data folder and the business at work behind each: adding, keys, selecting, forgetting.
import { failed, type Failure, type Result, success } from '../../domain/kernel/failure/failure.ts';
import {
  businessOf,
  type KeyPresence,
  type KeyStanding,
  type KeyStorage,
  type Profile,
  SANDBOX_ORIGIN,
} from '../../domain/profiles/profile.ts';
import { fromEpochMs } from '../../domain/kernel/time/time.ts';
import { checkApiKey, parseBaseUrl } from '../api/transport/origin.ts';
import { isSameText } from '../api/webhook-hmac.ts';
import type { ProfileRecord } from '../books/profiles/profiles.ts';
import { untilDone } from '../jobs/kernel/mending.ts';
import { readSetting, writeSetting } from '../jobs/kernel/setting.ts';
import type { Business } from './business.ts';
import { type BusinessFactory, profileOf } from './factory.ts';
import { changeKey, type KeyChangeEntry, keychainVerdict, type KeyVerdict } from './key-change.ts';
import type { KeepResult, Keyring } from './keyring.ts';
import { tryKey, type ProbeVerdict } from './probe.ts';
import type { Seal } from './seal.ts';
import type { WebhookSecrets } from './webhook-secrets.ts';

export interface ListedProfile extends Profile {
  /** Null for the sandbox. */
  readonly apiRoot: string | null;
  readonly key: KeyPresence;
  readonly keyStanding: KeyStanding;
  /** Since when its API cannot be reached; null while it can. */
  readonly offline: string | null;
  /** Other profiles whose deliveries named the same business: each has a mirror, intents and a history of its own. */
  readonly sameBusinessAs: readonly string[];
}

export interface NewProfile {
  readonly name: string;
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly storage?: KeyStorage | undefined;
  readonly keepAnyway?: boolean | undefined;
  readonly readOnly?: boolean | undefined;
}

/** What people change of a profile. */
interface Look {
  readonly name?: string | undefined;
  readonly readOnly?: boolean | undefined;
}

const CHANGED = ['name', 'readOnly'] as const satisfies readonly (keyof Look)[];

const SELECTED = 'selected-profile';

export class Profiles {
  readonly #factory: BusinessFactory;
  readonly #keys: Keyring;
  readonly #webhookSecrets: WebhookSecrets;
  readonly #seal: Pick<Seal, 'failure'>;
  readonly #entries = new Map<string, KeyChangeEntry>();
  #selected: string | null = null;

  constructor(factory: BusinessFactory, keys: Keyring, webhookSecrets: WebhookSecrets, seal: Pick<Seal, 'failure'>) {
    this.#factory = factory;
    this.#keys = keys;
    this.#webhookSecrets = webhookSecrets;
    this.#seal = seal;
  }

  /** Reads the profiles from the books, makes the sandbox's on a new data folder, and starts every business. */
  async open(): Promise<void> {
    const { books } = this.#factory;
    const records = await books.read('profiles.list', {});
    for (const record of records) this.#admit(record);
    if (this.#factory.sandbox !== null && !records.some(({ kind }) => kind === 'sandbox')) await this.#addSandbox();
    this.#selected = await readSetting(books, SELECTED, (id) => this.#known(id));
    this.#selected ??= this.#entries.keys().next().value ?? null;
    this.beginAll();
  }

  /** At the start, and once keys can be had that were sealed then. */
  beginAll(): void {
    for (const entry of this.#entries.values()) this.#begin(entry);
  }

  list(): { readonly profiles: readonly ListedProfile[]; readonly selected: string | null } {
    const profiles = [...this.#entries.values()].map(({ record, business }) => ({
      ...business.profile,
      apiRoot: record.kind === 'sandbox' ? null : record.apiRoot,
      key: this.#keys.presence(record.id, record.keyStorage),
      keyStanding: business.keyStanding,
      offline: business.offline?.since ?? null,
      sameBusinessAs: this.#others(record),
    }));
    return { profiles, selected: this.#selected };
  }

  get shown(): Profile | null {
    return this.#entries.get(this.#selected ?? '')?.business.profile ?? null;
  }

  /** Whether there is a profile of that id. */
  has(id: string): boolean {
    return this.#entries.has(id);
  }

  /** Whether it is the key that a connected business is used with. Constant time. */
  isKeyOfBusiness(text: string): boolean {
    return [...this.#entries.values()].some(({ record }) => {
      const key = record.kind === 'business' ? this.#keys.key(record.id) : null;
      return key !== null && isSameText(key, text.trim());
    });
  }

  /** The business of a profile; of the selected one when no id is given. */
  business(id: string | undefined): Result<Business> {
    const wanted = id ?? this.#selected;
    const entry = wanted === null ? undefined : this.#entries.get(wanted);
    return entry === undefined ? failed({ kind: 'profile-changed', reason: 'unknown' }) : success(entry.business);
  }

  /** Tries the key and keeps the profile when the verdict is good, or when asked to keep it anyway. */
  async add(input: NewProfile): Promise<Result<{ verdict: ProbeVerdict; id?: string | undefined }>> {
    const base = parseBaseUrl(input.baseUrl);
    if (!base.ok) return failed(invalid('baseUrl', base.issue));
    const checked = checkApiKey(input.apiKey);
    if (!checked.ok) return failed(invalid('apiKey', checked.issue));
    const apiKey = checked.key;
    this.#factory.log.redact(apiKey);
    const { apiRoot, origin } = base;
    const verdict = await this.#factory.withKey({ apiRoot, origin, apiKey, profileId: null }, tryKey);
    if (!verdict.ok && input.keepAnyway !== true) return success({ verdict });
    const storage = input.storage ?? 'keychain';
    const { name, baseUrl, readOnly = false } = input;
    const kind = 'business';
    const record = this.#newRecord({ name, kind, origin, baseUrl, apiRoot, keyStorage: storage, readOnly });
    const kept = await this.#keys.keep(record.id, apiKey, storage, 'absent');
    if (!kept.ok) return success({ verdict: keychainVerdict(kept.problem) });
    try {
      await this.#factory.books.write('profiles.add', record);
    } catch (error) {
      // A key that no profile names would stay in the key store for ever.
      await this.#keys.drop(record.id, storage);
      throw error;
    }
    this.#begin(this.#admit(record));
    this.#selected ??= record.id;
    this.#factory.announce({ kind: 'profiles' });
    return success({ verdict, id: record.id });
  }

  /** Tries a new key; a key of another business is refused, whatever else it is good for. */
  async setKey(id: string, apiKeyText: string, storage: KeyStorage = 'keychain'): Promise<Result<KeyVerdict>> {
    const entry = this.#entries.get(id);
    if (entry === undefined || entry.record.kind === 'sandbox') return failed(invalid('id', 'takes no key'));
    const checked = checkApiKey(apiKeyText);
    if (!checked.ok) return failed(invalid('apiKey', checked.issue));
    const apiKey = checked.key;
    this.#factory.log.redact(apiKey);
    const change = entry.keyChange.then(() => changeKey(this.#factory, this.#keys, entry, { apiKey, storage }));
    entry.keyChange = change.catch(() => undefined);
    return success(await change);
  }

  /** Renames a profile or switches its read-only mark; not what is another one by now than it was `seen`. */
  async update(id: string, change: Look, seen: Look = {}): Promise<Result<null>> {
    const entry = this.#entries.get(id);
    if (entry === undefined) return failed({ kind: 'profile-changed', reason: 'unknown' });
    const isOvertaken = CHANGED.some(
      (name) => seen[name] !== undefined && entry.record[name] !== seen[name] && entry.record[name] !== change[name],
    );
    if (isOvertaken) {
      const last = { profileId: id, actions: ['change-profile'] } as const;
      return failed(await this.#factory.books.read('activity.changedSince', last));
    }
    const { name = entry.record.name, readOnly = entry.record.readOnly } = change;
    const before = entry.record;
    entry.record = { ...before, name, readOnly };
    try {
      await this.#factory.books.write('profiles.update', entry.record);
    } catch (error) {
      await this.#reread(entry, before);
      throw error;
    }
    this.#show(entry);
    return success(null);
  }

  /** A writer that dies may have done what nobody heard of: what the books say then holds. */
  async #reread(entry: KeyChangeEntry, before: ProfileRecord): Promise<void> {
    entry.record = before;
    const kept = await this.#factory.books.read('profiles.get', { id: before.id });
    if (kept === null) return;
    entry.record = { ...entry.record, name: kept.name, readOnly: kept.readOnly };
    this.#show(entry);
  }

  #show({ record, business }: KeyChangeEntry): void {
    business.updateProfile(profileOf(record));
    this.#factory.announce({ kind: 'profiles' });
  }

  /** Makes it the default of new windows; windows that are open keep theirs. */
  async select(id: string): Promise<Result<null>> {
    if (!this.#entries.has(id)) return failed({ kind: 'profile-changed', reason: 'unknown' });
    this.#selected = id;
    await writeSetting(this.#factory.books, SELECTED, id);
    this.#factory.announce({ kind: 'profiles' });
    return success(null);
  }

  /** Deletes key and webhook secret; the mirror and this profile's rows of the books only when asked to. */
  async forget(id: string, also: { readonly mirror: boolean; readonly books: boolean }): Promise<Result<null>> {
    const entry = this.#entries.get(id);
    if (entry === undefined) return failed({ kind: 'profile-changed', reason: 'unknown' });
    if (entry.record.kind === 'sandbox') return failed(invalid('id', 'the sandbox cannot be forgotten'));
    const dropped = await this.#dropSecrets(entry.record);
    if (!dropped.ok) return failed(invalid('id', `the key store did not delete the key: ${dropped.problem}`));
    this.#entries.delete(id);
    await entry.business.close();
    await this.#factory.forgotten(id);
    if (also.mirror) await this.#factory.store.removeMirror(id);
    if (also.books) await this.#factory.store.removeFromBooks(id);
    else await this.#factory.store.abandonImports(id);
    await this.#factory.books.write('profiles.remove', { id });
    if (this.#selected === id) this.#selected = this.#entries.keys().next().value ?? null;
    this.#factory.announce({ kind: 'profiles' });
    return success(null);
  }

  /** The key last: while it is there, forgetting can be tried again. */
  async #dropSecrets({ id, keyStorage }: ProfileRecord): Promise<KeepResult> {
    const dropped = await this.#webhookSecrets.remove(id);
    return dropped.ok ? this.#keys.drop(id, keyStorage) : dropped;
  }

  /** A job that someone began runs or waits, in whatever profile. */
  isBusy(): boolean {
    return [...this.#entries.values()].some(({ business }) => business.isBusy());
  }

  /** The machine slept or its network changed. */
  wake(): void {
    for (const { business } of this.#entries.values()) business.wake();
  }

  /** The mirror was set aside and starts empty: it is bound again and filled from the beginning. */
  resync(id: string): void {
    const entry = this.#entries.get(id);
    entry?.business.refill(entry.record.businessUuid).catch((error: unknown) => {
      this.#factory.log.error('business.refill', { profileId: id }, error);
    });
  }

  async close(): Promise<void> {
    await Promise.all([this.#factory.close(), ...[...this.#entries.values()].map(({ business }) => business.close())]);
  }

  #admit(record: ProfileRecord): KeyChangeEntry {
    const business = this.#factory.build(() => entry.record, record, this.#apiRoot(record), {
      onDifferent: (other) => this.#onDifferent(other),
      onNamed: (of, businessUuid) => this.#onNamed(of, businessUuid),
    });
    const entry: KeyChangeEntry = { record, business, keyChange: Promise.resolve() };
    this.#entries.set(record.id, entry);
    return entry;
  }

  /** Profiles of the same business, as far as deliveries have named it. */
  #others(record: ProfileRecord): readonly string[] {
    const records = [...this.#entries.values()].map((entry) => entry.record);
    return records
      .filter((other) => other.id !== record.id && businessOf(other) === businessOf(record))
      .map(({ id }) => id);
  }

  /** A delivery named the business of the mirror: it is written down, and it settles whose an unproved key is. */
  async #onNamed(business: Business, businessUuid: string): Promise<void> {
    const entry = this.#entries.get(business.profile.id);
    if (entry === undefined) return;
    const { record } = entry;
    if (record.businessUuid === businessUuid && record.unprovedSince === null) return;
    entry.record = { ...record, businessUuid, unprovedSince: null };
    await this.#factory.books.write('profiles.update', { id: record.id, businessUuid, unprovedSince: null });
    if (record.unprovedSince !== null) business.settle('same');
    this.#factory.announce({ kind: 'profiles' });
  }

  /**
   * Everything stops. Two mirrors are thrown away: the sandbox's, whose world may have been made anew and which holds no money, and
   * one that was filled by an unproved key alone, since it is not this profile's business.
   */
  #onDifferent(business: Business): void {
    const { id, kind } = business.profile;
    business.stop({ kind: 'profile-changed', reason: 'different-business' });
    business.settle('different');
    const entry = this.#entries.get(id);
    if (entry === undefined || (kind !== 'sandbox' && entry.record.unprovedSince === null)) return;
    this.#discard(entry).catch((error: unknown) => this.#factory.log.error('mirror.discard', { profileId: id }, error));
  }

  async #discard(entry: KeyChangeEntry): Promise<void> {
    const { store, books } = this.#factory;
    const { id, kind, origin, businessUuid } = entry.record;
    await store.removeMirror(id);
    if (kind === 'sandbox') {
      entry.record = { ...entry.record, businessUuid: null };
      await books.write('profiles.update', { id, businessUuid: null });
      await entry.business.restart(null, null);
    } else {
      await store.mirror(id).write('bind', { origin, businessUuid });
      this.#factory.announce({ kind: 'mirror', profileId: id, kinds: ['invoices', 'withdrawals', 'deliveries'] });
    }
  }

  /** The sandbox has another port at every start, so its address is never taken from the books. */
  #apiRoot(record: ProfileRecord): string {
    const { sandbox } = this.#factory;
    return record.kind === 'sandbox' && sandbox !== null ? sandboxRoot(sandbox.baseUrl) : record.apiRoot;
  }

  /** Starts a business without making the caller wait for a key store that may be locked. */
  #begin(entry: KeyChangeEntry): void {
    this.#startBusiness(entry).catch((error: unknown) => {
      this.#factory.log.error('business.start', { profileId: entry.record.id }, error);
      // A full disk or a locked file heals by itself, and then the business goes on by itself.
      void untilDone(entry.business.context, 'business.start', () => this.#startBusiness(entry));
    });
  }

  async #startBusiness({ record, business }: KeyChangeEntry): Promise<void> {
    const { sandbox } = this.#factory;
    const { failure } = this.#seal;
    if (failure !== null) {
      business.stop(failure);
      return;
    }
    if (record.kind === 'sandbox' && sandbox !== null) {
      this.#keys.hold(record.id, sandbox.apiKey);
      if (sandbox.webhookSecret !== undefined) this.#webhookSecrets.hold(record.id, sandbox.webhookSecret);
    } else if (record.keyStorage === 'keychain') await this.#keys.load(record.id);
    await this.#webhookSecrets.load(record.id);
    const { stopped } = business;
    if (this.#keys.key(record.id) === null) business.stop({ kind: 'profile-changed', reason: 'no-key' });
    else if (stopped?.kind === 'profile-changed' && stopped.reason === 'sealed')
      await business.restart(record.businessUuid, null);
    else await business.start(record.businessUuid);
    this.#factory.announce({ kind: 'profiles' });
  }

  #newRecord(
    given: Pick<ProfileRecord, 'name' | 'kind' | 'origin' | 'baseUrl' | 'apiRoot' | 'keyStorage' | 'readOnly'>,
  ): ProfileRecord {
    return {
      ...given,
      id: this.#factory.ids.uuid(),
      businessUuid: null,
      unprovedSince: null,
      createdAt: fromEpochMs(this.#factory.clock.now()),
      position: this.#entries.size,
    };
  }

  async #addSandbox(): Promise<void> {
    const at = { origin: SANDBOX_ORIGIN, baseUrl: SANDBOX_ORIGIN, apiRoot: SANDBOX_ORIGIN };
    const record = this.#newRecord({ name: 'Sandbox', kind: 'sandbox', ...at, keyStorage: 'session', readOnly: false });
    await this.#factory.books.write('profiles.add', record);
    this.#admit(record);
  }

  #known(id: unknown): string | null {
    return typeof id === 'string' && this.#entries.has(id) ? id : null;
  }
}

function sandboxRoot(baseUrl: string): string {
  return `${baseUrl}/api/v1`;
}

function invalid(path: string, message: string): Failure {
  return { kind: 'invalid-input', issues: [{ path, message }] };
}
