/** Somebody who was invited and has come in, as tests need them. */
import type { Role } from '../../../src/domain/kernel/roles.ts';
import type { Person } from '../../../src/domain/people/person.ts';
import type { Bench } from '../bench.ts';

export const ISSUER = 'https://identity.example';

/** Invites somebody with these roles by business, and lets them in. */
export async function joined(
  bench: Bench,
  name: string,
  roles: Readonly<Record<string, readonly Role[]>>,
  { isHostAdmin = false } = {},
): Promise<Person> {
  const address = `${name.toLowerCase().replaceAll(' ', '.')}@team.example`;
  const { id } = await bench.call('people.invite', { address, name, roles: [] });
  for (const [profile, own] of Object.entries(roles)) await bench.call('people.setRoles', { id, profile, roles: own });
  if (isHostAdmin) await bench.call('people.setHostAdmin', { id, isHostAdmin });
  const signedIn = await bench.app.people.signIn({ issuer: ISSUER, subject: id, address, isAddressVerified: true });
  if (!signedIn.ok) throw new Error(signedIn.refusal);
  return signedIn.person;
}
