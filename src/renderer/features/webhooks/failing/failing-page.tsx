// What is failing now, by endpoint and cause: what most money hangs on first, in it what runs out of attempts first, and sending it again beside it.
import { ActionIcon, Anchor, Box, Button, Group, Progress, Select, Skeleton, Text, Tooltip } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay, IconUrgent } from '@tabler/icons-react';
import { useState } from 'react';
import type { WatchStatus } from '../../../../contract/calls/delivery-list.ts';
import { DELIVERY_CAUSES, type FailureGroup } from '../../../../domain/webhooks/delivery-list.ts';
import { screenPath } from '../../../../domain/console/screens.ts';
import * as by from '../../../../domain/kernel/list.ts';
import { useAction, useActions, useCall } from '../../../bridge/index.ts';
import {
  ActionDialog,
  ButtonLink,
  countWords,
  DayField,
  dayText,
  EmptyState,
  FailureNotice,
  filterOf,
  grouped,
  hashHref,
  isNarrowed,
  ListFilters,
  ListStrip,
  MoneyText,
  navigateTo,
  Note,
  PageFrame,
  plainText,
  TimeOfDayText,
  useNow,
  useRouteFilters,
  useSettled,
  useUi,
} from '../../../ui/index.ts';
import { ExportMenu, CAUSE_WORDS } from '../../../parts/index.ts';
import { AT_RISK_QUERY, incidentListQuery, incidentQuery, listPath } from '../deliveries/words.ts';
import {
  againWords,
  costWords,
  coverageWords,
  estimateWords,
  incidentEnd,
  incidentProgress,
  isEverythingRead,
  nextWords,
  nothingFailingWords,
  percentRead,
} from '../deliveries/watch-words.ts';
import type { ResendAsked } from '../resends/plan-words.ts';
import { useAsked } from '../resends/plan-page.tsx';
import { ResendAside } from '../resends/resend-aside.tsx';
import { useFirstOut } from '../attempt-squares.tsx';
import { isOpenRun } from '../../../../domain/resend/bulk.ts';
import { useRun } from '../resends/hooks.ts';
import { byValue, countOf, FailingGroups, netOf, type View, VIEWS } from './failing-groups.tsx';
import { fromEpochMs, instantOfLocal, localMinute, toEpochMs } from '../../../../domain/kernel/time/time.ts';
import styles from './failing.module.css';

const PATH = screenPath('failing');
const MIRROR_KINDS = ['deliveries', 'invoices'] as const;
const FAILING: { readonly state: ('failed' | 'retrying')[] } = { state: ['failed', 'retrying'] };
const VIEW_WORDS: Readonly<Record<View, string>> = { all: 'All', retrying: 'Retrying', failed: 'Failed', seen: 'Seen' };

/** Names of its own: those of the deliveries say what a resend beside it takes. */
const FILTER = filterOf(
  { find: by.text, endpoint: by.words, why: by.known(DELIVERY_CAUSES) },
  {
    find: { label: 'Search failing webhooks', placeholder: 'Any id' },
    endpoint: { label: 'Endpoint', options: 'hosts' },
    why: { label: 'Cause', options: 'causes', wordOf: (cause) => CAUSE_WORDS[cause] },
  },
);

