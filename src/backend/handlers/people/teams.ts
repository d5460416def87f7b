// Handlers of the teams' hosts that this computer knows: all of it is the shell's, and a shell that knows none says so.
import type { teamCalls } from '../../../contract/calls/people/teams.ts';
import { FailureError } from '../../../domain/kernel/failure/failure.ts';
import type { Teams } from '../../ports.ts';
import { done, type Engine, type HandlersOf } from '../kernel/handler.ts';

const NONE = { way: 'none', teams: [], here: null } as const;

export function teamHandlers({ host }: Engine): HandlersOf<typeof teamCalls> {
  const known = (): Teams => {
    if (host.teams === null)
      throw new FailureError({ kind: 'unavailable-offline', detail: 'This console shows no other engine.' });
    return host.teams;
  };
  return {
    'teams.list': async (_input, { client }) => host.teams?.list(client) ?? NONE,
    'teams.look': async ({ address }) => known().look(address),
    'teams.add': async ({ address }) => ({ id: await known().add(address) }),
    'teams.signIn': async ({ id }) => known().signIn(id),
    'teams.show': async ({ id }, { client }) => done(known().show(client, id)),
    'teams.signOut': async ({ id }) => done(known().signOut(id)),
    'teams.forget': async ({ id }) => done(known().forget(id)),
    'teams.save': async (file, { client }) => ({ kind: await known().save(client, file) }),
  };
}
