// A person of a team: who it is, on which businesses with which roles, and what follows from that. Pure.
import { z } from 'zod';
import { FINDING_LISTS } from '../kernel/finding.ts';
import { type Needs, neededOf, type Role, ROLES } from '../kernel/roles.ts';
import { instant, textOrNull, type ToldOf } from '../kernel/shape.ts';

export const MOST_PEOPLE = 200;
const MAX_ADDRESS = 254;
const MAX_NAME = 80;

/** A mail address as it is kept and compared: in lower case. Only what a provider of identities can vouch for. */
export const ADDRESS = z.string().trim().toLowerCase().max(MAX_ADDRESS).pipe(z.email());

/** One line as people write names; what hides or turns text is none, nor what could be read as two people (bothNames). */
export const PERSON_NAME = z
  .string()
  .trim()
  .min(1)
  .max(MAX_NAME)
  .regex(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp};]+$/u);

export const PERSON_STATES = ['invited', 'active', 'removed'] as const;

const GRANT = z.object({ profile: z.string(), roles: z.array(z.enum(ROLES)) });

/** What the engine asks of whoever calls. */
export const PERSON = z.object({
  id: z.string(),
  /** What is written down bears it: nobody else has it, or ever had. */
  name: z.string(),
  address: z.string(),
  /** Looks after the whole host: its businesses and its people. */
  isHostAdmin: z.boolean(),
  grants: z.array(GRANT),
});
export type Person = ToldOf<typeof PERSON>;

export const LISTED_PERSON = PERSON.extend({
  state: z.enum(PERSON_STATES),
  invitedBy: z.string(),
  invitedAt: instant,
  /** The first time; null before. */
  joinedAt: textOrNull,
  removedBy: textOrNull,
  removedAt: textOrNull,
});
export type ListedPerson = ToldOf<typeof LISTED_PERSON>;

/** What somebody may have open: a record by its list and id, an exception, the days of a statement. */
export const PLACES = [...FINDING_LISTS, 'exceptions', 'periods'] as const;
export type Place = (typeof PLACES)[number];

/** The roles on a business, none where there are none. */
export function rolesOn({ grants }: Pick<Person, 'grants'>, profileId: string): readonly Role[] {
  return grants.find(({ profile }) => profile === profileId)?.roles ?? [];
}

/** May a person do what asks for this on a business, or with null on the whole host? */
export function mayDo(person: Pick<Person, 'grants' | 'isHostAdmin'>, needs: Needs, profileId: string | null): boolean {
  if (needs === 'anyone') return true;
  if (needs === 'host-admin' || profileId === null) return person.isHostAdmin;
  const own = rolesOn(person, profileId);
  return neededOf(needs).some(
    (role) =>
      own.some((one) => one === role) ||
      // Whoever is anything there reads; whoever looks after the host looks after who is what.
      (role === 'viewer' && own.length > 0) ||
      (role === 'admin' && person.isHostAdmin),
  );
}
