// The people of the books: who was invited, who they turned out to be, and their roles on each business. Each change is in the audit log with it.
import { FailureError, invalidInput } from '../../../domain/kernel/failure/failure.ts';
import { type Role, ROLES } from '../../../domain/kernel/roles.ts';
import { type ListedPerson, MOST_PEOPLE, PERSON_NAME, PERSON_STATES, rolesOn } from '../../../domain/people/person.ts';
import { readFlag, readText, readTextOrNull, readWord } from '../../sqlite/columns.ts';
import type { SqliteDatabase } from '../../sqlite/database.ts';
import { rowReader, word } from '../../sqlite/rows.ts';
import { appendActivity, changedSince } from '../kernel/activity.ts';
import type { BooksContext, Deed, ReasonedDeed } from '../kernel/context.ts';

/** Who a provider of identities says somebody is. */
export interface Identity {
  readonly issuer: string;
  readonly subject: string;
}

export interface KnownPerson extends ListedPerson {
  /** Null until they came in for the first time. */
  readonly identity: Identity | null;
}

/** Who does it, and when; what is about no business is in the log of the console. */
type HostDeed = Omit<Deed, 'profileId'>;

const readPerson = rowReader({
  id: readText,
  name: readText,
  address: readText,
  state: word(PERSON_STATES),
  isHostAdmin: readFlag,
  issuer: readTextOrNull,
  subject: readTextOrNull,
  invitedBy: readText,
  invitedAt: readText,
  joinedAt: readTextOrNull,
  removedBy: readTextOrNull,
  removedAt: readTextOrNull,
});

/** `people.list`: everybody by name, those who were removed too. */
export function listPeople({ database }: BooksContext): readonly KnownPerson[] {
  const grants = new Map<string, Map<string, Role[]>>();
  for (const row of database.all('SELECT person_id, profile_id, role FROM person_roles')) {
    const of = grants.get(readText(row, 'person_id')) ?? new Map<string, Role[]>();
    grants.set(readText(row, 'person_id'), of);
    const profile = readText(row, 'profile_id');
    of.set(profile, [...(of.get(profile) ?? []), readWord(row, 'role', ROLES)]);
  }
  return database.all('SELECT * FROM people ORDER BY name COLLATE NOCASE, invited_at, id').map((row) => {
    const { issuer, subject, ...person } = readPerson(row);
    const own = [...(grants.get(person.id) ?? [])].map(([profile, held]) => ({
      profile,
      roles: ROLES.filter((role) => held.includes(role)),
    }));
    return { ...person, grants: own, identity: issuer === null || subject === null ? null : { issuer, subject } };
  });
}

export interface Invitation extends HostDeed {
  /** Of the person, where the address is nobody's who is here. */
  readonly id: string;
  readonly address: string;
  readonly name: string | null;
  /** Null: to the host alone. */
  readonly profileId: string | null;
  readonly roles: readonly Role[];
  /** What nobody may be called: in whose name the console does things by itself. */
  readonly taken: string;
}

/** `people.invite`: whoever has the address, who may be here already; answers their id. */
export function invitePerson(context: BooksContext, input: Invitation): string {
  const { database } = context;
  const { address, name, profileId, roles, at, osUser } = input;
  const all = listPeople(context);
  const there = all.filter(({ state }) => state !== 'removed');
  const known = there.find((one) => one.address === address);
  if (known === undefined && there.length >= MOST_PEOPLE)
    throw invalidInput('address', `at most ${MOST_PEOPLE} people`);
  const called = known?.name ?? freeName(all, input.taken, name ?? plainNameOf(address));
  const { id } = known ?? input;
  if (known === undefined) {
    const sql = `INSERT INTO people (id, address, name, state, is_host_admin, invited_by, invited_at)
        VALUES (@id, @address, @called, 'invited', 0, @osUser, @at)`;
    database.run(sql, { id, address, called, osUser, at });
  }
  if (profileId !== null) grant(database, id, profileId, roles);
  appendActivity(context, {
    at,
    osUser,
    profileId,
    action: 'invite-person',
    summary: `Invite “${called}”${rolesInWords(roles)}`,
    outcome: 'done',
    evidence: { person: id, roles },
  });
  return id;
}

