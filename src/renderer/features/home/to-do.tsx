// What there is to do, what runs out first on top: each line says how much, and has one action.
import {
  IconAlertTriangle,
  IconArrowBarUp,
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
  type TablerIcon,
} from '@tabler/icons-react';
import { Button, Skeleton, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { CallOutput } from '../../../contract/calls.ts';
import { isInvoiceStatus, SETTLEMENT_TOKEN } from '../../../domain/invoice.ts';
import { screenPath } from '../../../domain/screens.ts';
import { useCall, useTimeZone } from '../../bridge/index.ts';
import {
  AgeText,
  countWords,
  EmptyState,
  FailureNotice,
  hashHref,
  MoneyText,
  Panel,
  periodDays,
  periodWords,
  useNow,
} from '../../ui/index.ts';
import { sum } from './figures.ts';
import { accountPath, periodOf } from './period.ts';
import classes from './home.module.css';

type Item = CallOutput<'overview.attention'>['items'][number];
type Kind = Exclude<Item['kind'], 'exceptions-open' | 'adjusted' | 'settled-missing'>;

interface Line {
  readonly key: string;
  readonly icon: TablerIcon;
  readonly tone: 'bad' | 'warn' | 'quiet';
  readonly title: string;
  readonly note: ReactNode;
  readonly action: string;
  readonly path: string | null;
}

interface Look {
  readonly icon: TablerIcon;
  readonly tone: Line['tone'];
  readonly one: string;
  readonly more: string;
  readonly note: string;
  readonly action: string;
  readonly path: string | null;
}

/** In the order in which they matter, after what runs out and what costs money. */
const LOOKS: Readonly<Record<Kind, Look>> = {
  'delivery-failed': {
    icon: IconMailX,
    tone: 'bad',
    one: 'webhook failed',
    more: 'webhooks failed',
    note: 'No attempts left; your shop may not know',
    action: 'Resend',
    path: screenPath('failing'),
  },
  'withdrawal-pending': {
    icon: IconArrowBarUp,
    tone: 'quiet',
    one: 'withdrawal pending',
    more: 'withdrawals pending',
    note: 'Oldest requested',
    action: 'Open',
    path: `${screenPath('withdrawals')}?status=pending`,
  },
  'withdrawal-rejected': {
    icon: IconAlertTriangle,
    tone: 'warn',
    one: 'withdrawal rejected',
    more: 'withdrawals rejected',
    note: 'The money is back on the balance',
    action: 'Open',
    path: `${screenPath('withdrawals')}?status=rejected`,
  },
  'late-change': {
    icon: IconHistory,
    tone: 'warn',
    one: 'record changed after it was final',
    more: 'records changed after they were final',
    note: 'Seen in the last 30 days',
    action: 'Review',
    path: screenPath('late-changes'),
  },
  'resend-unresolved': {
    icon: IconSend,
    tone: 'warn',
    one: 'resend with an open end',
    more: 'resends with an open end',
    note: 'Whether it was sent is not known yet',
    action: 'Check',
    path: `${screenPath('audit-log')}?action=resend-webhook&outcome=not-observed&outcome=inconclusive`,
  },
  'create-unresolved': {
    icon: IconFilePlus,
    tone: 'warn',
    one: 'new invoice with an open end',
    more: 'new invoices with an open end',
    note: 'Look it up before you order it again',
    action: 'Check',
    path: screenPath('new-invoice'),
  },
  'unknown-status': {
    icon: IconHelpHexagon,
    tone: 'quiet',
    one: 'unknown status',
    more: 'unknown statuses',
    note: 'Words this console does not know',
    action: 'Open',
    path: null,
  },
  'not-shown': {
    icon: IconEyeOff,
    tone: 'warn',
    one: 'invoice gone from the API',
    more: 'invoices gone from the API',
    note: 'Kept, and still in the totals. Ask the service',
    action: 'Open',
    path: `${screenPath('invoices')}?missing=true`,
  },
  'withdrawal-not-shown': {
    icon: IconEyeOff,
    tone: 'warn',
    one: 'withdrawal gone from the API',
    more: 'withdrawals gone from the API',
    note: 'Kept, and still in the totals. Ask the service',
    action: 'Open',
    path: `${screenPath('withdrawals')}?missing=true`,
  },
  quarantined: {
    icon: IconFileUnknown,
    tone: 'warn',
    one: 'unreadable record',
    more: 'unreadable records',
    note: 'Kept aside; in no total',
    action: 'Open',
    path: screenPath('unreadable'),
  },
  'rates-failing': {
    icon: IconRefreshAlert,
    tone: 'quiet',
    one: 'reading of the rates fails',
    more: 'readings of the rates fail',
    note: 'Tried again by itself; the old rates are shown',
    action: 'Open',
    path: screenPath('rates'),
  },
  'payment-methods-failing': {
    icon: IconRefreshAlert,
    tone: 'quiet',
    one: 'reading of the payment methods fails',
    more: 'readings of the payment methods fail',
    note: 'Tried again by itself; the old limits are shown',
    action: 'Open',
    path: screenPath('methods'),
  },
};

const isKind = (kind: Item['kind']): kind is Kind => Object.hasOwn(LOOKS, kind);
const ORDER = Object.keys(LOOKS);

/** One card; empty says so. */
export function ToDo(): ReactNode {
  const attention = useCall(
    'overview.attention',
    {},
    { refreshOn: ['invoices', 'deliveries', 'withdrawals', 'quarantine', 'exceptions', 'rates', 'paymentMethods'] },
  );
  const lines = [...useRunningOut(), ...useAdjusted(), ...useOthers(attention.data?.items ?? []), ...useOpenMonth()];
  const isWaiting = attention.data === undefined && attention.failure === undefined;
  return (
    <Panel title="To do" {...(lines.length === 0 ? {} : { note: `${lines.length}` })} flush={lines.length > 0}>
      {attention.failure === undefined ? null : (
        <FailureNotice failure={attention.failure} onRetry={attention.refresh} />
      )}
      {isWaiting ? <Skeleton height={48} radius="sm" /> : null}
      {!isWaiting && lines.length === 0 ? <EmptyState kind="nothing-yet" title="Nothing to do" /> : null}
      <Stack component="ul" gap={0} m={0} p={0}>
        {lines.map((line) => (
          <ToDoLine key={line.key} line={line} />
        ))}
      </Stack>
    </Panel>
  );
}

function ToDoLine({ line: { icon: Icon, tone, title, note, action, path } }: { readonly line: Line }): ReactNode {
  return (
    <li className={classes.line}>
      <Icon size={18} stroke={1.75} aria-hidden="true" data-tone={tone} />
      <Stack gap={0} flex={1} miw={0}>
        <Text fz={13} fw={500} className="mc-num">
          {title}
        </Text>
        <Text fz={12} lh="16px" c="dimmed" className="mc-num">
          {note}
        </Text>
      </Stack>
      {path === null ? null : (
        <Button component="a" size="xs" variant="default" href={hashHref(path)} aria-label={`${action}: ${title}`}>
          {action}
        </Button>
      )}
    </li>
  );
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
  return [
    {
      key: 'running-out',
      icon: IconClockExclamation,
      tone: 'warn',
      title: `${countWords(count, 'webhook runs', 'webhooks run')} out of attempts`,
      note:
        first === undefined || first.nextAttemptAt === null ? (
          'Their last attempts are near'
        ) : (
          <>
            First <AgeText since={first.nextAttemptAt} />
          </>
        ),
      action: 'Check',
      path: `${screenPath('deliveries')}?atRisk=true`,
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
  return [
    {
      key: 'adjusted',
      icon: IconScale,
      tone: 'warn',
      title: `${countWords(open.total, 'invoice', 'invoices')} adjusted`,
      note: (
        <>
          <MoneyText
            value={sum(open.totals.map(({ deltaUsdt }) => deltaUsdt))}
            unit={SETTLEMENT_TOKEN}
            currency={SETTLEMENT_TOKEN}
            sign
          />
          , not reviewed
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
  const shown = items.flatMap((item) => (isKind(item.kind) && item.count > 0 ? [{ ...item, kind: item.kind }] : []));
  return shown
    .toSorted((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind))
    .map(({ kind, count, oldest }) => {
      const { one, more, note, path, ...look } = LOOKS[kind];
      const own = kind === 'unknown-status' && unknown.length > 0 ? unknownPath(unknown) : path;
      return {
        ...look,
        key: kind,
        title: countWords(count, one, more),
        note: oldest === null ? note : <Oldest note={note} since={oldest} />,
        path: own,
      };
    });
}

function Oldest({ note, since }: { readonly note: string; readonly since: string }): ReactNode {
  return (
    <>
      {note} · <AgeText since={since} />
    </>
  );
}

function unknownPath(statuses: readonly string[]): string {
  return `${screenPath('invoices')}?${new URLSearchParams(statuses.map((status) => ['status', status])).toString()}`;
}

const HOUR_MS = 3_600_000;

/** The last whole month, while the account does not reach its end. */
function useOpenMonth(): readonly Line[] {
  const timeZone = useTimeZone();
  const now = useNow(HOUR_MS);
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
