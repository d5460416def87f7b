// What there is to do, what runs out first on top: each line says how much, and has one action.
import {
  IconAddressBook,
  IconAlertTriangle,
  IconArrowBarUp,
  IconCalendarDue,
  IconClockExclamation,
  IconEyeOff,
  IconFilePlus,
  IconFileUnknown,
  IconHelpHexagon,
  IconHistory,
  IconLockOpen,
  IconMailX,
  IconRefreshAlert,
  IconScale,
  IconSend,
  IconUserCheck,
  IconPlugConnected,
  IconPlugConnectedX,
  IconWallet,
  type TablerIcon,
} from '@tabler/icons-react';
import { Button, Skeleton, Stack, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import type { CallOutput } from '../../../contract/calls.ts';
import { sumMoney } from '../../../domain/kernel/money/money.ts';
import { isInvoiceStatus, SETTLEMENT_TOKEN } from '../../../domain/records/invoice.ts';
import { screenPath } from '../../../domain/console/screens.ts';
import { PROBLEM_WORDS } from '../../../domain/exports/schedule.ts';
import { toNewAddress } from '../../../domain/news/payouts.ts';
import { RECEIVER_DEEDS } from '../../../domain/webhooks/receiver-health.ts';
import { useCall, useTimeZone } from '../../bridge/index.ts';
import {
  AgeText,
  ButtonLink,
  cellText,
  countWords,
  DAY_STEP_MS,
  EmptyState,
  FailureNotice,
  MoneyText,
  Panel,
  periodDays,
  plainText,
  useNow,
} from '../../ui/index.ts';
import { findingName, hostWords, isTheirs, periodWords, useApprovals } from '../../parts/index.ts';
import { accountPath, periodOf } from './period.tsx';
import classes from './home.module.css';

type Item = CallOutput<'overview.attention'>['items'][number];
type Kind = Exclude<Item['kind'], 'exceptions-open' | 'adjusted' | 'settled-missing'>;

interface Look {
  readonly icon: TablerIcon;
  /** How it stands out; `warn` where nothing is said. */
  readonly tone?: 'bad' | 'warn' | 'quiet';
  readonly words: readonly [one: string, more: string];
  readonly note: string;
  readonly action?: string;
  readonly path: string | null;
}

const gone = (noun: string, list: 'invoices' | 'withdrawals'): Look => ({
  icon: IconEyeOff,
  words: [`${noun} gone from the API`, `${list} gone from the API`],
  note: 'Kept, and still in the totals. Ask the service',
  path: `${screenPath(list)}?missing=true`,
});
const failing = (what: string, old: string, screen: 'rates' | 'methods'): Look => ({
  icon: IconRefreshAlert,
  tone: 'quiet',
  words: [`reading of the ${what} fails`, `readings of the ${what} fail`],
  note: `Tried again by itself; the old ${old} are shown`,
  path: screenPath(screen),
});

/** In the order in which they matter, after what runs out and what costs money. */
const LOOKS: Readonly<Record<Kind, Look>> = {
  'delivery-failed': {
    icon: IconMailX,
    tone: 'bad',
    words: ['webhook failed', 'webhooks failed'],
    note: 'Your shop may not know',
    action: 'Resend',
    path: screenPath('failing'),
  },
  'withdrawal-pending': {
    icon: IconArrowBarUp,
    tone: 'quiet',
    words: ['withdrawal pending', 'withdrawals pending'],
    note: 'Oldest requested',
    path: `${screenPath('withdrawals')}?status=pending`,
  },
  'withdrawal-rejected': {
    icon: IconAlertTriangle,
    words: ['withdrawal rejected', 'withdrawals rejected'],
    note: 'The money is back on the balance',
    path: `${screenPath('withdrawals')}?status=rejected`,
  },
  'late-change': {
    icon: IconHistory,
    words: ['record changed after it was final', 'records changed after they were final'],
    note: 'Seen in the last 30 days',
    action: 'Review',
    path: screenPath('late-changes'),
  },
  'resend-unresolved': {
    icon: IconSend,
    words: ['resend with an open end', 'resends with an open end'],
    note: 'Whether it was sent is not known yet',
    action: 'Check',
    path: `${screenPath('audit-log')}?action=resend-webhook&outcome=not-observed&outcome=inconclusive`,
  },
  'create-unresolved': {
    icon: IconFilePlus,
    words: ['new invoice with an open end', 'new invoices with an open end'],
    note: 'Look it up before you order it again',
    action: 'Check',
    path: screenPath('new-invoice'),
  },
  'unknown-status': {
    icon: IconHelpHexagon,
    tone: 'quiet',
    words: ['unknown status', 'unknown statuses'],
    note: 'Words this console does not know',
    path: null,
  },
  'not-shown': gone('invoice', 'invoices'),
  'withdrawal-not-shown': gone('withdrawal', 'withdrawals'),
  quarantined: {
    icon: IconFileUnknown,
    words: ['unreadable record', 'unreadable records'],
    note: 'Kept aside; in no total',
    path: screenPath('unreadable'),
  },
  'rates-failing': failing('rates', 'rates', 'rates'),
  'payment-methods-failing': failing('payment methods', 'limits', 'methods'),
};

interface Line extends Pick<Look, 'icon' | 'tone' | 'action' | 'path'> {
  readonly key: string;
  readonly title: string;
  readonly note: ReactNode;
}

const isKind = (kind: Item['kind']): kind is Kind => Object.hasOwn(LOOKS, kind);
const ORDER = Object.keys(LOOKS);

export function ToDo() {
  const attention = useCall(
    'overview.attention',
    {},
    { refreshOn: ['invoices', 'deliveries', 'withdrawals', 'quarantine', 'exceptions', 'rates', 'paymentMethods'] },
  );
  const lines = [
    ...useHealth(),
    ...useToApprove(),
    ...useRunningOut(),
    ...useNewAddresses(),
    ...useDue(),
    ...useScheduled(),
    ...useAdjusted(),
    ...useOthers(attention.data?.items ?? []),
    ...useOpenMonth(),
  ];
  const isWaiting = attention.data === undefined && attention.failure === undefined;
  return (
    <Panel title="To do" {...(lines.length === 0 ? {} : { note: `${lines.length}` })} flush={lines.length > 0}>
      <FailureNotice failure={attention.failure} onRetry={attention.refresh} />
      {isWaiting ? <Skeleton height={48} radius="sm" /> : null}
      {attention.data !== undefined && lines.length === 0 ? (
        <EmptyState kind="nothing-yet" title="Nothing to do" />
      ) : null}
      <Lines lines={lines} most={useMediaQuery(LOW) ? 5 : 7} />
    </Panel>
  );
}

/** Here five lines are what fits beside the picture. */
const LOW = '(max-height: 760px)';

/** No more than `most` of them until the rest, which is the least urgent, is asked for. */
function Lines({ lines, most }: { readonly lines: readonly Line[]; readonly most: number }) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole || lines.length <= most ? lines : lines.slice(0, most - 1);
  return (
    <ul className={classes.lines}>
      {shown.map((line) => (
        <ToDoLine key={line.key} line={line} />
      ))}
      {shown.length === lines.length ? null : (
        <li className={classes.line}>
          <Button variant="subtle" size="compact-sm" onClick={() => setWhole(true)}>
            {lines.length - shown.length} more
          </Button>
        </li>
      )}
    </ul>
  );
}

