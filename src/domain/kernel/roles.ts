// What a person may be on one business, and what a call or an event asks of whoever it is for. Pure.

/** Each by itself; whoever has any of them reads. */
export const ROLES = [
  'viewer',
  /** Resends, creates, writes notes. */
  'support',
  /** Exceptions, imports, statements. */
  'finance',
  /** Closes, keys, what goes on in spite of a doubt. */
  'approver',
  /** Who has which role, and how the business is set. */
  'admin',
] as const;
export type Role = (typeof ROLES)[number];

/** What is asked of a person: nothing, to look after the whole host, or one of these roles. */
export type Needs = 'anyone' | 'host-admin' | Role | readonly [Role, Role, ...Role[]];

/** All that is asked for, one of which is enough; none of `anyone`. */
export function neededOf(needs: Needs): readonly (Role | 'host-admin')[] {
  if (needs === 'anyone') return [];
  return typeof needs === 'string' ? [needs] : needs;
}
