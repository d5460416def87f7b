// One match, looked at closely: where the entry stands and why, both sides column by column, the exact difference, by
// which pass and on what evidence, what else is about the same record, and where the entry comes from.
import { Group, Skeleton, Stack, Text } from '@mantine/core';
import type { CallOutput } from '../../../../contract/calls.ts';
import type { Entry, HandMatch, SourceKind } from '../../../../domain/ledger/entry.ts';
import type { Triage } from '../../../../domain/reconcile/exception.ts';
import { type CallState, useCall } from '../../../bridge/index.ts';
import {
  entriesPath,
  entryPath,
  FailureNotice,
  grouped,
  importPath,
  InstantText,
  Link,
  Notice,
  plainText,
} from '../../../ui/index.ts';
import { FINDING_WORDS, OUTCOME_WORDS, StandingBadges, whyWords } from '../../../parts/index.ts';
import { BothSides, capital } from './both-sides.tsx';
import { type Detail, entryName } from './entry-view.ts';
import { Amount, EntryLines, OutcomeBadge, recordAmount, RecordLines, RecordLink } from './lines.tsx';
import type { Evidence } from '../../../../domain/kernel/finding.ts';
import { PartTitle } from '../../../ui/text/small-parts.tsx';
import { type HandSum, handSum, type Summand } from './hand-sums.ts';

const DETAIL_KINDS = ['entries', 'exceptions', 'imports', 'invoices', 'withdrawals'] as const;

/** An entry with both its sides; read again when books or records change. What was read of another one says nothing of this one. */
export function useEntry(id: string): CallState<Detail> {
  const call = useCall('entries.get', { id }, { refreshOn: DETAIL_KINDS });
  return { ...call, data: call.data?.entry.id === id ? call.data : undefined };
}

/** `triage` and `exception`: null and undefined where none hangs on it, or none is read. */
export function Inspector(props: {
  readonly entry: Entry;
  readonly triage: Triage | null;
  readonly exception: CallOutput<'exceptions.get'>['exception'] | undefined;
}) {
  const { triage, exception } = props;
  const { data, failure, refresh } = useEntry(props.entry.id);
  // What the list has read may be older than the look at it.
  const entry = data?.entry ?? props.entry;
  return (
    <>
      <Group gap="4px 6px">
        <OutcomeBadge outcome={entry.outcome} kind={entry.kind} />
        {triage === null ? null : <StandingBadges {...triage} />}
      </Group>
      <Text fz={13} c="var(--mc-text-soft)">
        {capital(whyWords(entry))}.{' '}
        {exception !== undefined ? (
          <strong>{FINDING_WORDS[exception.kind].next}</strong>
        ) : entry.outcome !== null ? (
          OUTCOME_WORDS[entry.outcome].meaning
        ) : null}
      </Text>
      {exception === undefined ? null : <Hint evidence={exception.evidence} kind={entry.kind} />}
      <FailureNotice failure={failure} onRetry={refresh} />
      {data !== undefined ? (
        <Sides detail={data} />
      ) : failure === undefined ? (
        <Stack aria-busy="true" gap={12}>
          <Skeleton height={148} radius="sm" />
          <Skeleton height={56} radius="sm" />
        </Stack>
      ) : null}
    </>
  );
}

function Sides({ detail }: { readonly detail: Detail }) {
  const { entry, records, handMatch, others } = detail;
  return (
    <>
      <ReplacedBy detail={detail} />
      {handMatch === null ? (
        <BothSides entry={entry} record={records[0] ?? null} tolerance={detail.tolerance} />
      ) : (
        <HandPanel detail={detail} match={handMatch} />
      )}
      <Lines
        title={detail.replaces.length === 1 ? 'It replaces an earlier row' : 'It replaces earlier rows'}
        entries={detail.replaces}
      />
      <Lines
        title="Also in your ledger, of the same record or id"
        entries={others.filter(({ handMatchId }) => handMatchId === null || handMatchId !== handMatch?.id)}
      />
      <Origin detail={detail} />
    </>
  );
}

function Hint({ evidence, kind }: { readonly evidence: Evidence; readonly kind: SourceKind }) {
  const hint = evidence['hint'] ?? null;
  const uuid = evidence['hint.uuid'] ?? null;
  const isIncomplete = (evidence['list.certificate'] ?? 'certified') !== 'certified';
  if (hint === null && !isIncomplete) return null;
  const list = kind === 'orders' ? 'invoices' : 'withdrawals';
  const [title, words] =
    hint === null
      ? [
          `The list of ${list} was not complete`,
          'It may only be unread; the next match after a complete reading tells.',
        ]
      : [uuid === null ? 'But look at this' : 'But look at this one', `${plainText(hint.slice(0, 300))} `];
  return (
    <Notice tone="notice" title={title}>
      {words}
      {uuid === null ? null : <RecordLink record={{ list, uuid, ident: evidence['hint.ident'] ?? null }} named />}
    </Notice>
  );
}

