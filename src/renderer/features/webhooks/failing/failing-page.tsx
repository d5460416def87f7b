// What is failing now, by endpoint and cause: what most money hangs on first, in it what runs out of attempts first,
// and sending it again beside it.
import { Anchor, Button, Group, Text } from '@mantine/core';
import { IconUrgent } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { FailureGroup } from '../../../../contract/calls/desk.ts';
import { DELIVERY_CAUSES } from '../../../../domain/desk.ts';
import { runsOutAt } from '../../../../domain/retry-schedule.ts';
import { screenPath } from '../../../../domain/screens.ts';
import * as by from '../../../../domain/list.ts';
import { useCall } from '../../../bridge/index.ts';
import { ExportMenu } from '../../../parts/export-menu.tsx';
import {
  CAUSE_WORDS,
  countWords,
  EmptyState,
  FailureNotice,
  filterOf,
  hashHref,
  isNarrowed,
  ListFilters,
  ListStrip,
  MoneyText,
  navigateTo,
  PageFrame,
  TimeOfDayText,
  useRouteFilters,
  useUi,
} from '../../../ui/index.ts';
import { AT_RISK_QUERY, listPath } from '../deliveries/addresses.ts';
import { againWords, nothingFailingWords } from '../deliveries/watch-words.ts';
import type { Asked } from '../resends/asked.ts';
import { useAsked } from '../resends/plan-page.tsx';
import { ResendAside } from '../resends/resend-aside.tsx';
import { isOpenRun } from '../resends/run-words.ts';
import { useRun } from '../resends/use-run.ts';
import { FailingGroups } from './failing-groups.tsx';
import styles from './failing.module.css';
import { byValue, countOf, netOf, type View, VIEWS } from './group-words.ts';
import { OutageDialog } from './outage-dialog.tsx';
import { WatchLine } from './watch-line.tsx';

const PATH = screenPath('failing');
const MIRROR_KINDS = ['deliveries', 'invoices'] as const;
const FAILING: { readonly state: ('failed' | 'retrying')[] } = { state: ['failed', 'retrying'] };
const VIEW_WORDS: Readonly<Record<View, string>> = { all: 'All', retrying: 'Retrying', failed: 'Failed', seen: 'Seen' };

/** Names of its own: those of the deliveries say what a resend beside it takes. */
const FILTER = filterOf(
  { find: by.text, endpoint: by.words, why: by.known(DELIVERY_CAUSES) },
  {
    find: { label: 'Search failing webhooks', placeholder: 'Id or customer' },
    endpoint: { label: 'Endpoint', options: 'hosts' },
    why: { label: 'Cause', options: 'causes', wordOf: (cause) => CAUSE_WORDS[cause] },
  },
);

/** The first screen of the webhooks. */
export function FailingPage(): ReactNode {
  const route = useRouteFilters();
  const { find, endpoint, why } = FILTER.read(route, useUi().timeZone);
  const facets = useCall('deliveries.facets', { filter: FAILING }, { refreshOn: MIRROR_KINDS }).data;
  const watch = useCall('watch.status', {}, { refreshOn: MIRROR_KINDS });
  const read = useCall('deliveries.groups', {}, { refreshOn: MIRROR_KINDS });
  const view = VIEWS.find((one) => one === route.text('view')) ?? 'all';
  const run = useRunHere();
  const groups = useHeld(read.data?.groups ?? [], run !== null && run.isOpen).filter(
    ({ host, cause }) => (endpoint === undefined || endpoint.includes(host ?? '')) && (why ?? [cause]).includes(cause),
  );
  const asked = useAsked();
  const isResending = (group: FailureGroup): boolean => run?.isOpen === true && isAskedFor(asked, group);
  const shown = byValue(view, groups);
  const { atRisk, elsewhere: _elsewhere, ...counts } = facets ?? {};
  return (
    <PageFrame
      title="Failing"
      fill
      band
      filters={
        <ListFilters
          of={FILTER}
          counts={counts}
          onClear={isNarrowed({ find, endpoint, why }) ? () => route.keep(['view']) : undefined}
        />
      }
      actions={
        <>
          <ExportMenu
            count={read.data === undefined ? null : countOf('all', groups) + countOf('seen', groups)}
            rows={(how) => ({
              kind: 'deliveries',
              filter: { ...FAILING, text: find, host: endpoint, cause: why },
              sort: [{ by: 'nextAttemptAt', direction: 'asc' }],
              ...how,
            })}
          />
          <CheckOutage hosts={(facets?.hosts ?? []).map(({ value }) => value)} onBegun={watch.refresh} />
        </>
      }
      strip={
        <ListStrip views={viewsOf(read.data === undefined ? null : groups)}>
          <FirstOut atRisk={atRisk} />
        </ListStrip>
      }
    >
      <div className={styles['body']}>
        <section aria-label="Failing now">
          {[watch, read].map(({ failure, refresh }, at) =>
            failure === undefined ? null : (
              <FailureNotice key={at === 0 ? 'watch' : 'groups'} failure={failure} onRetry={refresh} />
            ),
          )}
          {watch.data === undefined ? null : <WatchLine status={watch.data} onChanged={watch.refresh} />}
          <div style={{ flex: 1, minHeight: 0, overflow: 'auto' }}>
            {shown.length > 0 ? (
              <FailingGroups
                groups={shown}
                view={view}
                text={find}
                path={PATH}
                isResending={isResending}
                onChanged={read.refresh}
              />
            ) : read.data === undefined ? null : (
              <EmptyState kind="nothing-yet" title="Nothing is failing">
                {nothingFailingWords(watch.data)}
              </EmptyState>
            )}
          </div>
          {shown.length === 0 ? null : (
            <Foot groups={shown} view={view} again={watch.data === undefined ? null : againWords(watch.data)} />
          )}
        </section>
        {run !== null || asked.kind !== 'nothing' ? (
          <ResendAside
            key={run?.id ?? route.query}
            asked={asked}
            run={run}
            planPath={PATH}
            onBegun={(id) => route.change({ run: id })}
            onClose={() => navigateTo(PATH)}
          />
        ) : null}
      </div>
    </PageFrame>
  );
}

