// Handlers of people: who they are, inviting, roles, removing. That whoever asks may was asked before (dispatch.ts).
import type { peopleCalls } from '../../../contract/calls/people/people.ts';
import { invalidInput } from '../../../domain/kernel/failure/failure.ts';
import { type CallContext, done, type Engine, type HandlersOf } from '../kernel/handler.ts';

export function peopleHandlers({ people, profiles }: Engine): HandlersOf<typeof peopleCalls> {
  const requireProfile = (id: string): void => {
    if (!profiles.has(id)) throw invalidInput('profile', 'there is no such business');
  };
  return {
    'people.me': async (_input, { person }) => ({ person }),
    'people.list': async ({ profile }, { may }) => {
      const shown = people.all.map(({ identity: _identity, ...one }) => ({
        ...one,
        grants: one.grants.filter((grant) => profile === undefined || grant.profile === profile),
        address: may('admin', profile ?? null) ? one.address : null,
      }));
      return { people: shown.filter(({ grants }) => profile === undefined || grants.length > 0) };
    },
    'people.here': async ({ list, recordId, left }, context) => {
      const { client, person } = context;
      const { profileId } = context.business.context;
      const place = { profileId, list, recordId };
      if (person === null) return { others: [] };
      if (left === true) people.presence.left(client, place);
      return { others: [...(left === true ? [] : people.presence.here(client, person.id, place))] };
    },
    'people.invite': async (input, { by }) => {
      if (input.profile !== undefined) requireProfile(input.profile);
      else if (input.roles.length > 0) throw invalidInput('roles', 'are those on a business');
      return { id: await people.invite(by, input) };
    },
    'people.setRoles': ({ id, profile, roles, seen }, { by }) => {
      requireProfile(profile);
      return done(people.setRoles(by, id, profile, roles, seen));
    },
    'people.setHostAdmin': ({ id, isHostAdmin }, context) => {
      if (!isHostAdmin) refuseOneself(context, id);
      return done(people.setHostAdmin(context.by, id, isHostAdmin));
    },
    'people.remove': ({ id, reason }, context) => {
      refuseOneself(context, id);
      return done(people.remove(context.by, id, reason));
    },
  };
}

/** So that somebody is left who can do it. */
function refuseOneself({ person }: CallContext, id: string): void {
  if (person?.id === id) throw invalidInput('id', 'is yourself; somebody else has to do that');
}
