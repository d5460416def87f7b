// Records that changed after they were final, each with what changed and when that was first seen: what a closed period has to be told of.
import { useState } from 'react';
import type { CallOutput } from '../../../../contract/calls.ts';
import { useCall } from '../../../bridge/index.ts';
import { ExportMenu } from '../../../parts/index.ts';
import {
  EmptyState,
  InstantText,
  Link,
  PageFrame,
  TablePanel,
  plainText,
  ReadState,
  recordPath,
  Under,
} from '../../../ui/index.ts';
import { ChangeList } from './history-panel.tsx';
import { lateWords, sourceWords } from './history-words.ts';
import { ExceptionViews } from '../exceptions/views.tsx';

type Event = CallOutput<'history.late'>['rows'][number];

const PAGE = 25;

export function LateChangesPage() {
  const [offset, setOffset] = useState(0);
  const page = { offset, limit: PAGE };
  const read = useCall('history.late', page, { refreshOn: ['invoices', 'withdrawals'] });
  return (
    <PageFrame
      title="Late changes"
      band
      strip={<ExceptionViews here="late-changes" />}
      subtitle="Changed after they were final; each is dated by its first sight here"
      actions={<ExportMenu count={read.data?.total ?? null} rows={(asked) => ({ kind: 'late-changes', ...asked })} />}
    >
      <ReadState read={read} unreadTitle="The late changes could not be read">
        {({ rows, total }) =>
          total === 0 ? (
            <EmptyState kind="nothing-yet" title="No final record has changed">
              The console compares every record that it reads with what it knew. Nothing that was final has changed
              since.
            </EmptyState>
          ) : (
            <TablePanel
              label="Late changes"
              rows={rows}
              page={{ offset, limit: PAGE, total, noun: 'entries', onTurn: setOffset }}
              keyOf={({ recordUuid, seenAt }) => `${recordUuid} ${seenAt}`}
              columns={({ cell }) => [
                cell('Record', (event) => <Record event={event} />),
                cell(
                  'What changed',
                  ({ list, changes, currency }) => (
                    <ChangeList list={list} changes={changes} currency={currency ?? undefined} />
                  ),
                  { miw: 460 },
                ),
                cell('First seen', ({ seenAt, source }) => (
                  <>
                    <InstantText value={seenAt} withAge />
                    <Under>in {sourceWords(source)}</Under>
                  </>
                )),
              ]}
            />
          )
        }
      </ReadState>
    </PageFrame>
  );
}

const TITLE_CHARACTERS = 80;

function Record({ event: { list, recordUuid, label, changes } }: { readonly event: Event }) {
  const isWithdrawal = list === 'withdrawals';
  return (
    <>
      <Link to={recordPath(isWithdrawal ? 'withdrawals' : 'invoices', recordUuid)}>
        {isWithdrawal ? 'Withdrawal' : 'Invoice'} {plainText((label ?? recordUuid).slice(0, TITLE_CHARACTERS))}
      </Link>
      <Under>{lateWords(changes.map(({ late }) => late))}</Under>
    </>
  );
}
