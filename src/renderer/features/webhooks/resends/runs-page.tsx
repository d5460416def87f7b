/**
 * All runs of resends of the business, newest first. Not here: one run (run-page.tsx).
 */
import { screenPath } from '../../../../domain/screens.ts';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { BulkRun } from '../../../../contract/calls/bulk.ts';
import { useCall } from '../../../bridge/index.ts';
import {
  EmptyState,
  GroupedTable,
  hashHref,
  InstantText,
  PageFrame,
  plainText,
  ReadState,
  runPath,
  ToneBadge,
  ZoneNote,
} from '../../../ui/index.ts';
import { overCount, runTone } from './run-words.ts';
import './bulk.css';

export function RunsPage(): ReactNode {
  const runs = useCall('resends.runs', {}, { refreshOn: ['deliveries'] });
  return (
    <PageFrame
      title="Resends"
      back={
        <a className="mc-link" href={hashHref(screenPath('deliveries'))}>
          Deliveries
        </a>
      }
      subtitle="Every run that this profile has begun, newest first, at most the last 200."
      actions={
        <>
          <ZoneNote />
          <Button component="a" href={hashHref(screenPath('new-resend'))}>
            Plan a resend
          </Button>
        </>
      }
    >
      <ReadState read={runs} unreadTitle="The runs could not be read">
        {(data) =>
          data.runs.length === 0 ? (
            <EmptyState kind="nothing-yet" title="No run yet">
              A run begins with a plan: filter or pick deliveries, or paste ids.
            </EmptyState>
          ) : (
            <Table runs={data.runs} />
          )
        }
      </ReadState>
    </PageFrame>
  );
}

function Table({ runs }: { readonly runs: readonly BulkRun[] }): ReactNode {
  return (
    <GroupedTable label="Resends" className="mc-bulk-runs">
      <thead>
        <tr>
          <th scope="col">Run</th>
          <th scope="col">State</th>
          <th scope="col" data-end>
            Done
          </th>
          <th scope="col" data-end>
            Delivered
          </th>
          <th scope="col" data-end title="The API took the resend, and its attempt failed">
            Failed
          </th>
          <th scope="col" data-end title="Taken by the API, and how the attempt ended is not known">
            No answer
          </th>
          <th scope="col" data-end>
            Unknown
          </th>
          <th scope="col" data-end title="Refused by the API, or never left this console">
            Not sent
          </th>
          <th scope="col" data-end>
            Skipped
          </th>
        </tr>
      </thead>
      <tbody>
        {runs.map((run) => (
          <Row key={run.runId} run={run} />
        ))}
      </tbody>
    </GroupedTable>
  );
}

function Row({ run }: { readonly run: BulkRun }): ReactNode {
  const { counts } = run;
  return (
    <tr data-first>
      <th scope="row" className="mc-bulk-name">
        <a className="mc-link" href={hashHref(runPath(run.runId))}>
          {plainText(run.label)}
        </a>
        <span className="mc-bulk-begun">
          <InstantText value={run.startedAt} /> by {plainText(run.startedBy.slice(0, 32))}
        </span>
      </th>
      <td>
        <ToneBadge tone={runTone(run)}>{run.state}</ToneBadge>
      </td>
      <Figure value={overCount(counts)} of={counts.total} />
      <Figure value={counts.delivered} />
      <Figure value={counts.failed} />
      <Figure value={counts.sent - counts.delivered - counts.failed} />
      <Figure value={counts.unknown} />
      <Figure value={counts.refused + counts.notSent} />
      <Figure value={counts.skipped} />
    </tr>
  );
}

function Figure({ value, of }: { readonly value: number; readonly of?: number }): ReactNode {
  const whole = of === undefined ? '' : ` of ${of.toLocaleString('en-GB')}`;
  return (
    <td data-end className="mc-num">
      {value.toLocaleString('en-GB')}
      {whole}
    </td>
  );
}
