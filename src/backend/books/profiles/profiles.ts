/** Profiles as the books keep them, and settings. The key itself is never here: it lives in the vault. */
import { OPEN_RUN_STATES } from '../../../domain/resend/bulk.ts';
import { changedBy } from '../../../domain/kernel/fields.ts';
import { FailureError } from '../../../domain/kernel/failure/failure.ts';
import type { KeyPresence, Profile, ProfileKind } from '../../../domain/profiles/profile.ts';
import { type Row, readFlag, readInteger, readText, readTextOrNull } from '../../sqlite/columns.ts';
import { rowReader, word } from '../../sqlite/rows.ts';
import type { BooksContext } from '../kernel/context.ts';

export interface ProfileRecord extends Profile {
  /** The address as the user gave it. */
  readonly baseUrl: string;
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

type Editable = Omit<ProfileRecord, 'id' | 'kind' | 'createdAt'>;
export type ProfileEdit = Pick<ProfileRecord, 'id'> & {
  readonly [Name in keyof Editable]?: Editable[Name] | undefined;
};

const KINDS = ['sandbox', 'business'] as const satisfies readonly ProfileKind[];
const STORAGES = ['keychain', 'session', 'absent'] as const satisfies readonly KeyPresence[];

export function listProfiles({ database }: BooksContext): readonly ProfileRecord[] {
  return database.all('SELECT * FROM profiles ORDER BY position, created_at, id').map(readProfile);
}

export function getProfile({ database }: BooksContext, input: { readonly id: string }): ProfileRecord | null {
  return database.one(readProfile, 'SELECT * FROM profiles WHERE id = ?', input.id);
}

const readProfile: (row: Row) => ProfileRecord = rowReader({
  id: readText,
  name: readText,
  kind: word(KINDS),
  origin: readText,
  baseUrl: readText,
  apiRoot: readText,
  keyStorage: word(STORAGES),
  readOnly: readFlag,
  businessUuid: readTextOrNull,
  unprovedSince: readTextOrNull,
  createdAt: readText,
  position: readInteger,
});

export function addProfile({ database }: BooksContext, input: NewProfileRow): ProfileRecord {
  const last = database.get('SELECT coalesce(max(position), -1) AS position FROM profiles');
  const position = last === null ? 0 : readInteger(last, 'position') + 1;
  database.run(
    `INSERT INTO profiles (id, name, kind, origin, base_url, api_root, key_storage, read_only, business_uuid, unproved_since,
        created_at, position) VALUES (@id, @name, @kind, @origin, @baseUrl, @apiRoot, @keyStorage, @readOnly, @businessUuid, @unprovedSince,
        @createdAt, @position)`,
    { ...input, readOnly: input.readOnly ? 1 : 0, position },
  );
  return { ...input, position };
}

/** `profiles.update`: the named fields; absent ones stay. */
export function updateProfile(context: BooksContext, input: ProfileEdit): ProfileRecord {
  const { database } = context;
  const before = getProfile(context, input);
  if (before === null) throw new FailureError({ kind: 'not-found', what: 'profile', ident: input.id });
  const after = changedBy(before, input);
  database.run(
    `UPDATE profiles SET name = @name, origin = @origin, base_url = @baseUrl, api_root = @apiRoot, key_storage = @keyStorage,
        read_only = @readOnly, business_uuid = @businessUuid, unproved_since = @unprovedSince, position = @position WHERE id = @id`,
    { ...after, readOnly: after.readOnly ? 1 : 0 },
  );
  return after;
}

/** Names a setting of a profile; it goes with the profile. */
const ofProfile =
  (name: string) =>
  (profileId: string): string =>
    `${name}/${profileId}`;

export const reserveKey = ofProfile('reserve');
/** What runs of resends have learned about their pace. */
export const paceKey = ofProfile('resend-pace');
export const watchKey = ofProfile('watch');
/** Where a profile's webhook secret is kept, never the secret. */
export const webhookSecretKey = ofProfile('webhook-secret');
/** What the last run of the reconciliation came to. */
export const reconcileKey = ofProfile('reconcile');
/** When the closed periods were compared with the mirror last. */
export const comparedKey = ofProfile('prior-period');
/** What a person was told of already. */
export const newsKey = ofProfile('news');
/** Which receivers are down and by which methods nothing is paid, as it was told. */
export const healthKey = ofProfile('health');
export const payoutsKey = ofProfile('payouts');
/** Where answers strayed from the specification. */
export const driftKey = ofProfile('drift');
const KEYS = [
  reserveKey,
  paceKey,
  watchKey,
  webhookSecretKey,
  reconcileKey,
  comparedKey,
  newsKey,
  healthKey,
  payoutsKey,
  driftKey,
];

/** `profiles.remove`: the profile and its settings; what the books hold about it stays (`profiles.erase` takes that). */
export function removeProfile(context: BooksContext, input: { readonly id: string }): void {
  const { database } = context;
  for (const keyOf of KEYS) setSetting(context, { key: keyOf(input.id), value: null });
  database.run('DELETE FROM told_failures WHERE profile_id = ?', input.id);
  endWhatIsOpen(context, input.id);
  for (const table of ['person_roles', 'four_eyes_rules'])
    database.run(`DELETE FROM ${table} WHERE profile_id = ?`, input.id);
  database.run('DELETE FROM profiles WHERE id = ?', input.id);
}

/**
 * Nobody would find out any more what became of it: without a certain end it is a question to whoever resends the same invoice next. What was
 * only armed was not sent, but in a copy that was put back it may have been afterwards.
 */
function endWhatIsOpen({ database }: BooksContext, profileId: string): void {
  const end = (table: string, unclear: string): void => {
    const outcome = `CASE WHEN state = 'armed' AND outcome <> 'restored' THEN 'not-sent' ELSE '${unclear}' END`;
    const sql = `UPDATE ${table} SET state = 'ended', outcome = ${outcome}, ended_at = updated_at WHERE profile_id = ? AND state <> 'ended'`;
    database.run(sql, profileId);
  };
  end('resend_intents', 'not-observed');
  end('create_intents', 'unknown');
  const open = `profile_id = ? AND state IN (${OPEN_RUN_STATES.map((state) => `'${state}'`).join(', ')})`;
  const waiting = `state = 'waiting' AND run_id IN (SELECT run_id FROM bulk_runs WHERE ${open})`;
  database.run(`UPDATE bulk_items SET state = 'cancelled' WHERE ${waiting}`, profileId);
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
  'notes',
  'labels',
  'answers',
  'exceptions',
  'prior_period_adjustments',
  'closes',
  'reconciling_items',
  'catalogue_readings',
  'catalogue_changes',
  'address_names',
  'entry_orders',
  'journal_mappings',
  'journals_made',
  'month_steps',
  'month_ticks',
  'export_runs',
  'export_schedules',
  'home_currencies',
  'home_rates',
  'rate_pairs',
  'four_eyes_requests',
  'audit_heads',
  'activity',
  'observations',
  'request_log',
] as const;

/** `profiles.erase`: the profile and everything the books hold about it. The profile first: its activity cannot be deleted before. */
export function eraseProfile(context: BooksContext, input: { readonly id: string }): void {
  const { database } = context;
  removeProfile(context, input);
  const own = 'SELECT seq FROM imports WHERE profile_id = ?';
  database.run(`DELETE FROM entry_keys WHERE import_seq IN (${own})`, input.id);
  const orders = 'SELECT number FROM entry_orders WHERE profile_id = ?';
  database.run(`DELETE FROM ordered_entries WHERE order_number IN (${orders})`, input.id);
  for (const table of OF_A_PROFILE) database.run(`DELETE FROM ${table} WHERE profile_id = ?`, input.id);
}

/** `settings.get`: the JSON text of a setting, or null. */
export function getSetting({ database }: BooksContext, input: { readonly key: string }): string | null {
  return database.one((row) => readText(row, 'value'), 'SELECT value FROM settings WHERE key = ?', input.key);
}

/** `settings.getAll`: the named ones of one moment, null where one is not set. */
export function getSettings(
  context: BooksContext,
  input: { readonly keys: readonly string[] },
): readonly SettingValue[] {
  return input.keys.map((key) => ({ key, value: getSetting(context, { key }) }));
}

/** A setting as JSON text; null removes it. */
export interface SettingValue {
  readonly key: string;
  readonly value: string | null;
}

export function setSetting({ database }: BooksContext, { key, value }: SettingValue): void {
  const sql =
    value === null
      ? 'DELETE FROM settings WHERE key = @key'
      : 'INSERT INTO settings (key, value) VALUES (@key, @value) ON CONFLICT (key) DO UPDATE SET value = excluded.value';
  database.run(sql, { key, value });
}

/** `settings.setAll`: several of them, all or none. */
export function setSettings(context: BooksContext, input: { readonly settings: readonly SettingValue[] }): void {
  for (const setting of input.settings) setSetting(context, setting);
}