/** What support has to know before anybody writes: nothing while all is well. */
export function HealthPanel() {
  const lines = useHealth();
  return lines.length === 0 ? null : (
    <Panel title="Down now" flush>
      <Lines lines={lines} most={lines.length} />
    </Panel>
  );
}

function ToDoLine({ line }: { readonly line: Line }) {
  const { icon: Icon, tone = 'warn', title, note, action = 'Open', path } = line;
  return (
    <li className={classes.line}>
      <Icon
        size={18}
        stroke={1.75}
        color={tone === 'quiet' ? 'var(--mc-text-soft)' : `var(--mc-${tone}-text)`}
        style={{ flex: 'none' }}
        aria-hidden="true"
      />
      <Stack gap={0} flex={1} miw={0}>
        <Text fw={500} className="mc-num" truncate title={title}>
          {title}
        </Text>
        <Text fz={12} lh="16px" c="dimmed" className="mc-num" truncate>
          {note}
        </Text>
      </Stack>
      {path === null ? null : (
        <ButtonLink size="compact-sm" to={path} aria-label={`${action}: ${title}`}>
          {action}
        </ButtonLink>
      )}
    </li>
  );
}

/** Receivers that are down or have orders left, and payments that have stopped: each minute of them costs orders. */
function useHealth(): readonly Line[] {
  const health = useCall('overview.health', {}, { refreshOn: ['deliveries', 'invoices'] }).data;
  const payments = (health?.payments ?? []).map(
    ({ method, since, usual }): Line => ({
      key: `silent ${method ?? ''}`,
      icon: IconWallet,
      tone: 'bad',
      title: `No payment by ${method === null ? 'an unnamed method' : cellText(method, 24)}`,
      note: <Aged words={`Usually ${usual} in that time; last`} since={since} />,
      action: 'Check',
      path: `${screenPath('invoices')}${method === null ? '' : `?${new URLSearchParams({ method }).toString()}`}`,
    }),
  );
  const receivers = (health?.receivers ?? [])
    .toSorted((a, b) => Number(a.recoveredAt !== null) - Number(b.recoveredAt !== null))
    .map(({ host, kind, cause, since, waiting, recoveredAt }): Line => {
      const isBack = recoveredAt !== null;
      const deed = kind === 'every' ? RECEIVER_DEEDS[cause] : `fails many webhooks (${RECEIVER_DEEDS[cause]})`;
      return {
        key: `receiver ${host}`,
        icon: isBack ? IconPlugConnected : IconPlugConnectedX,
        tone: isBack ? 'warn' : 'bad',
        title: `${hostWords(host)} ${isBack ? 'answers again' : deed}`,
        note: (
          <Aged
            words={`${countWords(waiting, 'order waits', 'orders wait')} · ${isBack ? 'since' : 'down since'}`}
            since={recoveredAt ?? since}
          />
        ),
        action: isBack ? 'Resend' : 'Check',
        path: `${screenPath('failing')}?of=filter&state=failed&state=retrying&${new URLSearchParams({ host }).toString()}`,
      };
    });
  return [...receivers, ...payments];
}

