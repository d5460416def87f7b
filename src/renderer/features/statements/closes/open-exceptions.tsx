// Exceptions of a month that nobody has settled: how many of each kind, and the way to them. They do not stop a close, and it never hides them.
import { Anchor, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import type { CallOutput } from '../../../../contract/calls.ts';
import type { Period } from '../../../../domain/period/period.ts';
import { countWords, grouped, hashHref } from '../../../ui/index.ts';
import { exceptionsPath, FINDING_WORDS } from '../../../parts/index.ts';

export type OpenExceptions = CallOutput<'periods.readiness'>['openExceptions'];

/** "93 exceptions are open". */
export function openExceptionsWords({ count }: Pick<OpenExceptions, 'count'>): string {
  return `${countWords(count, 'exception is', 'exceptions are')} open`;
}

/** Each kind with its count, as a link to the list that shows them. */
export function KindLinks({ period, open }: { readonly period: Period; readonly open: OpenExceptions }): ReactNode {
  return (
    <Group component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }} aria-label="Open exceptions by kind">
      {open.kinds.map(({ kind, count }) => (
        <li key={kind}>
          <Anchor
            inherit
            display="inline-block"
            py={4}
            href={hashHref(exceptionsPath({ state: 'open', kind, period }))}
            title={FINDING_WORDS[kind].meaning}
          >
            {FINDING_WORDS[kind].name}: {grouped(count)}
          </Anchor>
        </li>
      ))}
    </Group>
  );
}
