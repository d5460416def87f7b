/** Where webhooks fail now, how each endpoint did hour by hour, what it answers, and the one thing to do about it. */
import { Button, Text, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import type { FailureGroup, HostHealth } from '../../../contract/calls/desk.ts';
import { screenPath } from '../../../domain/screens.ts';
import { useCall } from '../../bridge/index.ts';
import { countWords, EmptyState, GroupedTable, hashHref, HostAnswersText, hostWords, Panel } from '../../ui/index.ts';
import classes from './home.module.css';

const ROWS = 6;
const KINDS = ['deliveries', 'invoices'] as const;

interface Endpoint {
  readonly host: string | null;
  readonly failing: number;
  readonly failed: number;
  readonly answers: FailureGroup['answers'];
  readonly hours: HostHealth['hours'];
}

/** Hosts by how much fails there. Exported for its test. */
export function endpointsOf(groups: readonly FailureGroup[], hosts: readonly HostHealth[]): readonly Endpoint[] {
  const byHost = Map.groupBy(groups, ({ host }) => host);
  return [...byHost]
    .map(([host, own]) => ({
      host,
      failing: own.reduce((all, { failed, retrying }) => all + failed + retrying, 0),
      failed: own.reduce((all, { failed }) => all + failed, 0),
      answers: own[0]?.answers ?? null,
      hours: hosts.find((one) => one.host === host)?.hours ?? [],
    }))
    .toSorted((a, b) => b.failing - a.failing);
}

export function FailingEndpoints(): ReactNode {
  const groups = useCall('deliveries.groups', {}, { refreshOn: KINDS }).data?.groups;
  const hosts = useCall('deliveries.hosts', {}, { refreshOn: KINDS }).data?.hosts;
  const endpoints = endpointsOf(groups ?? [], hosts ?? []);
  const all = endpoints.reduce((sum, { failing }) => sum + failing, 0);
  return (
    <Panel
      title="Failing endpoints"
      {...(all === 0 ? {} : { note: countWords(all, 'webhook', 'webhooks') })}
      flush
      actions={
        <a className="mc-link" href={hashHref(screenPath('failing'))}>
          All
        </a>
      }
    >
      {groups?.length === 0 ? (
        <EmptyState kind="nothing-yet" title="Nothing is failing" />
      ) : (
        <GroupedTable label="Endpoints and causes">
          <thead>
            <tr>
              <th scope="col">Endpoint</th>
              <th scope="col">Last 24 hours</th>
              <th scope="col">Last answer</th>
              <th scope="col" data-end>
                Failing
              </th>
              <th scope="col">
                <VisuallyHidden>What to do</VisuallyHidden>
              </th>
            </tr>
          </thead>
          <tbody>
            {endpoints.slice(0, ROWS).map((endpoint) => (
              <EndpointRow key={endpoint.host} endpoint={endpoint} />
            ))}
          </tbody>
        </GroupedTable>
      )}
    </Panel>
  );
}

function EndpointRow({ endpoint }: { readonly endpoint: Endpoint }): ReactNode {
  const { host, failing, failed, answers, hours } = endpoint;
  const isBack = answers?.isAnswering === true;
  const action = failed === 0 ? 'Check' : isBack ? `Resend ${failed.toLocaleString('en-GB')}` : 'Test';
  return (
    <tr data-first>
      <th scope="row">{hostWords(host)}</th>
      <td>
        <Hours hours={hours} />
      </td>
      <td>
        <Text span inherit c={isBack ? 'var(--mc-good-text)' : 'var(--mc-bad-text)'}>
          {answers === null ? '—' : <HostAnswersText host={null} answers={answers} />}
        </Text>
      </td>
      <td data-end className="mc-num">
        {failing.toLocaleString('en-GB')}
      </td>
      <td data-end>
        <Button
          component="a"
          size="compact-sm"
          variant="default"
          href={hashHref(screenPath('failing'))}
          aria-label={`${action}: ${hostWords(host)}`}
        >
          {action}
        </Button>
      </td>
    </tr>
  );
}

const BAR = 7;
const HEIGHT = 24;

/** A bar an hour, as high as its attempts are of the busiest; what failed on top of what arrived. */
function Hours({ hours }: { readonly hours: HostHealth['hours'] }): ReactNode {
  const most = Math.max(1, ...hours.map(({ succeeded, failed }) => succeeded + failed));
  const sum = (of: 'succeeded' | 'failed') => hours.reduce((all, hour) => all + hour[of], 0).toLocaleString('en-GB');
  const words = `In 24 hours ${sum('succeeded')} attempts were answered and ${sum('failed')} failed`;
  const high = (count: number) => (count * HEIGHT) / most;
  return (
    <svg className={classes.hours} viewBox={`0 0 ${BAR * hours.length} ${HEIGHT}`} role="img" aria-label={words}>
      <title>{words}</title>
      {hours.map(({ succeeded, failed }, at) => (
        // The place of an hour is all that tells it from another.
        // oxlint-disable-next-line react/no-array-index-key
        <g key={at} transform={`translate(${at * BAR} 0)`}>
          <rect data-tone="good" width={5} y={HEIGHT - high(succeeded)} height={high(succeeded)} />
          <rect data-tone="bad" width={5} y={HEIGHT - high(succeeded + failed)} height={high(failed)} />
        </g>
      ))}
    </svg>
  );
}