/** Of a team: what waits for this person's word, or was approved for them to do. */
function useToApprove(): readonly Line[] {
  const theirs = (useApprovals().data?.requests ?? []).filter(isTheirs);
  const [first] = theirs;
  if (first === undefined) return [];
  const toAnswer = theirs.filter(({ mayAnswer }) => mayAnswer).length;
  return [
    {
      key: 'approvals',
      icon: IconUserCheck,
      title:
        toAnswer > 0
          ? countWords(toAnswer, 'approval waits for you', 'approvals wait for you')
          : countWords(theirs.length, 'of your requests needs you', 'of your requests need you'),
      note: (
        <Aged words={`${plainText(first.askedBy)}: ${cellText(first.shown.summary, 60)} ·`} since={first.askedAt} />
      ),
      action: 'Look',
      path: screenPath('approvals'),
    },
  ];
}

function useRunningOut(): readonly Line[] {
  const facets = useCall('deliveries.facets', {}, { refreshOn: ['deliveries', 'invoices'] }).data;
  const first = useCall(
    'deliveries.page',
    { filter: { atRisk: true }, sort: [{ by: 'nextAttemptAt', direction: 'asc' }], offset: 0, limit: 1 },
    { refreshOn: ['deliveries', 'invoices'] },
  ).data?.rows[0];
  const count = facets?.atRisk ?? 0;
  if (count === 0) return [];
  const next = first?.nextAttemptAt ?? null;
  return [
    {
      key: 'running-out',
      icon: IconClockExclamation,
      title: `${countWords(count, 'webhook runs', 'webhooks run')} out of attempts`,
      note: next === null ? 'Their last attempts are near' : <Aged words="First" since={next} />,
      action: 'Check',
      path: `${screenPath('deliveries')}?atRisk=true`,
    },
  ];
}

/** Pending payouts to addresses that nothing was sent to before and that nobody has named, from the amount that is set on. */
function useNewAddresses(): readonly Line[] {
  const { data: settings } = useCall('settings.get', {}, {});
  const from = settings?.newAddressFrom ?? 0;
  const found = useCall(
    'withdrawals.page',
    {
      filter: { ...toNewAddress(from), status: ['pending'] },
      sort: [{ by: 'amount', direction: 'desc' }],
      offset: 0,
      limit: 1,
    },
    { refreshOn: ['withdrawals', 'notes'], enabled: settings !== undefined },
  ).data;
  const [first] = found?.rows ?? [];
  if (found === undefined || first === undefined) return [];
  const query = new URLSearchParams({
    status: 'pending',
    newAddress: 'true',
    ...(from === 0 ? {} : { amount: `${from}..`, amountOf: 'requested' }),
  });
  return [
    {
      key: 'new-addresses',
      icon: IconAddressBook,
      title: countWords(found.total, 'withdrawal to a new address', 'withdrawals to new addresses'),
      note: (
        <>
          <MoneyText value={first.amount} unit={first.token ?? 'token'} currency={cellText(first.token, 8)} />
          {found.total === 1 ? ', the first sent there' : ' the largest, all firsts'}
        </>
      ),
      action: 'Check',
      path: `${screenPath('withdrawals')}?${query.toString()}`,
    },
  ];
}

