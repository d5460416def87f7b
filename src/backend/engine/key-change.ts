// Giving a profile another key: nothing passes while it is tried; another business's is refused, one that could not be
// compared begins a new mirror and only reads until a delivery names its business.
import type { Failure } from '../../domain/kernel/failure/failure.ts';
import type { KeyStorage } from '../../domain/profiles/profile.ts';
import { fromEpochMs } from '../../domain/kernel/time/time.ts';
import type { ApiClient } from '../api/endpoints/calls.ts';
import type { ProfileRecord } from '../books/profiles/profiles.ts';
import { identify, type SameBusiness } from '../jobs/sync/identity.ts';
import type { VaultProblem } from '../ports.ts';
import type { Business } from './business.ts';
import type { BusinessFactory } from './factory.ts';
import type { Keyring } from './keyring.ts';
import { tryKey, type ProbeVerdict, verdictOf } from './probe.ts';

export interface KeyChangeEntry {
  record: ProfileRecord;
  business: Business;
  keyChange: Promise<unknown>;
}

export interface NewKey {
  readonly apiKey: string;
  readonly storage: KeyStorage;
}

export interface KeyVerdict {
  readonly verdict: ProbeVerdict;
  readonly sameBusiness: SameBusiness;
}

/** Tries the key, compares it and, unless it is another business's, puts it in the place of the one before. */
export async function changeKey(
  factory: BusinessFactory,
  keys: Keyring,
  entry: KeyChangeEntry,
  key: NewKey,
): Promise<KeyVerdict> {
  const { record, business } = entry;
  const { apiRoot, origin, id } = record;
  return await factory.withKey({ apiRoot, origin, apiKey: key.apiKey, profileId: id }, async (client) => {
    await business.hold();
    try {
      const compared = await compare(client, entry);
      const isTaken = compared.verdict.ok && compared.sameBusiness !== 'different';
      const answer = isTaken ? await replace(factory, keys, entry, key, compared) : compared;
      if (answer.verdict.ok) factory.announce({ kind: 'profiles' });
      else business.release();
      return answer;
    } catch (error) {
      business.release();
      throw error;
    }
  });
}

async function compare(client: ApiClient, { record, business }: KeyChangeEntry): Promise<KeyVerdict> {
  const verdict = await tryKey(client);
  if (!verdict.ok) return { verdict, sameBusiness: 'unproved' };
  // What an unproved key has read proves nothing about the next one.
  const mirror = record.unprovedSince === null ? business.mirror : null;
  const identity = await identify(client, mirror, { lane: 'click', businessUuid: record.businessUuid });
  // A mirror that is not empty takes no key that could not be compared.
  if (!identity.ok) return { verdict: verdictOf(identity.failure), sameBusiness: 'unproved' };
  if (identity.value !== 'different') return { verdict, sameBusiness: identity.value };
  const failure: Failure = { kind: 'profile-changed', reason: 'different-business' };
  return { verdict: { ok: false, code: 'DIFFERENT_BUSINESS', failure }, sameBusiness: 'different' };
}

/** The doubt is written down before the key is kept: a console that ends in between reads too carefully, never too boldly. */
async function replace(
  factory: BusinessFactory,
  keys: Keyring,
  entry: KeyChangeEntry,
  { apiKey, storage }: NewKey,
  compared: KeyVerdict,
): Promise<KeyVerdict> {
  const before = entry.record;
  const { id } = before;
  const isProved = compared.sameBusiness === 'proved';
  const unprovedSince = isProved ? null : fromEpochMs(factory.clock.now());
  if (!isProved) await factory.books.write('profiles.update', { id, unprovedSince });
  const kept = await keys.keep(id, apiKey, storage, before.keyStorage);
  if (!kept.ok) {
    if (!isProved) await factory.books.write('profiles.update', { id, unprovedSince: before.unprovedSince });
    return { verdict: keychainVerdict(kept.problem), sameBusiness: compared.sameBusiness };
  }
  // The present record: it may have been renamed while the key was tried.
  entry.record = { ...entry.record, keyStorage: storage, unprovedSince };
  await factory.books.write('profiles.update', entry.record);
  // An unproved key begins with an empty mirror; and what it read is nobody's once a proved one comes.
  if (!isProved || before.unprovedSince !== null) await factory.store.removeMirror(id);
  await entry.business.restart(before.businessUuid, isProved ? 'same' : 'unproved');
  // Whoever gives a key wants it read, also where the reading was paused before.
  if (entry.business.sync.state().phase === 'paused') entry.business.sync.start();
  return compared;
}

/** The key is good, but it cannot be kept where it should be; the screen asks whether to keep it for this run only. */
export function keychainVerdict(problem: VaultProblem): ProbeVerdict {
  const detail = `The operating system's key store did not take the key (${problem}).`;
  return {
    ...verdictOf({ kind: 'unavailable-offline', detail }),
    code: `KEYCHAIN_${problem.toUpperCase().replaceAll('-', '_')}`,
  };
}
