// Home for finance: figures with their change, the net by day, what there is to do. Every figure leads to the rows it sums.
import type { ReactNode } from 'react';
import { Skeleton, Stack, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { SyncStatus } from '../../../contract/calls/sync.ts';
import { SETTLEMENT_TOKEN } from '../../../domain/records/invoice.ts';
import { subtractMoney, sumMoney } from '../../../domain/kernel/money/money.ts';
import { screenPath } from '../../../domain/console/screens.ts';
import {
  AgeText,
  countWords,
  DAY_STEP_MS,
  dayOf,
  EmptyState,
  FailureNotice,
  grouped,
  hashHref,
  Link,
  MoneyText,
  Panel,
  percentText,
  plainText,
  shortDay,
  Table,
  useNow,
  withdrawalPath,
} from '../../ui/index.ts';
import { daysMarks, DaysPicture, Legend, levelOf, StatusBadge, useFeeTotals, useMovements } from '../../parts/index.ts';
import {
  changeOf,
  currencyFigures,
  feeOf,
  grossOf,
  type Known,
  movedOf,
  netOf,
  paidOf,
  percentOf,
  type Share,
  uncountedOf,
} from './figures.ts';
import {
  accountPath,
  createdIn,
  type Days,
  finishedIn,
  invoicesPath,
  periodOf,
  picturedBefore,
  type RangeNames,
} from './period.tsx';
import { Change, Settled } from './change.tsx';
import { ToDo } from './to-do.tsx';
import type { DayMovement } from '../../../domain/period/movements.ts';
import { useCall } from '../../bridge/index.ts';
import classes from './home.module.css';

function useHome(days: Days, timeZone: string) {
  const period = periodOf(days, timeZone);
  const options = { refreshOn: ['invoices', 'withdrawals'], of: JSON.stringify(period) } as const;
  const finished = useCall('overview.totals', { filter: finishedIn(days, timeZone) }, options);
  const created = useCall('overview.totals', { filter: createdIn(days, timeZone) }, options);
  const fees = useFeeTotals(period);
  const movements = useMovements(period, SETTLEMENT_TOKEN);
  return {
    finished: finished.data,
    created: created.data,
    fees: fees.data,
    movements: movements.data,
    failure: finished.failure ?? created.failure ?? fees.failure ?? movements.failure,
    refresh: () => {
      for (const { refresh } of [finished, created, fees, movements]) refresh();
    },
  };
}

interface Compared {
  readonly now: Known;
  readonly before: Known;
  readonly days: Days;
  readonly timeZone: string;
  /** What is not there has failed; else it is on its way. */
  readonly isFailed: boolean;
}

/** Nothing in it is a balance, and nothing is compared while the lists are still being read. */
export function FinanceHome(props: {
  readonly days: Days;
  readonly before: Days;
  readonly timeZone: string;
  readonly names: RangeNames;
  readonly status: SyncStatus | undefined;
}) {
  const { days, before, names, timeZone, status } = props;
  const now = useHome(days, timeZone);
  const earlier = useHome(before, timeZone);
  const isWhole = status?.invoices.certificate !== 'incomplete' && status?.withdrawals.certificate !== 'incomplete';
  const isFailed = now.failure !== undefined;
  const known = { now, before: isWhole ? earlier : NOTHING, days, timeZone, isFailed };
  const pictured = useMovements(periodOf(picturedBefore(days, before), timeZone), SETTLEMENT_TOKEN).data?.days;
  const today = dayOf(useNow(DAY_STEP_MS), timeZone);
  return (
    <>
      <FailureNotice failure={now.failure} onRetry={now.refresh} />
      <div className={classes.grid}>
        <Figures {...known} soFar={isWhole ? '' : ', so far'} isLeftKnown={status?.withdrawals.total !== null} />
        {now.movements === undefined ? (
          <Panel title="Net by day" note={SETTLEMENT_TOKEN}>
            <Missing isFailed={isFailed} height="100%" />
          </Panel>
        ) : (
          <NetByDay
            days={now.movements.days}
            before={(isWhole ? pictured : undefined) ?? []}
            path={accountPath('by-day', days, timeZone)}
            {...{ today, names, timeZone }}
          />
        )}
        <ToDo />
        <ByCurrency {...known} />
        <WithdrawalsCard isRead={status?.withdrawals.certificate !== 'incomplete'} />
      </div>
    </>
  );
}

/** In the place of what is not read: it says nothing of what it would be. */
function Missing({ isFailed, height }: { readonly isFailed: boolean; readonly height: number | '100%' }) {
  return isFailed ? (
    <EmptyState kind="could-not-load" title="Could not be read" />
  ) : (
    <Skeleton height={height} mih={128} flex={1} radius="sm" aria-busy="true" />
  );
}

const NOTHING: Known = { finished: undefined, created: undefined, fees: undefined, movements: undefined };

function Figure(props: {
  readonly label: string;
  readonly href: string;
  readonly note: ReactNode;
  /** It is on its way: not "nothing". */
  readonly isWaiting: boolean;
  readonly children: ReactNode;
}) {
  const { label, href, note, isWaiting, children } = props;
  return (
    <a className={classes.figure} href={hashHref(href)}>
      <Text component="span" fz={12} c="dimmed">
        {label}
      </Text>
      <span className={`${classes.value} mc-num`} data-console-figure="">
        {isWaiting ? <Skeleton height={20} width="60%" my={4} radius="sm" /> : children}
      </span>
      <Text component="span" fz={12} mih={20} c="dimmed" truncate className="mc-num">
        {note}
      </Text>
    </a>
  );
}

/** `isLeftKnown`: the withdrawals were read, so that it is known what is left. */
function Figures(props: Compared & { readonly soFar: string; readonly isLeftKnown: boolean }) {
  const { now, before, days, timeZone, isFailed, soFar, isLeftKnown } = props;
  const isWaiting = (of: keyof Known): boolean => !isFailed && now[of] === undefined;
  const net = netOf(now.finished);
  const gross = grossOf(now.fees);
  const [moved, movedBefore] = [movedOf(now.movements), movedOf(before.movements)];
  const fees = accountPath('fees', days, timeZone);
  const [share, earlier] = [paidOf(now.created), paidOf(before.created)];
  const [percent, was] = [shareOf(share), shareOf(earlier)];
  return (
    <section className={classes.figures} aria-label="Figures of the period">
      <Figure
        label={`Net credited${soFar}`}
        href={invoicesPath('finished', days, { status: 'success' })}
        note={<Against now={net} before={netOf(before.finished)} />}
        isWaiting={isWaiting('finished')}
      >
        <Settled value={net} />
      </Figure>
      <Figure
        label={`${grossLabel(now.fees?.currencies.length)}${soFar}`}
        href={fees}
        note={<Against now={gross} before={grossOf(before.fees)} />}
        isWaiting={isWaiting('fees')}
      >
        <Settled value={gross} />
      </Figure>
      <Figure
        label={`Estimated fees${soFar}`}
        href={fees}
        note={<FeeNote now={now} before={before} />}
        isWaiting={isWaiting('fees')}
      >
        <Settled value={feeOf(now.fees)} />
      </Figure>
      <Figure
        label={`Paid of created${soFar}`}
        href={invoicesPath('created', days)}
        note={
          share === null ? null : (
            <>
              <Change value={percent === null || was === null ? null : subtractMoney(percent, was)} unit="pt" />{' '}
              {grouped(share.part)} of {grouped(share.of)}
            </>
          )
        }
        isWaiting={isWaiting('created')}
      >
        <Percent value={percent} />
      </Figure>
      <Figure
        label={`Credited − withdrawn${soFar}`}
        href={accountPath('statement', days, timeZone)}
        note={
          movedBefore !== null ? (
            <Against now={moved} before={movedBefore} isPlain />
          ) : isLeftKnown ? (
            'no balance'
          ) : (
            'after the sync'
          )
        }
        isWaiting={isWaiting('movements')}
      >
        <Settled value={isLeftKnown ? moved : null} sign />
      </Figure>
    </section>
  );
}

/** Nothing is counted before it is computed. */
const grossLabel = (currencies: number | undefined): string =>
  currencies === undefined ? 'Gross' : `Gross, in ${countWords(currencies, 'currency', 'currencies')}`;

const shareOf = (share: Share | null): string | null =>
  share === null ? null : percentOf(`${share.part}`, `${share.of}`, 1);

interface AgainstProps {
  readonly now: string | null;
  readonly before: string | null;
  readonly isPlain?: boolean;
}

/** How far it is from before, and what it was. `isPlain`: more of it is neither good nor bad. */
function Against({ now, before, isPlain = false }: AgainstProps) {
  if (now === null || before === null) return null;
  const change = changeOf(now, before);
  return (
    <>
      <Change value={change} isPlain={isPlain} />
      <span className={change === null ? undefined : classes.earlier}>
        {' '}
        from <MoneyText value={before} unit={SETTLEMENT_TOKEN} />
      </span>
    </>
  );
}

const feeShare = ({ fees }: Known): string | null => {
  const [fee, gross] = [feeOf(fees), grossOf(fees)];
  return fee === null || gross === null ? null : percentOf(fee, gross, 2);
};

function FeeNote({ now, before }: Pick<Compared, 'now' | 'before'>) {
  const [percent, was] = [feeShare(now), feeShare(before)];
  const uncounted = uncountedOf(now.fees);
  return (
    <>
      {percent === null ? null : `${percentText(percent)} of gross`}
      {uncounted > 0 ? (
        <span title={`Without ${countWords(uncounted, 'invoice', 'invoices')} that tell no rate`}>
          , {grouped(uncounted)} left out
        </span>
      ) : was === null ? null : (
        <span className={classes.earlier}> from {percentText(was)}</span>
      )}
    </>
  );
}

/** Below them what all have in common is the token that they are settled in, so nothing is said of the gross. */
function ByCurrency({ now, before, days, timeZone, isFailed }: Compared) {
  const isRead = now.finished !== undefined && now.created !== undefined;
  const rows = currencyFigures(now, before);
  const [net, netBefore] = [netOf(now.finished), netOf(before.finished)];
  const isMany = rows.length > 1;
  const total = {
    net: <MoneyText value={net} unit={SETTLEMENT_TOKEN} />,
    fee: <Percent value={feeShare(now)} />,
    paid: <Percent value={shareOf(paidOf(now.created))} />,
    change: <Change value={net === null || netBefore === null ? null : changeOf(net, netBefore)} />,
  };
  const figure = (of: keyof typeof total) => ({ isFigure: true, foot: isMany ? total[of] : undefined });
  return (
    <Panel
      title="By currency"
      flush={isRead}
      actions={<Link to={accountPath('statement', days, timeZone)}>Statement</Link>}
    >
      {!isRead ? (
        <Missing isFailed={isFailed} height={128} />
      ) : rows.length === 0 ? (
        <Text px="md" pb="sm">
          No invoice was paid in these days.{' '}
          <Link inline to={screenPath('invoices')}>
            All invoices
          </Link>
        </Text>
      ) : (
        <Table
          label="Figures by currency"
          isDense
          rows={rows}
          keyOf={({ currency }) => currency}
          columns={({ cell, money, count }) => [
            cell('Currency', ({ currency }) => (
              <Link to={invoicesPath('finished', days, { status: 'success', currency })}>
                {plainText(currency.slice(0, 16))}
              </Link>
            )),
            count('Paid', ({ paid }) => paid, { sum: isMany }),
            money('Gross', ({ gross }) => gross, { unit: ({ currency }) => currency }),
            money(`Net (${SETTLEMENT_TOKEN})`, (row) => row.net, {
              unit: SETTLEMENT_TOKEN,
              ...(isMany ? { sum: () => total.net } : {}),
            }),
            cell('Fee', ({ feePercent }) => <Percent value={feePercent} />, figure('fee')),
            cell('Paid of created', ({ paidOfCreated }) => <Percent value={paidOfCreated} />, figure('paid')),
            cell('Change', (row) => <Change value={row.change} />, figure('change')),
          ]}
        />
      )}
    </Panel>
  );
}

/** "80.7 %"; a dash where there is nothing to divide by. */
function Percent({ value }: { readonly value: string | null }) {
  return value === null ? '—' : percentText(value);
}

/** Shown once the days are known; those before may come later, or never. `today`, YYYY-MM-DD, is not whole yet. */
function NetByDay(props: {
  readonly days: readonly DayMovement[];
  readonly before: readonly DayMovement[];
  readonly path: string;
  readonly today: string;
  readonly timeZone: string;
  readonly names: RangeNames;
}) {
  const { days, before, path, today, timeZone } = props;
  const names = before.length === 0 ? ([props.names.now] as const) : ([props.names.now, props.names.before] as const);
  const pictured = { days, before, today, timeZone, names, token: SETTLEMENT_TOKEN };
  const best = days.reduce<DayMovement | undefined>(
    (most, day) => (most === undefined || levelOf(day.credits) > levelOf(most.credits) ? day : most),
    undefined,
  );
  return (
    <Panel title="Net by day" note={SETTLEMENT_TOKEN} actions={<Legend marks={daysMarks(pictured).days} />}>
      <Stack component="figure" m={0} gap={4} flex={1} style={{ overflowX: 'clip' }}>
        <div className={classes.picture}>
          <DaysPicture {...pictured} height="100%" legend="elsewhere" />
        </div>
        <Text component="figcaption" fz={12} c="dimmed" className="mc-num">
          <Settled value={sumMoney(days.map(({ credits }) => credits))} /> in {grouped(days.length)} days
          {best === undefined ? null : (
            <>
              , most on {shortDay(best.day)}: <MoneyText value={best.credits} unit={SETTLEMENT_TOKEN} />
            </>
          )}
          .{' '}
          <Link inline to={path}>
            Day by day
          </Link>
        </Text>
      </Stack>
    </Panel>
  );
}

/** Where the card runs beside both rows there is room for more. */
const ROOMY = '(min-width: 1500px) and (min-height: 1000px)';
const MOST = { roomy: 12, else: 5 } as const;

function useWithdrawals(status: string[], direction: 'asc' | 'desc') {
  const input = { filter: { status }, sort: [{ by: 'created_at' as const, direction }], offset: 0, limit: MOST.roomy };
  return useCall('withdrawals.page', input, { refreshOn: ['withdrawals'] });
}

/** The oldest that wait first, then the newest that have an end. */
function WithdrawalsCard({ isRead }: { readonly isRead: boolean }) {
  const [waits, ended] = [useWithdrawals(['pending'], 'asc'), useWithdrawals(['rejected', 'approved'], 'desc')];
  const [pending, others] = [waits.data, ended.data];
  const isThere = pending !== undefined && others !== undefined;
  const most = useMediaQuery(ROOMY) ? MOST.roomy : MOST.else;
  const rows = isThere ? [...pending.rows, ...others.rows].slice(0, most) : [];
  const totals = [...Map.groupBy(pending?.totals ?? [], ({ token }) => token)];
  const waiting = totals.map(([token, parts]) => (
    <div key={token}>
      <MoneyText
        value={sumMoney(parts.map(({ amount }) => amount))}
        unit={token ?? SETTLEMENT_TOKEN}
        currency={otherToken(token)}
      />
    </div>
  ));
  return (
    <Panel
      title="Withdrawals"
      note={SETTLEMENT_TOKEN}
      flush={isThere}
      actions={<Link to={screenPath('withdrawals')}>All</Link>}
    >
      {!isThere ? (
        <Missing isFailed={(waits.failure ?? ended.failure) !== undefined} height={128} />
      ) : rows.length === 0 ? (
        <EmptyState kind="nothing-yet" title={isRead ? 'No withdrawals yet' : 'Not read yet'} />
      ) : (
        <Table
          label="Latest withdrawals"
          isDense
          rows={rows}
          keyOf={({ uuid }) => uuid}
          total={`Pending, ${grouped(totals.flatMap(([, parts]) => parts).reduce((all, { count }) => all + count, 0))}`}
          columns={({ cell, money }) => [
            cell('State', ({ status }) => <StatusBadge kind="withdrawal" status={status} />),
            cell('Requested', ({ uuid, created_at: createdAt }) => (
              <Link to={withdrawalPath(uuid)}>
                <AgeText since={createdAt} />
              </Link>
            )),
            money('Amount', ({ amount }) => amount, {
              unit: ({ token }) => token ?? SETTLEMENT_TOKEN,
              currency: ({ token }) => otherToken(token),
              sum: () => waiting,
            }),
          ]}
        />
      )}
    </Panel>
  );
}

/** Of an amount that is not in the token that everything is settled in, which the head names. */
function otherToken(token: string | null): string | undefined {
  return token === SETTLEMENT_TOKEN ? undefined : plainText((token ?? 'token not told').slice(0, 16));
}