/** The first screen of the webhooks. */
export function FailingPage() {
  const route = useRouteFilters();
  const { find, endpoint, why } = FILTER.read(route, useUi().timeZone);
  const facets = useCall('deliveries.facets', { filter: FAILING }, { refreshOn: MIRROR_KINDS }).data;
  const watch = useCall('watch.status', {}, { refreshOn: MIRROR_KINDS });
  const read = useCall('deliveries.groups', { text: find }, { refreshOn: MIRROR_KINDS });
  const view = VIEWS.find((one) => one === route.text('view')) ?? 'all';
  const run = useRunHere();
  const groups = useHeld(read.data?.groups ?? [], run !== null && run.isOpen && find === undefined).filter(
    ({ host, cause }) => (endpoint === undefined || endpoint.includes(host ?? '')) && (why ?? [cause]).includes(cause),
  );
  const narrowed = isNarrowed({ find, endpoint, why });
  const asked = useAsked();
  const isResending = (group: FailureGroup): boolean => run?.isOpen === true && isAskedFor(asked, group);
  const shown = byValue(view, groups);
  const { atRisk, elsewhere: _elsewhere, ...counts } = facets ?? {};
  return (
    <PageFrame
      title="Failing"
      fill
      band
      filters={<ListFilters of={FILTER} counts={counts} onClear={narrowed ? () => route.keep(['view']) : undefined} />}
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
          <FailureNotice
            // Of two that fail alike one is said.
            failure={read.failure ?? watch.failure}
            onRetry={() => {
              read.refresh();
              watch.refresh();
            }}
          />
          {watch.data === undefined ? null : <WatchLine status={watch.data} onChanged={watch.refresh} />}
          <div style={{ position: 'relative', flex: 1, minHeight: 0, overflow: 'auto' }}>
            {shown.length > 0 ? (
              <FailingGroups
                groups={shown}
                view={view}
                text={find}
                path={PATH}
                isResending={isResending}
                onChanged={read.refresh}
              />
            ) : read.data === undefined ? (
              read.failure === undefined ? (
                <Skeleton height={280} radius={0} aria-busy="true" />
              ) : (
                <EmptyState kind="could-not-load" />
              )
            ) : narrowed ? (
              <EmptyState kind="nothing-matches" />
            ) : (
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

function CheckOutage(props: { readonly hosts: readonly string[]; readonly onBegun: () => void }) {
  const [checking, setChecking] = useState(false);
  return (
    <>
      <Button leftSection={<IconUrgent size={14} aria-hidden="true" />} onClick={() => setChecking(true)}>
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
function isAskedFor(asked: ResendAsked, { host, cause }: FailureGroup): boolean {
  if (asked.kind !== 'selection' || asked.selection.kind !== 'filter') return false;
  const { filter } = asked.selection;
  return (filter.host ?? [host]).includes(host ?? '') && (filter.cause ?? [cause]).includes(cause);
}

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

function FirstOut({ atRisk }: { readonly atRisk: number | undefined }) {
  const enabled = atRisk !== undefined && atRisk > 0;
  const at = useFirstOut({ atRisk: true }, enabled);
  if (!enabled) return null;
  return (
    <Anchor href={hashHref(listPath(AT_RISK_QUERY))} size="sm" c="var(--mc-warn-text)" ml="auto" className="mc-num">
      {grouped(atRisk)} running out of attempts
      {at === null ? null : (
        <>
          , the first at <TimeOfDayText value={at} short />
        </>
      )}
    </Anchor>
  );
}

function Foot(props: { readonly groups: readonly FailureGroup[]; readonly view: View; readonly again: string | null }) {
  const { groups, view, again } = props;
  const hosts = new Set(groups.map(({ host }) => host)).size;
  const sum = (of: (group: FailureGroup) => number): string =>
    grouped(groups.reduce((all, group) => all + of(group), 0));
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

/** The dialog; it is open as long as it is there. */
function OutageDialog(props: {
  readonly hosts: readonly string[];
  readonly onClose: () => void;
  readonly onBegun: () => void;
}) {
  const { hosts, onClose, onBegun } = props;
  const { timeZone } = useUi();
  const now = useNow(60_000);
  const [typed, setTyped] = useState<Window>(() => lastHours(3, now, timeZone));
  const [host, setHost] = useState<string | null>(null);
  const begin = useAction('watch.beginIncident');
  const instants = windowInstants(typed, timeZone);
  const input = instants.ok ? { ...instants.value, ...(host === null ? {} : { host }) } : null;
  const cost = useCost(input);
  // Nothing to read: what is known of the window stands in the list already.
  const isKnown = cost.data !== undefined && cost.data.invoices > 0 && cost.data.requests === 0;
  const submit = async (): Promise<void> => {
    if (input === null) return;
    if (isKnown) navigateTo(listPath(incidentQuery({ ...input, host }, false)));
    else if ((await begin.run(input))?.ok === true) onBegun();
    else return;
    onClose();
  };
  return (
    <ActionDialog
      title="Check an outage"
      label={isKnown ? 'Show its invoices' : 'Check these first'}
      action={begin}
      bar={cost.data === undefined || cost.data.invoices === 0 ? '' : null}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <Text c="var(--mc-text-soft)">
        The webhooks of invoices that became final in this window are checked first, so that you see within minutes
        which of them did not arrive.
      </Text>
      <Group gap="xs" role="group" aria-label="Common windows">
        {PRESETS.map(({ hours, words }) => (
          <Button key={hours} size="xs" onClick={() => setTyped(lastHours(hours, now, timeZone))}>
            {words}
          </Button>
        ))}
      </Group>
      <Group grow gap="sm" align="flex-start">
        {(['from', 'to'] as const).map((end) => (
          <DayField
            key={end}
            withTime
            label={`${end === 'from' ? 'From' : 'To'} (${timeZone})`}
            day={typed[end]}
            data-autofocus={end === 'from' || undefined}
            onDay={(at) => setTyped({ ...typed, [end]: at })}
          />
        ))}
      </Group>
      <Select
        label="Endpoint"
        description="Only invoices whose webhooks go there"
        placeholder="Any endpoint"
        data={hosts}
        value={host}
        onChange={setHost}
        searchable
        allowDeselect
        clearable
      />
      <Box mih={40} aria-live="polite">
        {!instants.ok ? (
          <Note>{instants.why}</Note>
        ) : cost.failure !== undefined ? (
          <FailureNotice failure={cost.failure} onRetry={cost.refresh} />
        ) : (
          <Text fw={500} className="mc-num">
            {cost.data === undefined ? 'Counting the invoices…' : costWords(cost.data)}
          </Text>
        )}
      </Box>
    </ActionDialog>
  );
}

/** What reading the window costs, once nobody is typing any more. */
function useCost(input: { readonly from: string; readonly to: string; readonly host?: string } | null) {
  const present = JSON.stringify(input);
  const isSettled = useSettled(present) === present;
  const asked = input ?? { from: '1970-01-01', to: '1970-01-02' };
  const { data, failure, isPrevious, refresh } = useCall('watch.estimate', asked, {
    enabled: input !== null && isSettled,
  });
  // The cost of another window is no cost of this one.
  const isOwn = input !== null && isSettled && !isPrevious;
  return { data: isOwn ? data : undefined, failure: isOwn ? failure : undefined, refresh };
}

/** Nothing while everything was checked, nothing is paused and no outage is named. */
function WatchLine(props: { readonly status: WatchStatus; readonly onChanged: () => void }) {
  const { status, onChanged } = props;
  const { run, busy, failure } = useActions();
  const isPaused = status.state === 'paused';
  const label = isPaused ? 'Go on checking' : 'Pause checking';
  if (isEverythingRead(status) && !isPaused && status.incident === undefined) return null;
  return (
    <section aria-label="Checking deliveries">
      {isEverythingRead(status) && !isPaused ? null : (
        <Group px="md" py={4} gap="xs" wrap="nowrap" fz="xs" c="dimmed" className="mc-num">
          <Tooltip label={label}>
            <ActionIcon
              size={24}
              aria-label={label}
              loading={busy}
              onClick={() => void run(isPaused ? 'watch.resume' : 'watch.pause', {}).then(onChanged)}
            >
              {isPaused ? (
                <IconPlayerPlay size={14} aria-hidden="true" />
              ) : (
                <IconPlayerPause size={14} aria-hidden="true" />
              )}
            </ActionIcon>
          </Tooltip>
          <span>
            {coverageWords(status)}. {estimateWords(status)} {nextWords(status)}
          </span>
        </Group>
      )}
      <FailureNotice failure={failure} />
      {status.incident === undefined ? null : <Outage incident={status.incident} onChanged={onChanged} />}
    </section>
  );
}

/** The window that is checked first, its progress, and the ways on from it. */
function Outage(props: { readonly incident: NonNullable<WatchStatus['incident']>; readonly onChanged: () => void }) {
  const { incident, onChanged } = props;
  const { timeZone } = useUi();
  const end = useAction('watch.endIncident');
  const ended = incidentEnd(incident);
  const host = incident.host === null ? 'any endpoint' : plainText(incident.host);
  return (
    <Group role="group" aria-label="Outage" px="md" py={6} gap="xs" justify="space-between">
      <div>
        <Text fw={600}>
          Outage {windowWords(incident, timeZone)}{' '}
          <Text span c="dimmed">
            {host}, {ended ?? incidentProgress(incident)}
          </Text>
        </Text>
        {ended === null ? (
          <Progress
            size={5}
            value={percentRead({ read: incident.read, terminal: incident.invoices })}
            aria-label="Invoices of the outage checked"
          />
        ) : null}
      </div>
      <Group gap="xs">
        <ButtonLink size="xs" to={listPath(incidentListQuery(incident))}>
          Show its invoices
        </ButtonLink>
        <ButtonLink size="xs" to={`${screenPath('failing')}?of=filter&${incidentQuery(incident, true)}`}>
          Resend…
        </ButtonLink>
        <Button variant="subtle" size="xs" loading={end.busy} onClick={() => void end.run({}).then(onChanged)}>
          {ended === null ? 'Stop checking it' : 'Dismiss'}
        </Button>
      </Group>
      <FailureNotice failure={end.failure} />
    </Group>
  );
}

interface Window {
  readonly from: string;
  readonly to: string;
}

const PRESETS = [
  { hours: 1, words: 'Last hour' },
  { hours: 3, words: 'Last 3 hours' },
  { hours: 12, words: 'Last 12 hours' },
  { hours: 24, words: 'Last 24 hours' },
] as const;

/** The last so many hours, in local times of the zone; the minute that has begun belongs to them. */
export function lastHours(hours: number, nowMs: number, timeZone: string): Window {
  const end = Math.ceil(nowMs / 60_000) * 60_000;
  return {
    from: typedMinute(fromEpochMs(end - hours * 3_600_000), timeZone),
    to: typedMinute(fromEpochMs(end), timeZone),
  };
}

type WindowInstants = { readonly ok: true; readonly value: Window } | { readonly ok: false; readonly why: string };

/** The half-open instants of a window, or what is wrong with it. */
export function windowInstants({ from, to }: Window, timeZone: string): WindowInstants {
  const [begin, end] = [instantOfLocal(from.trim(), timeZone), instantOfLocal(to.trim(), timeZone)];
  if (begin === null || end === null) return { ok: false, why: 'Give both times.' };
  if ((toEpochMs(begin) ?? 0) >= (toEpochMs(end) ?? 0))
    return { ok: false, why: 'The end must be after the beginning.' };
  return { ok: true, value: { from: begin, to: end } };
}

/** "2026-11-21 14:00 – 17:00 UTC"; the second day only where it is another. */
export function windowWords({ from, to }: Window, timeZone: string): string {
  const [begin, end] = [typedMinute(from, timeZone), typedMinute(to, timeZone)];
  const isSameDay = begin.slice(0, DAY_LETTERS) === end.slice(0, DAY_LETTERS);
  return `${dayText(begin)} – ${isSameDay ? end.slice(DAY_LETTERS + 1) : dayText(end)} ${timeZone}`;
}

const DAY_LETTERS = 'YYYY-MM-DD'.length;

/** As a field for it holds it: "2026-11-21 14:00". */
function typedMinute(instant: string, timeZone: string): string {
  return localMinute(instant, timeZone) ?? instant;
}