/** `people.join`: somebody who was invited came in for the first time, and is known by that from now on. False where nobody waits under that id. */
export function joinPerson(
  context: BooksContext,
  input: Identity & { readonly id: string; readonly name: string | null; readonly taken: string; readonly at: string },
): boolean {
  const { database } = context;
  const { id, issuer, subject, at } = input;
  const all = listPeople(context);
  const before = all.find((one) => one.id === id && one.state === 'invited' && one.identity === null);
  if (before === undefined) return false;
  const others = all.filter((one) => one.id !== id);
  // A name that somebody chose for them stays.
  const isChosen = before.name !== plainNameOf(before.address);
  const name = isChosen || input.name === null ? before.name : freeName(others, input.taken, input.name);
  const sql = `UPDATE people SET state = 'active', issuer = @issuer, subject = @subject, joined_at = @at, name = @name WHERE id = @id`;
  database.run(sql, { id, issuer, subject, at, name });
  appendActivity(context, {
    at,
    osUser: name,
    profileId: null,
    action: 'join',
    summary: `“${name}” came in for the first time`,
    outcome: 'done',
    evidence: { person: id, issuer, subject },
  });
  return true;
}

/** `people.setRoles`: on one business, all that they are there from now on. */
export function setRoles(
  context: BooksContext,
  input: Deed & {
    readonly id: string;
    readonly roles: readonly Role[];
    /** Those that whoever asks has seen; absent: whichever they are now. */
    readonly seen?: readonly Role[] | undefined;
  },
): void {
  const { at, osUser, profileId, id, roles, seen } = input;
  const { name, ...known } = present(context, id);
  const before = rolesOn(known, profileId);
  if (seen !== undefined && !isSame(before, seen) && !isSame(before, roles)) {
    const of = { '$.person': id };
    throw new FailureError(changedSince(context, { profileId, actions: ['set-roles', 'invite-person'], of }));
  }
  grant(context.database, id, profileId, roles);
  const summary = roles.length === 0 ? `Take “${name}” off the business` : `Make “${name}”${rolesInWords(roles)}`;
  const evidence = { person: id, roles };
  appendActivity(context, { at, osUser, profileId, action: 'set-roles', summary, outcome: 'done', evidence });
}

const isSame = (one: readonly Role[], other: readonly Role[]): boolean =>
  one.length === other.length && one.every((role) => other.includes(role));

/** `people.setHostAdmin`: whether they look after the whole host. */
export function setHostAdmin(
  context: BooksContext,
  { id, isHostAdmin, at, osUser }: HostDeed & { readonly id: string; readonly isHostAdmin: boolean },
): void {
  const { name } = present(context, id);
  context.database.run('UPDATE people SET is_host_admin = ? WHERE id = ?', isHostAdmin ? 1 : 0, id);
  const summary = isHostAdmin ? `Let “${name}” look after the host` : `“${name}” looks after the host no more`;
  const done = { action: 'set-roles', summary, outcome: 'done', evidence: { person: id, isHostAdmin } } as const;
  appendActivity(context, { at, osUser, profileId: null, ...done });
}

/** `people.remove`: their row stays, so that what they did stays theirs; the address may be invited again, as another person. */
export function removePerson(
  context: BooksContext,
  { id, at, osUser, reason }: HostDeed & Pick<ReasonedDeed, 'reason'> & { readonly id: string },
): void {
  const { database } = context;
  const { name } = present(context, id);
  const sql = `UPDATE people SET state = 'removed', is_host_admin = 0, removed_at = @at, removed_by = @osUser WHERE id = @id`;
  database.run(sql, { id, at, osUser });
  database.run('DELETE FROM person_roles WHERE person_id = ?', id);
  const done = {
    action: 'remove-person',
    summary: `Remove “${name}”`,
    outcome: 'done',
    evidence: { person: id, reason },
  } as const;
  appendActivity(context, { at, osUser, profileId: null, ...done });
}

