// The address book: every name that an address got stays as it was given, and the last one holds.
import { shapeReader } from '../kernel/json.ts';
import { FailureError, invalidInput } from '../../../domain/kernel/failure/failure.ts';
import {
  type AddressNames,
  type Destination,
  MAX_ADDRESSES,
  type NamedAddress,
  namesOf,
  NAMED_ADDRESS,
} from '../../../domain/records/address-book.ts';
import { readCount, readTextOrNull } from '../../sqlite/columns.ts';
import type { SqliteDatabase } from '../../sqlite/database.ts';
import { changedSince, note } from '../kernel/activity.ts';
import type { BooksContext, Deed, OfProfile } from '../kernel/context.ts';

const readNamed = shapeReader(NAMED_ADDRESS);

const HOLDING = `FROM address_names AS a WHERE a.profile_id = ? AND a.name IS NOT NULL AND NOT EXISTS (
  SELECT 1 FROM address_names AS b WHERE b.profile_id = a.profile_id AND b.address = a.address AND b.network IS a.network AND b.id > a.id)`;

/** Those that have a name, by it. For whoever has the books open. */
export function namedAddresses(database: SqliteDatabase, profileId: string): readonly NamedAddress[] {
  return database.all(`SELECT a.* ${HOLDING} ORDER BY a.name, a.id`, profileId).map(readNamed);
}

/** For whoever has the books open. */
export function addressNames(database: SqliteDatabase, profileId: string): AddressNames {
  return namesOf(namedAddresses(database, profileId));
}

/** `addresses.list` */
export function listAddresses({ database }: BooksContext, { profileId }: OfProfile): readonly NamedAddress[] {
  return namedAddresses(database, profileId);
}

/**
 * `addresses.name`: gives an address on a network a name, or with null takes it away; `before`: the name as it was seen. Answers false when it is called so
 * already. Throws FailureError `changed-since` when somebody else has named it since, `invalid-input` at MAX_ADDRESSES.
 */
export function nameAddress(
  context: BooksContext,
  input: Deed & Destination & { readonly name: string | null; readonly before: string | null },
): boolean {
  const { database } = context;
  const { profileId, at, osUser, network, address, name, before } = input;
  const last = `SELECT name FROM address_names WHERE profile_id = ? AND address = ? AND network IS ? ORDER BY id DESC LIMIT 1`;
  const row = database.get(last, profileId, address, network);
  const known = row === null ? null : readTextOrNull(row, 'name');
  if (known === name) return false;
  if (known !== before) {
    const of = { '$.address': address, ...(network === null ? {} : { '$.network': network }) };
    throw new FailureError(changedSince(context, { profileId, actions: ['name-address'], of }));
  }
  if (known === null && readCount(database.get(`SELECT count(*) AS n ${HOLDING}`, profileId)) >= MAX_ADDRESSES)
    throw invalidInput('name', `at most ${MAX_ADDRESSES} addresses`);
  database.run(
    `INSERT INTO address_names (profile_id, network, address, name, at, os_user)
        VALUES (@profileId, @network, @address, @name, @at, @osUser)`,
    { profileId, network, address, name, at, osUser },
  );
  const where = `${address}${network === null ? '' : ` on ${network}`}`;
  note(context, input, {
    action: 'name-address',
    summary: name === null ? `Take the name off the address ${where}` : `Call the address ${where} “${name}”`,
    outcome: 'done',
    evidence: { network, address, name, before },
  });
  return true;
}
