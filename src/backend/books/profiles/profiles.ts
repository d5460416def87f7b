/** Profiles as the books keep them, and settings. The key itself is never here: it lives in the vault. */
import { OPEN_RUN_STATES } from '../../../domain/resend/bulk.ts';
import { FailureError } from '../../../domain/kernel/failure/failure.ts';
import type { KeyPresence, Profile, ProfileKind } from '../../../domain/profiles/profile.ts';
import { type Row, readFlag, readInteger, readText, readTextOrNull, readWord } from '../../sqlite/columns.ts';
import type { BooksContext } from '../kernel/context.ts';

export interface ProfileRecord extends Profile {
  /** The address as the user gave it. */
  readonly baseUrl: string;
  /** Where the paths of the API begin. */
  readonly apiRoot: string;
  readonly keyStorage: KeyPresence;
  /** Known from the first delivery read on, lower case. */
  readonly businessUuid: string | null;
  /** Since when the key is not proved to be of the same business as the one before; null while there is no doubt. */
  readonly unprovedSince: string | null;
  readonly createdAt: string;
  /** Order in lists, from 0. */
  readonly position: number;
}

export type NewProfileRow = Omit<ProfileRecord, 'position'>;

export interface ProfileEdit {
  readonly id: string;
  readonly name?: string | undefined;
  readonly origin?: string | undefined;
  readonly baseUrl?: string | undefined;
  readonly apiRoot?: string | undefined;
  readonly keyStorage?: KeyPresence | undefined;
  readonly readOnly?: boolean | undefined;
  readonly businessUuid?: string | null | undefined;
  readonly unprovedSince?: string | null | undefined;
  readonly position?: number | undefined;
}

const KINDS = ['sandbox', 'business'] as const satisfies readonly ProfileKind[];
const STORAGES = ['keychain', 'session', 'absent'] as const satisfies readonly KeyPresence[];

/** `profiles.list`: in their order. */
export function listProfiles({ database }: BooksContext): readonly ProfileRecord[] {
  return database.all('SELECT * FROM profiles ORDER BY position, created_at, id').map(readProfile);
}

/** `profiles.get`. */
export function getProfile({ database }: BooksContext, input: { readonly id: string }): ProfileRecord | null {
  const row = database.get('SELECT * FROM profiles WHERE id = ?', input.id);
  return row === null ? null : readProfile(row);
}

function readProfile(row: Row): ProfileRecord {
  return {
    id: readText(row, 'id'),
    name: readText(row, 'name'),
    kind: readWord(row, 'kind', KINDS),
    origin: readText(row, 'origin'),
    baseUrl: readText(row, 'base_url'),
    apiRoot: readText(row, 'api_root'),
    keyStorage: readWord(row, 'key_storage', STORAGES),
    readOnly: readFlag(row, 'read_only'),
    businessUuid: readTextOrNull(row, 'business_uuid'),
    unprovedSince: readTextOrNull(row, 'unproved_since'),
    createdAt: readText(row, 'created_at'),
    position: readInteger(row, 'position'),
  };
}

