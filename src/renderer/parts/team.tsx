// Of a team: what waits for a second person, and who else has a record open. Without one, nothing.
import type { CallOutput } from '../../contract/calls.ts';
import { WAITING_STATES } from '../../domain/people/four-eyes.ts';
import { isTeamEngine, useCall, useOthersHere } from '../bridge/index.ts';
import { Text } from '@mantine/core';
import { plainText } from '../../domain/kernel/text/plain-text.ts';

export type Approval = CallOutput<'fourEyes.list'>['requests'][number];

/** The list as it is read; without a team nothing is asked, and so nothing is awaited. */
export function useApprovals() {
  const asked = useCall('fourEyes.list', {}, { refreshOn: ['requests'], enabled: isTeamEngine() });
  return isTeamEngine() ? asked : { ...asked, data: NOTHING_ASKED };
}

const NOTHING_ASKED: CallOutput<'fourEyes.list'> = { requests: [], waiting: 0 };

/** Does it wait for anybody? */
export function isWaiting({ state }: Approval): boolean {
  return WAITING_STATES.some((one) => one === state);
}

/** It is this person's to answer, or to look after. */
export function isTheirs({ mayAnswer, isOwn, state }: Approval): boolean {
  return mayAnswer || (isOwn && (state === 'granted' || state === 'unknown' || state === 'restored'));
}

type Opened = Parameters<typeof useOthersHere>[0];

export function AlsoHere({ list, recordId }: Opened) {
  return isTeamEngine() ? <Others key={`${list} ${recordId}`} list={list} recordId={recordId} /> : null;
}

/** It is there before it has words, so that they are read out when they come. */
function Others(opened: Opened) {
  const words = othersWords(useOthersHere(opened));
  return (
    <Text span fz={13} c="dimmed" role="status" truncate miw={0} maw={280} title={words}>
      {words}
    </Text>
  );
}

const NAMED = 2;

function othersWords(others: readonly string[]): string {
  const names = others.map((name) => plainText(name.slice(0, 40)));
  const [last, ...before] = (
    names.length > NAMED + 1 ? [...names.slice(0, NAMED), `${names.length - NAMED} others`] : names
  ).toReversed();
  if (last === undefined) return '';
  return before.length === 0 ? `${last} is here too` : `${before.toReversed().join(', ')} and ${last} are here too`;
}