/**
 * `people.carryOver`: everybody as they were before a copy took the place of the books, which may be older than what was decided about them; whoever is
 * in the copy alone is gone. Somebody whom the copy has as removed stays so.
 */
export function carryOver(
  context: BooksContext,
  { people, at, osUser }: HostDeed & { readonly people: readonly KnownPerson[] },
): void {
  const { database } = context;
  database.run('DELETE FROM person_roles');
  const known = listPeople(context);
  const lost = `UPDATE people SET state = 'removed', is_host_admin = 0, removed_at = @at, removed_by = @osUser WHERE id = @id AND state <> 'removed'`;
  for (const { id } of known) if (!people.some((one) => one.id === id)) database.run(lost, { id, at, osUser });
  // An address that was given to somebody else is free first.
  const [gone, here] = [
    people.filter(({ state }) => state === 'removed'),
    people.filter(({ state }) => state !== 'removed'),
  ];
  for (const { identity, grants, isHostAdmin, ...person } of [...gone, ...here]) {
    const row = {
      ...person,
      isHostAdmin: isHostAdmin ? 1 : 0,
      issuer: identity?.issuer ?? null,
      subject: identity?.subject ?? null,
    };
    const before = known.find(({ id }) => id === person.id);
    const sql =
      before === undefined
        ? `INSERT INTO people (id, address, name, state, is_host_admin, issuer, subject, invited_by, invited_at, joined_at, removed_by, removed_at)
              VALUES (@id, @address, @name, @state, @isHostAdmin, @issuer, @subject, @invitedBy, @invitedAt, @joinedAt, @removedBy, @removedAt)`
        : `UPDATE people SET name = @name, state = @state, is_host_admin = @isHostAdmin, issuer = @issuer, subject = @subject, joined_at = @joinedAt,
              removed_by = @removedBy, removed_at = @removedAt WHERE id = @id AND state <> 'removed'`;
    database.run(sql, row);
    if (before?.state !== 'removed')
      for (const { profile, roles } of grants) grant(database, person.id, profile, roles);
  }
}

/** Somebody who is here. Throws FailureError `not-found`. */
function present(context: BooksContext, id: string): KnownPerson {
  const person = listPeople(context).find((one) => one.id === id && one.state !== 'removed');
  if (person === undefined) throw new FailureError({ kind: 'not-found', what: 'person', ident: id });
  return person;
}

function grant(database: SqliteDatabase, personId: string, profileId: string, roles: readonly Role[]): void {
  database.run('DELETE FROM person_roles WHERE person_id = ? AND profile_id = ?', personId, profileId);
  for (const role of roles)
    database.run('INSERT INTO person_roles (person_id, profile_id, role) VALUES (?, ?, ?)', personId, profileId, role);
}

const rolesInWords = (roles: readonly Role[]): string => (roles.length === 0 ? '' : ` ${roles.join(', ')}`);

/** What somebody is called whom nobody has named. */
function plainNameOf(address: string): string {
  const name = address.slice(0, Math.max(1, address.lastIndexOf('@')));
  return PERSON_NAME.safeParse(name).data ?? 'Somebody';
}

/** What is written down bears a name: nobody ever has that of another, be they here or gone. */
function freeName(others: readonly KnownPerson[], reserved: string, name: string): string {
  const taken = new Set([reserved, ...others.map((one) => one.name)].map((one) => one.toLowerCase()));
  let free = name;
  for (let next = 2; taken.has(free.toLowerCase()); next += 1) free = `${name} ${next}`;
  return free;
}