function Aged({ words, since }: { readonly words: string; readonly since: string }) {
  return (
    <>
      {words} <AgeText since={since} />
    </>
  );
}

/** What somebody has set a day for that has come, whether a person or a run has found it. */
function useDue(): readonly Line[] {
  const due = useCall(
    'exceptions.page',
    { filter: { state: ['open'], due: ['due'] }, sort: [{ by: 'due', direction: 'asc' }], offset: 0, limit: 1 },
    { refreshOn: ['exceptions'] },
  ).data;
  const [first] = due?.rows ?? [];
  if (due === undefined || first === undefined) return [];
  return [
    {
      key: 'due',
      icon: IconCalendarDue,
      title: countWords(due.total, 'case is due', 'cases are due'),
      note: `First ${first.due}: ${cellText(findingName(first), 60)}`,
      path: `${screenPath('exceptions')}?due=due&sort=due`,
    },
  ];
}

/** Exports that are made by themselves whose last time did not end well: why, and the way to it. */
function useScheduled(): readonly Line[] {
  const { data } = useCall('schedules.list', {}, { refreshOn: ['schedules'] });
  const last = (data?.schedules ?? []).flatMap(({ latest, isOn }) => (latest !== null && isOn ? [latest] : []));
  const failed = last.filter(({ state }) => state === 'failed');
  const lacking = last.filter(({ state, lacks }) => state === 'done' && lacks !== null);
  const [first = lacking[0]] = failed;
  if (first === undefined) return [];
  return [
    {
      key: 'scheduled',
      icon: IconFileUnknown,
      title:
        failed.length > 0
          ? `${countWords(failed.length, 'scheduled export', 'scheduled exports')} not made`
          : `${countWords(lacking.length, 'scheduled export', 'scheduled exports')} not complete`,
      note: `${cellText(first.name, 40)}: ${first.problem === null ? 'its lists were not complete' : PROBLEM_WORDS[first.problem]}`,
      action: 'Check',
      path: screenPath('schedules'),
    },
  ];
}

function useAdjusted(): readonly Line[] {
  const open = useCall(
    'reconciliation.adjusted',
    { triage: 'open', offset: 0, limit: 1 },
    { refreshOn: ['invoices', 'exceptions'] },
  ).data;
  if (open === undefined || open.total === 0) return [];
  const loss = sumMoney(open.totals.map(({ deltaUsdt }) => deltaUsdt));
  return [
    {
      key: 'adjusted',
      icon: IconScale,
      title: `${countWords(open.total, 'invoice', 'invoices')} adjusted`,
      note: (
        <>
          <MoneyText value={loss} unit={SETTLEMENT_TOKEN} currency={SETTLEMENT_TOKEN} sign />, not reviewed
        </>
      ),
      action: 'Review',
      path: screenPath('adjusted'),
    },
  ];
}

function useOthers(items: readonly Item[]): readonly Line[] {
  const facets = useCall('invoices.facets', {}, { refreshOn: ['invoices'] }).data;
  const unknown = (facets?.statuses ?? []).map(({ value }) => value).filter((status) => !isInvoiceStatus(status));
  const query = new URLSearchParams(unknown.map((status) => ['status', status])).toString();
  const shown = items.flatMap((item) => (isKind(item.kind) && item.count > 0 ? [{ ...item, kind: item.kind }] : []));
  return shown
    .toSorted((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind))
    .map(({ kind, count, oldest }) => {
      const { words, note, path, ...look } = LOOKS[kind];
      return {
        ...look,
        key: kind,
        title: countWords(count, ...words),
        note: oldest === null ? note : <Aged words={`${note} ·`} since={oldest} />,
        path: kind === 'unknown-status' && unknown.length > 0 ? `${screenPath('invoices')}?${query}` : path,
      };
    });
}

/** The last whole month, while the account does not reach its end. */
function useOpenMonth(): readonly Line[] {
  const timeZone = useTimeZone();
  const now = useNow(DAY_STEP_MS);
  const closes = useCall('periods.list', { offset: 0, limit: 1 }).data;
  const { from = '', to = '' } = periodDays('last-month', now, timeZone);
  // Whoever has closed nothing yet is not told to.
  if (closes?.next === null || closes === undefined || closes.next.from > to) return [];
  const days = { from, to };
  return [
    {
      key: 'open-month',
      icon: IconLockOpen,
      tone: 'quiet',
      title: `${periodWords(periodOf(days, timeZone))} is not closed`,
      note: 'Exceptions, statement, balance',
      action: 'Close',
      path: accountPath('statement', days, timeZone),
    },
  ];
}
