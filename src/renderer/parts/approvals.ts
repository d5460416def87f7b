// What waits for a second person of a team, as Home, the sidebar and the list of approvals show it.
import type { CallOutput } from '../../contract/calls.ts';
import { WAITING_STATES } from '../../domain/people/four-eyes.ts';
import { isTeamEngine, useCall } from '../bridge/index.ts';

export type Approval = CallOutput<'fourEyes.list'>['requests'][number];

/** The list as it is read; without a team nothing is asked. */
export function useApprovals() {
  return useCall('fourEyes.list', {}, { refreshOn: ['requests'], enabled: isTeamEngine() });
}

/** Does it wait for anybody? */
export function isWaiting({ state }: Approval): boolean {
  return WAITING_STATES.some((one) => one === state);
}

/** It is this person's to answer, or to look after. */
export function isTheirs({ mayAnswer, isOwn, state }: Approval): boolean {
  return mayAnswer || (isOwn && (state === 'granted' || state === 'unknown' || state === 'restored'));
}
