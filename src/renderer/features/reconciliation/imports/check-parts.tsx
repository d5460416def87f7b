// Parts of a check: what is missing in the file, sums by currency, rejected rows.
import { type ReactNode, useState } from 'react';
import type { CallOutput } from '../../../../contract/calls.ts';
import type { SourceKind } from '../../../../domain/ledger/entry.ts';
import { claimedDays, type Reject } from '../../../../domain/ledger/import.ts';
import { countWords, grouped, Notice, Panel, plainText, Table, useRouteFilters } from '../../../ui/index.ts';
import { REASON, reasonIn, REJECTS_PAGE, RejectsTable } from './rejects-table.tsx';
import { coverageWords } from './words.ts';
import { claimOf, type CoverChoice } from './wizard.ts';

type Checked = CallOutput<'imports.check'>;

/** Earlier rows that the file replaces, and records of its days that it does not have: no rows of it, so they are counted apart. And how complete the records are. */
export function MissingThere(props: {
  readonly kind: SourceKind;
  readonly answer: Checked;
  readonly covers: CoverChoice;
}): ReactNode {
  const { kind, answer, covers } = props;
  const { missingThere, certificate, days, replaces } = answer;
  const missing =
    kind === 'orders'
      ? countWords(missingThere, 'paid invoice is', 'paid invoices are')
      : countWords(missingThere, 'sent withdrawal is', 'sent withdrawals are');
  const span = coverageWords(claimedDays(claimOf(covers), days));
  return (
    <>
      {certificate === 'certified' ? null : (
        <Notice tone="warn" title="The console’s copy of the records is not certified complete">
          What is missing here may only be unread. Entries are held against new records by themselves as they come.
        </Notice>
      )}
      {replaces === 0 ? null : (
        <Notice tone="quiet" title={`It replaces ${countWords(replaces, 'earlier row', 'earlier rows')}`}>
          The file says something newer of the same orders, and that holds from then on. The earlier rows stay as
          history; what was found in them is settled. Taking the import back brings them back.
        </Notice>
      )}
      {missingThere === 0 ? null : (
        <Notice tone="notice" title={`${missing} not in the file`}>
          Of {span}, the days the file is complete for. They are no rows, so they are not in the counts above; each
          becomes an exception with the import.
        </Notice>
      )}
    </>
  );
}

/** Σ of the entries, exact, each currency by itself. */
export function Sums({ sums }: { readonly sums: Checked['sums'] }): ReactNode {
  if (sums.length === 0) return null;
  return (
    <Panel title="Sums of its entries" note="Exact, each currency by itself. Compare them with your own." flush>
      <Table
        label="Sums of its entries"
        rows={sums}
        keyOf={({ unit }) => unit}
        columns={({ cell, count, money }) => [
          cell('Currency', ({ unit }) => plainText(unit.slice(0, 40))),
          count('Entries', (sum) => sum.count),
          money('Amount', ({ amount }) => amount),
        ]}
      />
    </Panel>
  );
}

/** The rejected rows of the check: as many as it gives, and how many there are. */
export function CheckedRejects({ answer }: { readonly answer: Checked }): ReactNode {
  const route = useRouteFilters();
  const reason = reasonIn(route.text(REASON));
  const all = answer.buckets.rejected;
  if (all === 0) return null;
  return (
    <Panel title={countWords(all, 'rejected row', 'rejected rows')} note={heldWords(answer.rejects.length, all)} flush>
      <Held answer={answer} reason={reason} />
    </Panel>
  );
}

function heldWords(held: number, all: number): string {
  if (held >= all) return 'Every one of them. They are kept with the import, so that none is lost from sight.';
  return `The first ${grouped(held)} are listed. All are kept with the import, so that none is lost from sight.`;
}

function Held(props: { readonly answer: Checked; readonly reason: ReturnType<typeof reasonIn> }): ReactNode {
  const { answer, reason } = props;
  const [place, setPlace] = useState({ reason, offset: 0 });
  // Another reason begins at its first row.
  const offset = place.reason === reason ? place.offset : 0;
  const held: readonly Reject[] =
    reason === null ? answer.rejects : answer.rejects.filter((reject) => reject.reason === reason);
  return (
    <RejectsTable
      rejects={held.slice(offset, offset + REJECTS_PAGE)}
      total={held.length}
      offset={offset}
      byReason={answer.rejectsByReason}
      reason={reason}
      isBefore
      onTurn={(next) => setPlace({ reason, offset: next })}
    />
  );
}
