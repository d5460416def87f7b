// One match, looked at closely: where the entry stands and why, both sides column by column, the exact difference, by
// which pass and on what evidence, what else is about the same record, and where the entry comes from.
import { Skeleton, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { CallOutput } from '../../../../contract/calls.ts';
import type { Entry, SourceKind } from '../../../../domain/entry.ts';
import type { Triage } from '../../../../domain/exception.ts';
import { type CallState, useCall } from '../../../bridge/index.ts';
import {
  entriesPath,
  entryPath,
  FailureNotice,
  FINDING_WORDS,
  hashHref,
  importPath,
  InstantText,
  Notice,
  OUTCOME_WORDS,
  plainText,
  StandingBadges,
  whyWords,
} from '../../../ui/index.ts';
import { BothSides } from './both-sides.tsx';
import { type Detail, entryName } from './entry-view.ts';
import { HandPanel } from './hand-panel.tsx';
import { EntryLines, OthersList } from './others-list.tsx';
import { OutcomeBadge } from './outcome-badge.tsx';
import classes from './entries.module.css';
import type { Evidence } from '../../../../domain/finding.ts';
import { RecordLink } from './record-link.tsx';
import { PartTitle } from '../../../ui/part-title.tsx';

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

/** Nothing without a hint. */
function Hint({ evidence, kind }: { readonly evidence: Evidence; readonly kind: SourceKind }): ReactNode {
  const hint = evidence['hint'] ?? null;
  const uuid = evidence['hint.uuid'] ?? null;
  const isIncomplete = (evidence['list.certificate'] ?? 'certified') !== 'certified';
  if (hint === null && !isIncomplete) return null;
  const list = kind === 'orders' ? 'invoices' : 'withdrawals';
  return (
    <Notice
      tone="notice"
      title={
        hint === null
          ? `The list of ${list} was not complete`
          : uuid === null
            ? 'But look at this'
            : 'But look at this one'
      }
    >
      {hint === null
        ? `It may only be unread; the next match after a complete reading tells.`
        : `${plainText(hint.slice(0, 300))} `}
      {uuid === null ? null : <RecordLink record={{ list, uuid, ident: evidence['hint.ident'] ?? null }} named />}
    </Notice>
  );
}

/** With the way to the import, and to all entries of the file. */
function Origin({ detail: { entry, import: of } }: { readonly detail: Detail }): ReactNode {
  return (
    <section>
      <PartTitle>Where it comes from</PartTitle>
      <p className={classes.entryOrigin}>
        Line {entry.line.toLocaleString('en-GB')} of{' '}
        <a className="mc-link mc-link-inline" href={hashHref(importPath(of.id))} title="Open the import">
          {plainText(of.fileName.slice(0, 120))}
        </a>
        , {plainText(of.sourceName.slice(0, 64))}. Imported <InstantText value={of.at} /> by{' '}
        {plainText(of.osUser.slice(0, 64))}.{' '}
        <a className="mc-link mc-link-inline" href={hashHref(entriesPath({ kind: entry.kind, importId: of.id }))}>
          All entries of the file
        </a>
      </p>
    </section>
  );
}

/** Of a replaced entry: the row that holds instead, with the way to it. */
function ReplacedBy({ detail: { replacedBy, import: own } }: { readonly detail: Detail }): ReactNode {
  if (replacedBy === null) return null;
  const { entry, import: of } = replacedBy;
  const file = plainText(of.fileName.slice(0, 120));
  return (
    <Notice tone="quiet" title="A newer row of this ledger holds instead">
      <a className="mc-link mc-link-inline" href={hashHref(entryPath(entry.id))}>
        {entryName(entry)}
      </a>
      , line {entry.line.toLocaleString('en-GB')} of{' '}
      <a className="mc-link mc-link-inline" href={hashHref(importPath(of.id))} title="Open the import">
        {file}
      </a>
      , imported <InstantText value={of.at} />
      {of.at < own.at ? ', and said again by a later file' : ''}. It holds again when the later import is taken back.
    </Notice>
  );
}

/** Of the entry that holds: the rows whose place it took. */
function Replaces({ detail: { replaces } }: { readonly detail: Detail }): ReactNode {
  if (replaces.length === 0) return null;
  return (
    <section>
      <PartTitle>{replaces.length === 1 ? 'It replaces an earlier row' : 'It replaces earlier rows'}</PartTitle>
      <EntryLines entries={replaces} />
    </section>
  );
}
