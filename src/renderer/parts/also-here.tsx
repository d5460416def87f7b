// Who else of the team has this record open, in one line of its head; of a business without a team nothing.
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { plainText } from '../../domain/kernel/text/plain-text.ts';
import { isTeamEngine, useOthersHere } from '../bridge/index.ts';

type Opened = Parameters<typeof useOthersHere>[0];

export function AlsoHere({ list, recordId }: Opened): ReactNode {
  return isTeamEngine() ? <Others key={`${list} ${recordId}`} list={list} recordId={recordId} /> : null;
}

/** It is there before it has words, so that they are read out when they come. */
function Others(opened: Opened): ReactNode {
  const words = othersWords(useOthersHere(opened));
  return (
    <Text span fz={13} c="dimmed" role="status" truncate miw={0} maw={280} title={words}>
      {words}
    </Text>
  );
}

/** More of them are counted. */
const NAMED = 2;

function othersWords(others: readonly string[]): string {
  const names = others.map((name) => plainText(name.slice(0, 40)));
  const [last, ...before] = (
    names.length > NAMED + 1 ? [...names.slice(0, NAMED), `${names.length - NAMED} others`] : names
  ).toReversed();
  if (last === undefined) return '';
  return before.length === 0 ? `${last} is here too` : `${before.toReversed().join(', ')} and ${last} are here too`;
}
