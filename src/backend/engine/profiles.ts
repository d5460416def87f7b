/**
 * All profiles of this data folder and the business at work behind each: adding with a verdict, keys, selecting, forgetting. Not
 * here: what a business does (business.ts), where keys lie (keyring.ts).
 */
import { failed, type Failure, type Result, success } from '../../domain/failure.ts';
import { type KeyPresence, type KeyStorage, type Profile, SANDBOX_ORIGIN } from '../../domain/profile.ts';
import { fromEpochMs } from '../../domain/time.ts';
import { checkApiKey, parseBaseUrl } from '../api/origin.ts';
import type { ProfileRecord } from '../books/profiles.ts';
import { identify, type SameBusiness } from '../jobs/identity.ts';
import { untilDone } from '../jobs/mending.ts';
import type { VaultProblem } from '../ports.ts';
import type { Business } from './business.ts';
import type { BusinessFactory } from './factory.ts';
import type { Keyring } from './keyring.ts';
import { tryKey, type Verdict, verdictOf } from './probe.ts';

export interface ListedProfile extends Profile {
  readonly key: KeyPresence;
}

export interface NewProfile {
  readonly name: string;
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly storage?: KeyStorage | undefined;
  readonly keepAnyway?: boolean | undefined;
  readonly readOnly?: boolean | undefined;
}

interface Entry {
  record: ProfileRecord;
  business: Business;
}

const SELECTED = 'selected-profile';

export class Profiles {
  readonly #factory: BusinessFactory;
  readonly #keys: Keyring;
  readonly #entries = new Map<string, Entry>();
  #selected: string | null = null;

  constructor(factory: BusinessFactory, keys: Keyring) {
    this.#factory = factory;
    this.#keys = keys;
  }

