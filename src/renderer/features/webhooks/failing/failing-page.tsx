// What is failing now, by endpoint and cause: what most money hangs on first, in it what runs out of attempts first,
// and sending it again beside it.
import { Anchor, Box, Button, SegmentedControl, Text } from '@mantine/core';
import { IconUrgent } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { FailureGroup, WatchStatus } from '../../../../contract/calls/desk.ts';
import { runsOutAt } from '../../../../domain/retry-schedule.ts';
import { screenPath } from '../../../../domain/screens.ts';
import { useCall } from '../../../bridge/index.ts';
import {
  countWords,
  EmptyState,
  FailureNotice,
  hashHref,
  MoneyText,
  navigateTo,
  PageFrame,
  TimeOfDayText,
  useRouteFilters,
} from '../../../ui/index.ts';
import { ExportMenu } from '../../../parts/export-menu.tsx';
import { AT_RISK_QUERY, listPath } from '../deliveries/addresses.ts';
import { againWords, nothingFailingWords } from '../deliveries/watch-words.ts';
import type { Asked } from '../resends/asked.ts';
import { useAsked } from '../resends/plan-page.tsx';
import { ResendAside } from '../resends/resend-aside.tsx';
import { isOpenRun } from '../resends/run-words.ts';
import { useRun } from '../resends/use-run.ts';
import { FailingGroups } from './failing-groups.tsx';
import { byValue, countOf, netOf, type View, VIEWS } from './group-words.ts';
import { OutageDialog } from './outage-dialog.tsx';
import { WatchLine } from './watch-line.tsx';
import styles from './failing.module.css';

const PATH = screenPath('failing');
const MIRROR_KINDS = ['deliveries', 'invoices'] as const;
const FAILING: { readonly state: ('failed' | 'retrying')[] } = { state: ['failed', 'retrying'] };
const VIEW_WORDS: Readonly<Record<View, string>> = { all: 'All', retrying: 'Retrying', failed: 'Failed', seen: 'Seen' };

/** The first screen of the webhooks. */
export function FailingPage(): ReactNode {
  const route = useRouteFilters();
  const facets = useCall('deliveries.facets', {}, { refreshOn: MIRROR_KINDS }).data;
  const watch = useCall('watch.status', {}, { refreshOn: MIRROR_KINDS });
  const read = useCall('deliveries.groups', {}, { refreshOn: MIRROR_KINDS });
  const [checking, setChecking] = useState(false);
  const view = VIEWS.find((one) => one === route.text('view')) ?? 'all';
  const run = useRunHere();
  const groups = useHeld(read.data?.groups ?? [], run !== null && run.isOpen);
  const asked = useAsked();
  const isResending = (group: FailureGroup): boolean => run?.isOpen === true && isAskedFor(asked, group);
  const isBeside = run !== null || asked.kind !== 'nothing';
  const shown = byValue(view, groups);
  return (
    <PageFrame
      title="Failing"
      fill
      actions={
        <>
          <ExportMenu
            count={read.data === undefined ? null : countOf('all', groups) + countOf('seen', groups)}
            rows={(asked) => ({
              kind: 'deliveries',
              filter: FAILING,
              sort: [{ by: 'nextAttemptAt', direction: 'asc' }],
              ...asked,
            })}
          />
          <Button
            variant="default"
            leftSection={<IconUrgent size={14} aria-hidden="true" />}
            onClick={() => setChecking(true)}
          >
            Check an outage
          </Button>
        </>
      }
    >
      <div className={styles['body']} data-beside={isBeside || undefined}>
        <section className={styles['list']} aria-label="Failing now">
          <Box px="md" py={6} style={{ display: 'flex', flexWrap: 'wrap', gap: 12, alignItems: 'center' }}>
            <SegmentedControl
              aria-label="View"
              size="xs"
              value={view}
              data={VIEWS.map((one) => ({ value: one, label: `${VIEW_WORDS[one]} ${countOf(one, groups)}` }))}
              onChange={(next) => route.change({ view: next === 'all' ? undefined : next })}
            />
            <FirstOut atRisk={facets?.atRisk} />
          </Box>
          {watch.failure === undefined ? null : <FailureNotice failure={watch.failure} onRetry={watch.refresh} />}
          {read.failure === undefined ? null : <FailureNotice failure={read.failure} onRetry={read.refresh} />}
          {watch.data === undefined ? null : <WatchLine status={watch.data} onChanged={watch.refresh} />}
          <div className={styles['scroll']}>
            {shown.length > 0 ? (
              <FailingGroups
                groups={shown}
                view={view}
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
          {shown.length === 0 ? null : <Foot groups={shown} view={view} watch={watch.data} />}
        </section>
        {isBeside ? (
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
      {checking ? (
        <OutageDialog
          hosts={(facets?.hosts ?? []).map(({ value }) => value)}
          onClose={() => setChecking(false)}
          onBegun={watch.refresh}
        />
      ) : null}
    </PageFrame>
  );
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
  readonly watch: WatchStatus | undefined;
}): ReactNode {
  const { groups, view, watch } = props;
  const again = watch === undefined ? null : againWords(watch);
  const hosts = new Set(groups.map(({ host }) => host)).size;
  const sum = (of: (group: FailureGroup) => number): string =>
    groups.reduce((all, group) => all + of(group), 0).toLocaleString('en-GB');
  return (
    <div className={styles['foot']} role="status" title={again ?? undefined}>
      <Text span className="mc-num">
        <strong>{countWords(countOf(view, groups), 'webhook', 'webhooks')}</strong> at{' '}
        {countWords(hosts, 'endpoint', 'endpoints')}
      </Text>
      <Text span className="mc-num">
        {sum(({ retrying }) => retrying)} retrying, {sum(({ failed }) => failed)} failed
      </Text>
      <Text span>
        Net <MoneyText value={netOf(groups)} unit="USDT" currency="USDT" />
      </Text>
    </div>
  );
}
