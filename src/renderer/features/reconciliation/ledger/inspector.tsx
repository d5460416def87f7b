/**
 * One match, looked at closely: where the entry stands and why, both sides column by column, the exact difference, by which pass and on what
 * evidence, what else is about the same record, and where the entry comes from. Not here: what can be done with it.
 */
import { Skeleton, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { CallOutput } from '../../../../contract/calls.ts';
import type { Entry } from '../../../../domain/entry.ts';
import type { Triage } from '../../../../domain/exception.ts';
import { type CallState, useCall } from '../../../bridge/index.ts';
import { FailureNotice, FINDING_WORDS, OUTCOME_WORDS, StandingBadges, whyWords } from '../../../ui/index.ts';
import { BothSides } from './both-sides.tsx';
import type { Detail } from './entry-view.ts';
import { HandPanel } from './hand-panel.tsx';
import { Hint } from './hint.tsx';
import { Origin } from './origin.tsx';
import { OthersList } from './others-list.tsx';
import { OutcomeBadge } from './outcome-badge.tsx';
import { ReplacedBy, Replaces } from './replacement.tsx';
import classes from './entries.module.css';

/** An entry with both its sides; read again when books or records change. What was read of another one says nothing of this one. */
export function useEntry(id: string): CallState<Detail> {
  const call = useCall(
    'entries.get',
    { id },
    { refreshOn: ['entries', 'exceptions', 'imports', 'invoices', 'withdrawals'] },
  );
  return { ...call, data: call.data?.entry.id === id ? call.data : undefined };
}

/** `triage` and `exception`: null and undefined where none hangs on it, or none is read. */
export function Inspector(props: {
  readonly entry: Entry;
  readonly triage: Triage | null;
  readonly exception: CallOutput<'exceptions.get'>['exception'] | undefined;
}): ReactNode {
  const { triage, exception } = props;
  const { data, failure, refresh } = useEntry(props.entry.id);
  // What the list has read may be older than the look at it.
  const entry = data?.entry ?? props.entry;
  return (
    <>
      <div className={classes.entryHead}>
        <OutcomeBadge outcome={entry.outcome} kind={entry.kind} />
        {triage === null ? null : <StandingBadges {...triage} />}
      </div>
      <Text fz={13} c="var(--mc-text-soft)">
        {sentence(whyWords(entry))}{' '}
        {exception === undefined ? (
          entry.outcome === null ? null : (
            OUTCOME_WORDS[entry.outcome].meaning
          )
        ) : (
          <strong>{FINDING_WORDS[exception.kind].next}</strong>
        )}
      </Text>
      {exception === undefined ? null : <Hint evidence={exception.evidence} kind={entry.kind} />}
      {failure === undefined ? null : <FailureNotice failure={failure} onRetry={refresh} />}
      {data === undefined ? failure === undefined ? <Reading /> : null : <Sides detail={data} />}
    </>
  );
}

function Sides({ detail }: { readonly detail: Detail }): ReactNode {
  const { entry, records, handMatch, others } = detail;
  return (
    <>
      <ReplacedBy detail={detail} />
      {handMatch === null ? (
        <BothSides entry={entry} record={records[0] ?? null} tolerance={detail.tolerance} />
      ) : (
        <HandPanel detail={detail} match={handMatch} />
      )}
      <Replaces detail={detail} />
      <OthersList others={others.filter(({ handMatchId }) => handMatchId === null || handMatchId !== handMatch?.id)} />
      <Origin detail={detail} />
    </>
  );
}

function Reading(): ReactNode {
  return (
    <div aria-busy="true" className={classes.entryReading}>
      <Skeleton height={148} radius="sm" />
      <Skeleton height={56} radius="sm" />
    </div>
  );
}

function sentence(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}
