/**
 * The endpoint doctor: how each receiving host has answered in the last thirty days, and what to do about it in plain sentences. Not
 * here: the sentences (host-advice.ts).
 */
import { screenPath } from '../../../../domain/screens.ts';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { HostHealth } from '../../../../contract/calls/desk.ts';
import { SLOW_ATTEMPT_MS } from '../../../../domain/desk.ts';
import { useCall } from '../../../bridge/index.ts';
import {
  AgeText,
  countWords,
  EmptyState,
  GroupedTable,
  hashHref,
  hostWords,
  Note,
  PageFrame,
  ReadState,
  ToneBadge,
} from '../../../ui/index.ts';
import { hostQuery, LIST_PATH, listPath } from './addresses.ts';
import { hostAdvice, millisecondsWords, successShare } from './host-advice.ts';
import { coverageWords, isEverythingRead } from './watch-words.ts';
import './desk.css';

/** All hosts that webhooks went to. */
export function HostsPage(): ReactNode {
  const hosts = useCall('deliveries.hosts', {}, { refreshOn: ['deliveries'] });
  const watch = useCall('watch.status', {}, { refreshOn: ['deliveries', 'invoices'] }).data;
  return (
    <PageFrame
      title="Endpoints"
      subtitle="How your servers have answered the webhooks of the last thirty days"
      back={
        <a className="mc-link" href={hashHref(LIST_PATH)}>
          Deliveries
        </a>
      }
      actions={
        <Button component="a" variant="default" href={hashHref(screenPath('signature'))}>
          Check a signature
        </Button>
      }
    >
      <ReadState read={hosts} unreadTitle="The hosts could not be read">
        {(data) => <Hosts hosts={data.hosts} />}
      </ReadState>
      {watch === undefined || isEverythingRead(watch) ? null : (
        <Note>{coverageWords(watch)}: attempts that were not read yet are in none of these figures.</Note>
      )}
    </PageFrame>
  );
}

function Hosts({ hosts }: { readonly hosts: readonly HostHealth[] }): ReactNode {
  if (hosts.length === 0) {
    return (
      <EmptyState kind="nothing-yet" title="No attempt on record yet">
        A host appears here once a delivery to it was read.
      </EmptyState>
    );
  }
  return (
    <>
      <Note>
        {countWords(hosts.length, 'host', 'hosts')}. Any answer other than 2xx is a failure, a redirect too; an attempt
        is given up after 15 s.
      </Note>
      <GroupedTable label="Endpoints" className="mc-hosts">
        <thead>
          <tr>
            <th scope="col">Host</th>
            <th scope="col" data-end>
              Deliveries
            </th>
            <th scope="col" data-end>
              Attempts
            </th>
            <th scope="col" data-end>
              Succeeded
            </th>
            <th scope="col" data-end title="Half of the attempts were as fast or faster">
              p50
            </th>
            <th scope="col" data-end title="Of twenty attempts nineteen were as fast or faster">
              p95
            </th>
            <th scope="col" data-end title="Twelve seconds or longer; the limit is 15 s">
              Slow
            </th>
            <th scope="col">Last attempt</th>
          </tr>
        </thead>
        {hosts.map((host) => (
          <HostRows key={host.host} host={host} />
        ))}
      </GroupedTable>
    </>
  );
}

/** Its figures, and what they say in a line of their own. */
function HostRows({ host }: { readonly host: HostHealth }): ReactNode {
  const { deliveries, attempts, p50Ms, p95Ms, slow, lastAttemptAt } = host;
  return (
    <tbody>
      <tr data-first>
        <th scope="row">
          <a className="mc-link" href={hashHref(listPath(hostQuery(host.host)))}>
            {hostWords(host.host)}
          </a>
        </th>
        <td data-end className="mc-num">
          {deliveries.toLocaleString('en-GB')}
        </td>
        <td data-end className="mc-num">
          {attempts.toLocaleString('en-GB')}
        </td>
        <td data-end className="mc-num">
          {successShare(host) ?? '—'}
        </td>
        <td data-end className="mc-num">
          <Milliseconds value={p50Ms} />
        </td>
        <td data-end className="mc-num">
          <Milliseconds value={p95Ms} />
        </td>
        <td data-end className="mc-num">
          {slow === 0 ? '—' : <ToneBadge tone="warn">{slow.toLocaleString('en-GB')}</ToneBadge>}
        </td>
        <td>
          <AgeText since={lastAttemptAt} />
        </td>
      </tr>
      <tr className="mc-hosts-advice">
        <td colSpan={8}>
          <ul>
            {hostAdvice(host).map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </td>
      </tr>
    </tbody>
  );
}

/** Amber from twelve seconds on: three from the limit. */
function Milliseconds({ value }: { readonly value: number | null }): ReactNode {
  const words = millisecondsWords(value);
  return value !== null && value >= SLOW_ATTEMPT_MS ? <ToneBadge tone="warn">{words}</ToneBadge> : words;
}