/** `profiles.add`: at the end of the list. */
export function addProfile({ database }: BooksContext, input: NewProfileRow): ProfileRecord {
  return database.transaction(() => {
    const last = database.get('SELECT coalesce(max(position), -1) AS position FROM profiles');
    const position = last === null ? 0 : readInteger(last, 'position') + 1;
    database.run(
      `INSERT INTO profiles (id, name, kind, origin, base_url, api_root, key_storage, read_only, business_uuid, unproved_since,
        created_at, position) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      input.id,
      input.name,
      input.kind,
      input.origin,
      input.baseUrl,
      input.apiRoot,
      input.keyStorage,
      input.readOnly ? 1 : 0,
      input.businessUuid,
      input.unprovedSince,
      input.createdAt,
      position,
    );
    return { ...input, position };
  });
}

/** `profiles.update`: the named fields; absent ones stay. */
export function updateProfile(context: BooksContext, input: ProfileEdit): ProfileRecord {
  const { database } = context;
  return database.transaction(() => {
    const before = getProfile(context, input);
    if (before === null) throw new FailureError({ kind: 'not-found', what: 'profile', ident: input.id });
    const after: ProfileRecord = {
      ...before,
      name: input.name ?? before.name,
      origin: input.origin ?? before.origin,
      baseUrl: input.baseUrl ?? before.baseUrl,
      apiRoot: input.apiRoot ?? before.apiRoot,
      keyStorage: input.keyStorage ?? before.keyStorage,
      readOnly: input.readOnly ?? before.readOnly,
      businessUuid: input.businessUuid === undefined ? before.businessUuid : input.businessUuid,
      unprovedSince: input.unprovedSince === undefined ? before.unprovedSince : input.unprovedSince,
      position: input.position ?? before.position,
    };
    database.run(
      `UPDATE profiles SET name = ?, origin = ?, base_url = ?, api_root = ?, key_storage = ?, read_only = ?, business_uuid = ?,
        unproved_since = ?, position = ? WHERE id = ?`,
      after.name,
      after.origin,
      after.baseUrl,
      after.apiRoot,
      after.keyStorage,
      after.readOnly ? 1 : 0,
      after.businessUuid,
      after.unprovedSince,
      after.position,
      after.id,
    );
    return after;
  });
}

/** The setting that holds the reserve of a profile; it goes with the profile. */
export function reserveKey(profileId: string): string {
  return `reserve/${profileId}`;
}

/** The setting that holds what runs of resends have learned about their pace; it goes with the profile. */
export function paceKey(profileId: string): string {
  return `resend-pace/${profileId}`;
}

/** The setting that holds what is set for the watch of a profile's deliveries; it goes with the profile. */
export function watchKey(profileId: string): string {
  return `watch/${profileId}`;
}

/** The setting that says where a profile's webhook secret is kept, never the secret; it goes with the profile. */
export function webhookSecretKey(profileId: string): string {
  return `webhook-secret/${profileId}`;
}

/** The setting that holds what the last run of the reconciliation came to; it goes with the profile. */
export function reconcileKey(profileId: string): string {
  return `reconcile/${profileId}`;
}

/** The setting that holds when the closed periods were compared with the mirror last; it goes with the profile. */
export function comparedKey(profileId: string): string {
  return `prior-period/${profileId}`;
}

/** The setting that holds what a person was told of already; it goes with the profile. */
export function newsKey(profileId: string): string {
  return `news/${profileId}`;
}

/** `profiles.remove`: the profile and its settings; what the books hold about it stays (`profiles.erase` takes that). */
export function removeProfile(context: BooksContext, input: { readonly id: string }): void {
  const { database } = context;
  database.transaction(() => {
    for (const keyOf of [reserveKey, watchKey, paceKey, reconcileKey, comparedKey, newsKey])
      setSetting(context, { key: keyOf(input.id), value: null });
    setSetting(context, { key: webhookSecretKey(input.id), value: null });
    database.run('DELETE FROM told_failures WHERE profile_id = ?', input.id);
    endWhatIsOpen(context, input.id);
    database.run('DELETE FROM profiles WHERE id = ?', input.id);
  });
}

/**
 * Nobody would find out any more what became of it: without a certain end it is a question to whoever resends the same invoice next. What was
 * only armed was not sent, but in a copy that was put back it may have been afterwards.
 */
function endWhatIsOpen({ database }: BooksContext, profileId: string): void {
  const end = (table: string, unclear: string): void => {
    database.run(
      `UPDATE ${table} SET state = 'ended', outcome = CASE WHEN state = 'armed' AND outcome <> 'restored' THEN 'not-sent' ELSE '${unclear}' END, ended_at = updated_at
        WHERE profile_id = ? AND state <> 'ended'`,
      profileId,
    );
  };
  end('resend_intents', 'not-observed');
  end('create_intents', 'unknown');
  const open = `profile_id = ? AND state IN (${OPEN_RUN_STATES.map((state) => `'${state}'`).join(', ')})`;
  database.run(
    `UPDATE bulk_items SET state = 'cancelled' WHERE state = 'waiting' AND run_id IN (SELECT run_id FROM bulk_runs WHERE ${open})`,
    profileId,
  );
  database.run(`UPDATE bulk_runs SET state = 'cancelled', ended_at = updated_at WHERE ${open}`, profileId);
}

/**
 * Tables whose rows belong to one profile; what hangs on those rows goes with them. Imports, which may have a million, are swept away before
 * (store.removeFromBooks); the keys of their entries hang on nothing.
 */
const OF_A_PROFILE = [
  'hand_matches',
  'imports',
  'sources',
  'resend_intents',
  'create_intents',
  'bulk_runs',
  'acknowledgements',
  'saved_views',
  'exceptions',
  'prior_period_adjustments',
  'closes',
  'activity',
  'observations',
  'request_log',
] as const;

/** `profiles.erase`: the profile and everything the books hold about it. The profile first: its activity cannot be deleted before. */
export function eraseProfile(context: BooksContext, input: { readonly id: string }): void {
  const { database } = context;
  database.transaction(() => {
    removeProfile(context, input);
    const own = 'SELECT seq FROM imports WHERE profile_id = ?';
    database.run(`DELETE FROM entry_keys WHERE import_seq IN (${own})`, input.id);
    for (const table of OF_A_PROFILE) {
      database.run(`DELETE FROM ${table} WHERE profile_id = ?`, input.id);
    }
  });
}

/** `settings.get`: the JSON text of a setting, or null. */
export function getSetting({ database }: BooksContext, input: { readonly key: string }): string | null {
  const row = database.get('SELECT value FROM settings WHERE key = ?', input.key);
  return row === null ? null : readText(row, 'value');
}

/** `settings.set`: JSON text; null removes the setting. */
export function setSetting(
  { database }: BooksContext,
  input: { readonly key: string; readonly value: string | null },
): void {
  if (input.value === null) {
    database.run('DELETE FROM settings WHERE key = ?', input.key);
    return;
  }
  const sql = 'INSERT INTO settings (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value';
  database.run(sql, input.key, input.value);
}

/** `settings.setAll`: several of them, all or none. */
export function setSettings(
  context: BooksContext,
  input: { readonly settings: readonly { readonly key: string; readonly value: string | null }[] },
): void {
  context.database.transaction(() => {
    for (const setting of input.settings) setSetting(context, setting);
  });
}
