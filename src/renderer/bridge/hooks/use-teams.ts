// Whose engine this window shows: this computer's or a team's, and the way to another. Small reads that the frame needs at every moment.
import { useCallback } from 'react';
import type { CallOutput } from '../../../contract/calls.ts';
import type { Failure } from '../../../domain/kernel/failure/failure.ts';
import { useCalls } from './use-action.ts';
import { useCall } from './use-call.ts';
import { forgetWindowProfile, isTeamEngine, isTeamPage } from '../wire/session.ts';

export type TeamSummary = CallOutput<'teams.list'>['teams'][number];

export interface TeamsState {
  /** How this shell shows a team's engine. */
  readonly way: CallOutput<'teams.list'>['way'];
  readonly teams: readonly TeamSummary[];
  /** The team whose engine this window shows; null: this computer's, or that of the host whose page this is. */
  readonly here: TeamSummary | null;
  /** Shows another one in this window, which is loaded anew. Gives the failure where it is not. */
  readonly show: (id: string | null) => Promise<Failure | null>;
}

const NONE: readonly TeamSummary[] = [];

export function useTeams(): TeamsState {
  const { data } = useCall('teams.list', {});
  const { run } = useCalls();
  const show = useCallback(
    async (id: string | null) => {
      // A business of one engine is none of another.
      forgetWindowProfile();
      const result = await run('teams.show', { id });
      return result.ok ? null : result.failure;
    },
    [run],
  );
  const teams = data?.teams ?? NONE;
  const here = teams.find(({ id }) => id === data?.here) ?? null;
  return { way: data?.way ?? 'none', teams, here, show };
}

/** What the engine that this window shows is called and who is in there; null where there is no other to mistake it for. */
export function useWhere(): { readonly name: string; readonly person: string | null } | null {
  const { here, teams } = useTeams();
  const me = useCall('people.me', {}, { enabled: isTeamEngine() }).data?.person ?? null;
  const person = me?.name ?? here?.person ?? null;
  if (here !== null) return { name: here.host, person };
  if (isTeamPage()) return { name: window.location.host, person };
  return teams.length === 0 ? null : { name: 'This computer', person: null };
}