function CheckOutage(props: { readonly hosts: readonly string[]; readonly onBegun: () => void }): ReactNode {
  const [checking, setChecking] = useState(false);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconUrgent size={14} aria-hidden="true" />}
        onClick={() => setChecking(true)}
      >
        Check an outage
      </Button>
      {checking ? <OutageDialog {...props} onClose={() => setChecking(false)} /> : null}
    </>
  );
}

function viewsOf(groups: readonly FailureGroup[] | null) {
  return VIEWS.map((one) => ({
    label: VIEW_WORDS[one],
    sets: one === 'all' ? {} : { view: one },
    count: groups === null ? null : countOf(one, groups),
  }));
}

/** The run that the address names; null while it names none. */
function useRunHere() {
  const id = useRouteFilters().text('run') ?? null;
  const state = useRun(id ?? NO_RUN, id !== null);
  const isOpen = state.data !== undefined && isOpenRun(state.data.state);
  return id === null ? null : { id, state, isOpen };
}

/** True where a filter names the group; of picked rows nobody can tell. */
function isAskedFor(asked: Asked, { host, cause }: FailureGroup): boolean {
  if (asked.kind !== 'selection' || asked.selection.kind !== 'filter') return false;
  const { filter } = asked.selection;
  return (filter.host ?? [host]).includes(host ?? '') && (filter.cause ?? [cause]).includes(cause);
}

/** Stands in where nothing is asked for. */
const NO_RUN = '00000000-0000-4000-8000-000000000000';

/** Groups keep their place and their count while a run goes on over them: what moves under a person's eyes cannot be read. */
function useHeld(groups: readonly FailureGroup[], isHeld: boolean): readonly FailureGroup[] {
  const [held, setHeld] = useState<readonly FailureGroup[] | null>(null);
  if (isHeld && held === null && groups.length > 0) setHeld(groups);
  if (!isHeld && held !== null) setHeld(null);
  if (held === null || !isHeld) return groups;
  const isNew = (one: FailureGroup): boolean =>
    !held.some(({ host, cause }) => host === one.host && cause === one.cause);
  return [...held, ...groups.filter(isNew)];
}

/** What runs out of attempts first, and how many do. */
function FirstOut({ atRisk }: { readonly atRisk: number | undefined }): ReactNode {
  const input = {
    filter: { atRisk: true },
    sort: [
      { by: 'attempts' as const, direction: 'desc' as const },
      { by: 'nextAttemptAt' as const, direction: 'asc' as const },
    ],
    offset: 0,
    limit: 1,
  };
  const enabled = atRisk !== undefined && atRisk > 0;
  const first = useCall('deliveries.page', input, { enabled, refreshOn: ['deliveries'] }).data?.rows[0];
  const at = first === undefined ? null : runsOutAt(first);
  if (!enabled) return null;
  return (
    <Anchor href={hashHref(listPath(AT_RISK_QUERY))} size="sm" c="var(--mc-warn-text)" ml="auto" className="mc-num">
      {atRisk.toLocaleString('en-GB')} running out of attempts
      {at === null ? null : (
        <>
          , the first at <TimeOfDayText value={at} short />
        </>
      )}
    </Anchor>
  );
}

function Foot(props: {
  readonly groups: readonly FailureGroup[];
  readonly view: View;
  readonly again: string | null;
}): ReactNode {
  const { groups, view, again } = props;
  const hosts = new Set(groups.map(({ host }) => host)).size;
  const sum = (of: (group: FailureGroup) => number): string =>
    groups.reduce((all, group) => all + of(group), 0).toLocaleString('en-GB');
  return (
    <Group
      role="status"
      title={again ?? undefined}
      justify="space-between"
      gap="4px 24px"
      wrap="nowrap"
      mih={40}
      px="md"
      bg="var(--mc-sunken)"
      className="mc-num"
      style={{ borderTop: '1px solid var(--mc-line)', whiteSpace: 'nowrap' }}
    >
      <span>
        <strong>{countWords(countOf(view, groups), 'webhook', 'webhooks')}</strong> at{' '}
        {countWords(hosts, 'endpoint', 'endpoints')}
      </span>
      <span>
        {sum(({ retrying }) => retrying)} retrying, {sum(({ failed }) => failed)} failed
      </span>
      <Text span fw={600}>
        <MoneyText value={netOf(groups)} unit="USDT" currency="USDT" />
      </Text>
    </Group>
  );
}