  /** Reads the profiles from the books, makes the sandbox's on a new data folder, and starts every business. */
  async open(): Promise<void> {
    const { books } = this.#factory;
    const records = await books.read('profiles.list', {});
    for (const record of records) this.#admit(record);
    if (this.#factory.sandbox !== null && !records.some(({ kind }) => kind === 'sandbox')) await this.#addSandbox();
    const selected = await books.read('settings.get', { key: SELECTED });
    this.#selected = selected === null ? null : this.#known(JSON.parse(selected));
    this.#selected ??= this.#entries.keys().next().value ?? null;
    for (const entry of this.#entries.values()) this.#begin(entry);
  }

  list(): { readonly profiles: readonly ListedProfile[]; readonly selected: string | null } {
    const profiles = [...this.#entries.values()].map(({ record, business }) => ({
      ...business.profile,
      key: this.#keys.presence(record.id, record.keyStorage),
    }));
    return { profiles, selected: this.#selected };
  }

  /** The business of a profile; of the selected one when no id is given. */
  business(id: string | undefined): Result<Business> {
    const wanted = id ?? this.#selected;
    const entry = wanted === null ? undefined : this.#entries.get(wanted);
    return entry === undefined ? failed({ kind: 'profile-changed', reason: 'unknown' }) : success(entry.business);
  }

  /** Tries the key and keeps the profile when the verdict is good, or when asked to keep it anyway. */
  async add(input: NewProfile): Promise<Result<{ verdict: Verdict; id?: string | undefined }>> {
    const base = parseBaseUrl(input.baseUrl);
    if (!base.ok) return failed(invalid('baseUrl', base.issue));
    const checked = checkApiKey(input.apiKey);
    if (!checked.ok) return failed(invalid('apiKey', checked.issue));
    const apiKey = checked.key;
    this.#factory.log.redact(apiKey);
    const verdict = await this.#verdict(base.apiRoot, base.origin, apiKey);
    if (!verdict.ok && input.keepAnyway !== true) return success({ verdict });
    const storage = input.storage ?? 'keychain';
    const record = this.#newRecord(input, base, storage);
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
  async setKey(
    id: string,
    apiKeyText: string,
    storage: KeyStorage = 'keychain',
  ): Promise<Result<{ verdict: Verdict; sameBusiness: SameBusiness }>> {
    const entry = this.#entries.get(id);
    if (entry === undefined || entry.record.kind === 'sandbox') return failed(invalid('id', 'takes no key'));
    const checked = checkApiKey(apiKeyText);
    if (!checked.ok) return failed(invalid('apiKey', checked.issue));
    const apiKey = checked.key;
    this.#factory.log.redact(apiKey);
    const client = this.#factory.probeClient(entry.record.apiRoot, entry.record.origin, apiKey, id);
    try {
      const verdict = await tryKey(client);
      if (!verdict.ok) return success({ verdict, sameBusiness: 'unproved' });
      const identity = await identify(client, entry.business.mirror, { lane: 'click' });
      // A mirror that is not empty takes no key that could not be compared.
      if (!identity.ok) return success({ verdict: verdictOf(identity.failure), sameBusiness: 'unproved' });
      const same = identity.value;
      if (same === 'different') {
        const failure: Failure = { kind: 'profile-changed', reason: 'different-business' };
        return success({ verdict: { ok: false, code: 'DIFFERENT_BUSINESS', failure }, sameBusiness: same });
      }
      const kept = await this.#keys.keep(id, apiKey, storage, entry.record.keyStorage);
      if (!kept.ok) return success({ verdict: keychainVerdict(kept.problem), sameBusiness: same });
      entry.record = { ...entry.record, keyStorage: storage };
      await this.#factory.books.write('profiles.update', entry.record);
      await entry.business.restart();
      this.#factory.announce({ kind: 'profiles' });
      return success({ verdict, sameBusiness: same });
    } finally {
      await client.close();
    }
  }

  /** Renames a profile or switches its read-only mark. */
  async update(
    id: string,
    change: { name?: string | undefined; readOnly?: boolean | undefined },
  ): Promise<Result<null>> {
    const entry = this.#entries.get(id);
    if (entry === undefined) return failed({ kind: 'profile-changed', reason: 'unknown' });
    const { name = entry.record.name, readOnly = entry.record.readOnly } = change;
    entry.record = { ...entry.record, name, readOnly };
    await this.#factory.books.write('profiles.update', entry.record);
    entry.business.updateProfile(profileOf(entry.record));
    this.#factory.announce({ kind: 'profiles' });
    return success(null);
  }

  /** Makes it the default of new windows; windows that are open keep theirs. */
  async select(id: string): Promise<Result<null>> {
    if (!this.#entries.has(id)) return failed({ kind: 'profile-changed', reason: 'unknown' });
    this.#selected = id;
    await this.#factory.books.write('settings.set', { key: SELECTED, value: JSON.stringify(id) });
    this.#factory.announce({ kind: 'profiles' });
    return success(null);
  }

  /** Deletes the key; the mirror and this profile's rows of the books only when asked to. */
  async forget(id: string, also: { readonly mirror: boolean; readonly books: boolean }): Promise<Result<null>> {
    const entry = this.#entries.get(id);
    if (entry === undefined) return failed({ kind: 'profile-changed', reason: 'unknown' });
    if (entry.record.kind === 'sandbox') return failed(invalid('id', 'the sandbox cannot be forgotten'));
    const dropped = await this.#keys.drop(id, entry.record.keyStorage);
    if (!dropped.ok) return failed(invalid('id', `the key store did not delete the key: ${dropped.problem}`));
    this.#entries.delete(id);
    await entry.business.close();
    if (also.mirror) await this.#factory.store.removeMirror(id);
    if (also.books) await this.#factory.store.removeFromBooks(id);
    await this.#factory.books.write('profiles.remove', { id });
    if (this.#selected === id) this.#selected = this.#entries.keys().next().value ?? null;
    this.#factory.announce({ kind: 'profiles' });
    return success(null);
  }

  /** The machine slept or its network changed. */
  wake(): void {
    for (const { business } of this.#entries.values()) business.wake();
  }

  /** The mirror was set aside and starts empty: it is bound again and filled from the beginning. */
  resync(id: string): void {
    this.#entries
      .get(id)
      ?.business.refill()
      .catch((error: unknown) => {
        this.#factory.log.error('business.refill', { profileId: id }, error);
      });
  }

  async close(): Promise<void> {
    await Promise.all([...this.#entries.values()].map(({ business }) => business.close()));
  }

  #admit(record: ProfileRecord): Entry {
    const business = this.#factory.build(profileOf(record), this.#apiRoot(record), (other) => this.#onDifferent(other));
    const entry = { record, business };
    this.#entries.set(record.id, entry);
    return entry;
  }

  /** Everything stops. Only the sandbox, whose world may have been made anew, starts with an empty mirror: it holds no money. */
  #onDifferent(business: Business): void {
    const { id, kind } = business.profile;
    business.stop({ kind: 'profile-changed', reason: 'different-business' });
    if (kind !== 'sandbox') return;
    this.#factory.store
      .removeMirror(id)
      .then(() => business.restart())
      .catch((error: unknown) => this.#factory.log.error('sandbox.replaced', { profileId: id }, error));
  }

  /** The sandbox has another port at every start, so its address is never taken from the books. */
  #apiRoot(record: ProfileRecord): string {
    const { sandbox } = this.#factory;
    return record.kind === 'sandbox' && sandbox !== null ? sandboxRoot(sandbox.baseUrl) : record.apiRoot;
  }

  /** Starts a business without making the caller wait for a key store that may be locked. */
  #begin(entry: Entry): void {
    this.#startBusiness(entry).catch((error: unknown) => {
      this.#factory.log.error('business.start', { profileId: entry.record.id }, error);
      // A full disk or a locked file heals by itself, and then the business goes on by itself.
      void untilDone(entry.business.context, 'business.start', () => this.#startBusiness(entry));
    });
  }

  async #startBusiness({ record, business }: Entry): Promise<void> {
    const { sandbox } = this.#factory;
    if (record.kind === 'sandbox' && sandbox !== null) this.#keys.hold(record.id, sandbox.apiKey);
    else if (record.keyStorage === 'keychain') await this.#keys.load(record.id);
    if (this.#keys.key(record.id) === null) business.stop({ kind: 'profile-changed', reason: 'no-key' });
    else await business.start();
    this.#factory.announce({ kind: 'profiles' });
  }

  async #verdict(apiRoot: string, origin: string, apiKey: string): Promise<Verdict> {
    const client = this.#factory.probeClient(apiRoot, origin, apiKey, null);
    try {
      return await tryKey(client);
    } finally {
      await client.close();
    }
  }

  #newRecord(
    input: NewProfile,
    base: { readonly origin: string; readonly apiRoot: string },
    keyStorage: KeyStorage,
  ): ProfileRecord {
    return {
      id: this.#factory.ids.uuid(),
      name: input.name,
      kind: 'business',
      origin: base.origin,
      baseUrl: input.baseUrl,
      apiRoot: base.apiRoot,
      businessUuid: null,
      keyStorage,
      readOnly: input.readOnly ?? false,
      createdAt: fromEpochMs(this.#factory.clock.now()),
      position: this.#entries.size,
    };
  }

  async #addSandbox(): Promise<void> {
    const record: ProfileRecord = {
      id: this.#factory.ids.uuid(),
      name: 'Sandbox',
      kind: 'sandbox',
      origin: SANDBOX_ORIGIN,
      baseUrl: SANDBOX_ORIGIN,
      apiRoot: SANDBOX_ORIGIN,
      businessUuid: null,
      keyStorage: 'session',
      readOnly: false,
      createdAt: fromEpochMs(this.#factory.clock.now()),
      position: 0,
    };
    await this.#factory.books.write('profiles.add', record);
    this.#admit(record);
  }

  #known(id: unknown): string | null {
    return typeof id === 'string' && this.#entries.has(id) ? id : null;
  }
}

function profileOf(record: ProfileRecord): Profile {
  const { id, name, origin, kind, readOnly } = record;
  return { id, name, origin, kind, readOnly };
}

function sandboxRoot(baseUrl: string): string {
  return `${baseUrl}/api/v1`;
}

function invalid(path: string, message: string): Failure {
  return { kind: 'invalid-input', issues: [{ path, message }] };
}

/** The key is good, but it cannot be kept where it should be; the screen asks whether to keep it for this run only. */
function keychainVerdict(problem: VaultProblem): Verdict {
  const detail = `The operating system's key store did not take the key (${problem}).`;
  return {
    ...verdictOf({ kind: 'unavailable-offline', detail }),
    code: `KEYCHAIN_${problem.toUpperCase().replaceAll('-', '_')}`,
  };
}
