// The people of this host in memory, as every call and every event is held against them, and the one way in for whoever signs in.
import { FailureError } from '../../domain/kernel/failure/failure.ts';
import { type Needs, neededOf, type Role } from '../../domain/kernel/roles.ts';
import { ADDRESS, mayDo, type Person, PERSON_NAME } from '../../domain/people/person.ts';
import { fromEpochMs } from '../../domain/kernel/time/time.ts';
import type { Books } from '../books/books.ts';
import type { Identity, KnownPerson } from '../books/people/people.ts';
import type { Signal } from '../jobs/kernel/context.ts';
import type { Clock, Ids } from '../ports.ts';
import { Presence } from './presence.ts';

export interface SignIn extends Identity {
  readonly address: string;
  readonly isAddressVerified: boolean;
  readonly name?: string | undefined;
}

/** `other-identity`: the address belongs to somebody here who came in as somebody else; that is never changed by itself. */
export type SignedIn =
  | { readonly ok: true; readonly person: Person }
  | { readonly ok: false; readonly refusal: 'not-invited' | 'address-not-verified' | 'other-identity' };

const MOST_NAMES = 10;
const MOST_IDENTITY = 512;

interface PeopleParts {
  readonly books: Books;
  readonly clock: Clock;
  readonly ids: Pick<Ids, 'uuid'>;
  /** In whose name the console does what nobody asked it for. */
  readonly osUser: string;
  readonly announce: (signal: Signal) => void;
}

export class People {
  readonly #parts: PeopleParts;
  readonly #listeners = new Set<() => void>();
  #all: readonly KnownPerson[] = [];
  readonly presence: Presence;

  constructor(parts: PeopleParts) {
    this.#parts = parts;
    this.presence = new Presence(parts.clock, this, parts.announce);
  }

  /** `before`: who was here when a copy took the place of the books. Who may come in is never put back with it, but where nobody was here before. */
  async open(before: readonly KnownPerson[] = []): Promise<void> {
    const { books, osUser } = this.#parts;
    if (before.length > 0) await books.write('people.carryOver', { ...this.#deed(osUser), people: before });
    this.#all = await books.read('people.list', {});
  }

  /** Everybody by name, those who were removed too. */
  get all(): readonly KnownPerson[] {
    return this.#all;
  }

  /** Somebody who is in; null for whoever was removed, or has not come yet. */
  find(id: string): Person | null {
    const known = this.#all.find((one) => one.id === id && one.state === 'active');
    return known === undefined ? null : personOf(known);
  }

  /** Is it somebody who is in, and may do this on a business, or with null on the whole host? */
  may(id: string, needs: Needs, profileId: string | null): boolean {
    const person = this.find(id);
    return person !== null && mayDo(person, needs, profileId);
  }

  /** Everybody who is in and may do this there. */
  who(needs: Needs, profileId: string | null): readonly KnownPerson[] {
    return this.#all.filter((one) => one.state === 'active' && mayDo(one, needs, profileId));
  }

  /** Does a business exist for them? */
  sees(id: string, profileId: string): boolean {
    return this.may(id, 'viewer', profileId) || this.may(id, 'host-admin', null);
  }

  /**
   * Somebody who is in and may do this there. Throws FailureError `not-allowed` with who may, and `profile-changed` for a business on which they are
   * nothing: that it is there is not told.
   */
  require(id: string, needs: Needs, profileId: string | null): Person {
    const person = this.find(id);
    if (person === null) throw new FailureError({ kind: 'not-allowed', needs: [], who: [] });
    if (mayDo(person, needs, profileId)) return person;
    if (profileId !== null && !this.sees(id, profileId))
      throw new FailureError({ kind: 'profile-changed', reason: 'unknown' });
    const asked = profileId === null ? 'host-admin' : needs;
    const who = this.who(asked, profileId).slice(0, MOST_NAMES);
    throw new FailureError({ kind: 'not-allowed', needs: neededOf(asked), who: who.map(({ name }) => name) });
  }

  /** Whoever signed in elsewhere: the same one as the last time, or somebody who was invited and comes for the first time. */
  async signIn(told: SignIn): Promise<SignedIn> {
    const { books, clock, osUser } = this.#parts;
    const { issuer, subject } = told;
    if (issuer === '' || subject === '' || issuer.length > MOST_IDENTITY || subject.length > MOST_IDENTITY)
      return NOBODY;
    const before = this.#byIdentity(told);
    if (before !== null) return { ok: true, person: before };
    if (!told.isAddressVerified) return { ok: false, refusal: 'address-not-verified' };
    const address = ADDRESS.safeParse(told.address).data;
    const invited = this.#all.find((one) => one.address === address && one.state !== 'removed');
    if (invited === undefined) return NOBODY;
    if (invited.identity !== null) return { ok: false, refusal: 'other-identity' };
    const name = PERSON_NAME.safeParse(told.name).data ?? null;
    const at = fromEpochMs(clock.now());
    await this.#change(() => books.write('people.join', { id: invited.id, issuer, subject, name, taken: osUser, at }));
    const person = this.#byIdentity(told);
    return person === null ? { ok: false, refusal: 'other-identity' } : { ok: true, person };
  }

  /** Whoever has the address; answers their id. */
  async invite(
    by: string,
    invitation: {
      readonly address: string;
      readonly name?: string | undefined;
      readonly profile?: string | undefined;
      readonly roles: readonly Role[];
    },
  ): Promise<string> {
    const { address, name = null, profile = null, roles } = invitation;
    const { books, ids, osUser: taken } = this.#parts;
    const asked = { id: ids.uuid(), address, name, profileId: profile, roles, taken };
    return this.#change(() => books.write('people.invite', { ...this.#deed(by), ...asked }));
  }

  /** `seen`: as the books have it. */
  async setRoles(
    by: string,
    id: string,
    profileId: string,
    roles: readonly Role[],
    seen?: readonly Role[],
  ): Promise<void> {
    const { books } = this.#parts;
    await this.#change(() => books.write('people.setRoles', { ...this.#deed(by), id, profileId, roles, seen }));
  }

  async setHostAdmin(by: string, id: string, isHostAdmin: boolean): Promise<void> {
    await this.#change(() => this.#parts.books.write('people.setHostAdmin', { ...this.#deed(by), id, isHostAdmin }));
  }

  async remove(by: string, id: string, reason?: string): Promise<void> {
    await this.#change(() => this.#parts.books.write('people.remove', { ...this.#deed(by), id, reason }));
  }

  /** Hears that somebody is another one now: whoever keeps a session asks `find` again. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** A writer that dies may have done what nobody heard of: then too everybody is who the books say. */
  async #change<Value>(write: () => Promise<Value>): Promise<Value> {
    const done = await write().catch(async (error: unknown) => {
      if (!(error instanceof FailureError)) await this.#renew();
      throw error;
    });
    await this.#renew();
    return done;
  }

  async #renew(): Promise<void> {
    await this.open();
    for (const listener of this.#listeners) listener();
    this.#parts.announce({ kind: 'people' });
  }

  #deed(by: string) {
    return { at: fromEpochMs(this.#parts.clock.now()), osUser: by };
  }

  #byIdentity({ issuer, subject }: Identity): Person | null {
    const known = this.#all.find(
      ({ state, identity }) => state === 'active' && identity?.issuer === issuer && identity.subject === subject,
    );
    return known === undefined ? null : personOf(known);
  }
}

const NOBODY = { ok: false, refusal: 'not-invited' } as const;

function personOf({ id, name, address, isHostAdmin, grants }: KnownPerson): Person {
  return { id, name, address, isHostAdmin, grants };
}