/** With the way to the import, and to all entries of the file. */
function Origin({ detail: { entry, import: of } }: { readonly detail: Detail }) {
  return (
    <section>
      <PartTitle>Where it comes from</PartTitle>
      <Text fz={13} style={{ overflowWrap: 'anywhere' }}>
        Line {grouped(entry.line)} of{' '}
        <Link to={importPath(of.id)} inline title="Open the import">
          {plainText(of.fileName.slice(0, 120))}
        </Link>
        , {plainText(of.sourceName.slice(0, 64))}. Imported <InstantText value={of.at} /> by{' '}
        {plainText(of.osUser.slice(0, 64))}.{' '}
        <Link to={entriesPath({ kind: entry.kind, importId: of.id })} inline>
          All entries of the file
        </Link>
      </Text>
    </section>
  );
}

/** Of a replaced entry: the row that holds instead, with the way to it. */
function ReplacedBy({ detail: { replacedBy, import: own } }: { readonly detail: Detail }) {
  if (replacedBy === null) return null;
  const { entry, import: of } = replacedBy;
  return (
    <Notice tone="quiet" title="A newer row of this ledger holds instead">
      <Link to={entryPath(entry.id)} inline>
        {entryName(entry)}
      </Link>
      , line {grouped(entry.line)} of{' '}
      <Link to={importPath(of.id)} inline title="Open the import">
        {plainText(of.fileName.slice(0, 120))}
      </Link>
      , imported <InstantText value={of.at} />
      {of.at < own.at ? ', and said again by a later file' : ''}. It holds again when the later import is taken back.
    </Notice>
  );
}

function Lines({ title, entries }: { readonly title: string; readonly entries: readonly Entry[] }) {
  if (entries.length === 0) return null;
  return (
    <section>
      <PartTitle>{title}</PartTitle>
      <EntryLines entries={entries} />
    </section>
  );
}

export function HandPanel({ detail, match }: { readonly detail: Detail; readonly match: HandMatch }) {
  const { entry, records, others } = detail;
  const together = [entry, ...others.filter(({ handMatchId }) => handMatchId === match.id)];
  const noun = entry.kind === 'orders' ? 'invoice' : 'withdrawal';
  const theirs: readonly Summand[] = records.map((record) => recordAmount(record, entry));
  const isWhole = together.length === match.entries.length && records.length === match.records.length;
  return (
    <Stack component="section" gap={6}>
      <PartTitle>Matched by hand</PartTitle>
      <Text fz={13} style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        “{plainText(match.note)}”
      </Text>
      <Text fz={12} c="dimmed">
        <InstantText value={match.at} /> · {plainText(match.osUser.slice(0, 64))}
      </Text>
      <PartTitle order={4}>Ledger</PartTitle>
      <EntryLines entries={together} />
      <PartTitle order={4}>{records.length === 1 ? 'The record' : 'The records'}</PartTitle>
      <RecordLines records={records} entry={entry} />
      {isWhole ? <HandSumLine sum={handSum(together, theirs, noun)} /> : null}
    </Stack>
  );
}

const TONES = { even: 'var(--mc-good-text)', apart: 'var(--mc-warn-text)', open: 'var(--mc-text)' } as const;

/** Both sums of a match by hand and the exact difference between them; nothing that cannot be added up is. */
export function HandSumLine({ sum: { yours, ours, difference, unit } }: { readonly sum: HandSum }) {
  const tone = TONES[difference === null ? 'open' : difference === '0' ? 'even' : 'apart'];
  return (
    <Group gap="4px 24px" px={14} py={10} bdrs="md" bg="var(--mc-sunken)">
      {(
        [
          ['Ledger', yours, ''],
          ['Records', ours, '−'],
          ['Difference', difference, '='],
        ] as const
      ).map(([title, amount, sign]) => (
        <div key={title}>
          <Text fz={12} lh="16px" c="dimmed">
            {title}
          </Text>
          <Text component="div" fw={600} c={title === 'Difference' ? tone : 'var(--mc-text)'}>
            <span aria-hidden="true">{sign}</span> <Amount of={{ amount, unit }} sign={title === 'Difference'} />
          </Text>
        </div>
      ))}
    </Group>
  );
}
