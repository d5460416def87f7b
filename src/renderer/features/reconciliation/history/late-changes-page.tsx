/**
 * Records that changed after they were final, each with what changed and when that was first seen: what a closed period has to be
 * told of. Not here: the whole history of a record (history-panel.tsx).
 */
import { Skeleton } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { CallOutput } from '../../../../contract/calls.ts';
import { useCall, useExport } from '../../../bridge/index.ts';
import {
  EmptyState,
  ExportButton,
  FailureNotice,
  hashHref,
  InstantText,
  PageFrame,
  PageTurn,
  Panel,
  plainText,
  ToneBadge,
  ZoneNote,
} from '../../../ui/index.ts';
import { ChangeList } from './change-list.tsx';
import { lateWords, sourceWords } from './history-words.ts';
import './history.css';

type Event = CallOutput<'history.late'>['rows'][number];

const PAGE = 25;

/** The late changes of this window's business, the latest first. */
export function LateChangesPage(): ReactNode {
  const [offset, setOffset] = useState(0);
  const exporting = useExport();
  const page = { offset, limit: PAGE };
  const { data, failure, refresh } = useCall('history.late', page, { refreshOn: ['invoices', 'withdrawals'] });
  return (
    <PageFrame
      title="Changed after they were final"
      back={
        <a className="mc-link" href={hashHref('/')}>
          Overview
        </a>
      }
      subtitle="The API dates no such change. Each is dated by its first sight here; before the first reading of a record nothing can be proved."
      actions={
        <>
          <ZoneNote />
          <ExportButton
            state={exporting.state}
            count={data?.total ?? null}
            onStart={(asked) => exporting.start({ kind: 'late-changes', ...asked })}
            onStop={exporting.cancel}
            onManifest={exporting.fetchManifest}
          />
        </>
      }
    >
      {failure === undefined ? null : <FailureNotice failure={failure} onRetry={refresh} />}
      {data === undefined && failure === undefined ? <Skeleton height={240} radius="lg" /> : null}
      {data?.total === 0 ? (
        <EmptyState kind="nothing-yet" title="No final record has changed">
          The console compares every record that it reads with what it knew. Nothing that was final has changed since.
        </EmptyState>
      ) : null}
      {data === undefined || data.total === 0 ? null : (
        <div className="mc-late">
          {data.rows.map((event) => (
            <LateEvent key={`${event.recordUuid} ${event.seenAt}`} event={event} />
          ))}
          <PageTurn
            offset={offset}
            limit={PAGE}
            shown={data.rows.length}
            total={data.total}
            noun="entries"
            onTurn={setOffset}
          />
        </div>
      )}
    </PageFrame>
  );
}

const TITLE_CHARACTERS = 80;

function LateEvent({ event }: { readonly event: Event }): ReactNode {
  const { list, recordUuid, label, currency, changes } = event;
  const name = plainText((label ?? recordUuid).slice(0, TITLE_CHARACTERS));
  const kind = list === 'withdrawals' ? 'Withdrawal' : 'Invoice';
  const where = list === 'withdrawals' ? 'withdrawals' : 'invoices';
  return (
    <Panel>
      <div className="mc-late-head">
        <a className="mc-link" href={hashHref(`/${where}/${encodeURIComponent(recordUuid)}`)}>
          {kind} {name}
        </a>
        <ToneBadge tone="warn">{lateWords(changes.map(({ late }) => late))}</ToneBadge>
      </div>
      <ChangeList list={list} changes={changes} currency={currency ?? undefined} />
      <p className="mc-event-source">
        First seen <InstantText value={event.seenAt} withAge /> in {sourceWords(event.source)}
      </p>
    </Panel>
  );
}
