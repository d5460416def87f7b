// Home for finance: five figures with their change, the net by day beside what there is to do, then the currencies
// and the withdrawals. Every figure leads to the rows it sums.
import { type ReactNode, useMemo } from 'react';
import { Skeleton, Stack, Text } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { SyncStatus } from '../../../contract/calls/sync.ts';
import { SETTLEMENT_TOKEN } from '../../../domain/invoice.ts';
import { subtractMoney } from '../../../domain/money.ts';
import { screenPath } from '../../../domain/screens.ts';
import {
  barHeight,
  countWords,
  DayBars,
  DayLegend,
  dayOf,
  FailureNotice,
  GroupedTable,
  hashHref,
  MoneyText,
  Panel,
  plainText,
  useNow,
} from '../../ui/index.ts';
import {
  changeOf,
  type CurrencyFigures,
  currencyFigures,
  feeOf,
  grossOf,
  type Known,
  movedOf,
  netOf,
  paidOf,
  percentOf,
  sum,
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
} from './period.ts';
import { ToDo } from './to-do.tsx';
import { WithdrawalsCard } from './withdrawals-card.tsx';
import type { DayMovement } from '../../../domain/movements.ts';
import { useCall } from '../../bridge/index.ts';
import classes from './home.module.css';

const KINDS = ['invoices', 'withdrawals'] as const;

interface HomeAnswer extends Known {
  readonly failure: ReturnType<typeof useCall<'overview.totals'>>['failure'];
  readonly refresh: () => void;
}

/** Credits by day, of days that only the picture shows. Undefined until they are known. */
function useDays(days: Days, timeZone: string): readonly DayMovement[] | undefined {
  const period = useMemo(() => periodOf(days, timeZone), [days, timeZone]);
  const options = { refreshOn: KINDS, of: JSON.stringify(period) };
  return useCall('reconciliation.movements', { period, token: SETTLEMENT_TOKEN }, options).data?.days;
}

/** The answers of a range of days. */
function useHome(days: Days, timeZone: string): HomeAnswer {
  const asked = useMemo(
    () => ({
      finished: finishedIn(days, timeZone),
      created: createdIn(days, timeZone),
      period: periodOf(days, timeZone),
    }),
    [days, timeZone],
  );
  const options = { refreshOn: KINDS, of: JSON.stringify(asked.period) };
  const finished = useCall('overview.totals', { filter: asked.finished }, options);
  const created = useCall('overview.totals', { filter: asked.created }, options);
  const fees = useCall('reconciliation.feeTotals', { period: asked.period }, options);
  const movements = useCall('reconciliation.movements', { period: asked.period, token: SETTLEMENT_TOKEN }, options);
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

interface HomeProps {
  readonly days: Days;
  readonly before: Days;
  readonly names: RangeNames;
  readonly timeZone: string;
  readonly status: SyncStatus | undefined;
}

/** Nothing in it is a balance, and nothing is compared while the lists are still being read. */
export function FinanceHome({ days, before, names, timeZone, status }: HomeProps): ReactNode {
  const now = useHome(days, timeZone);
  const earlier = useHome(before, timeZone);
  const isWhole = status?.invoices.certificate !== 'incomplete' && status?.withdrawals.certificate !== 'incomplete';
  const compared: Known = isWhole ? earlier : NOTHING;
  const pictured = useDays(picturedBefore(days, before), timeZone);
  const today = dayOf(useNow(HOUR_MS), timeZone);
  return (
    <>
      {now.failure === undefined ? null : <FailureNotice failure={now.failure} onRetry={now.refresh} />}
      <Figures now={now} before={compared} days={days} timeZone={timeZone} isWhole={isWhole} />
      <div className={classes.grid}>
        {now.movements === undefined ? (
          <Skeleton height={336} radius="md" />
        ) : (
          <NetByDay
            days={now.movements.days}
            before={(isWhole ? pictured : undefined) ?? []}
            period={days}
            timeZone={timeZone}
            today={today}
            names={names}
          />
        )}
        <ToDo />
        <ByCurrency now={now} before={compared} days={days} timeZone={timeZone} />
        <WithdrawalsCard />
      </div>
    </>
  );
}

const HOUR_MS = 3_600_000;
const NOTHING: Known = { finished: undefined, created: undefined, fees: undefined, movements: undefined };

interface FigureProps {
  readonly label: string;
  readonly href: string;
  readonly children: ReactNode;
  readonly note: ReactNode;
}

function Figure({ label, href, children, note }: FigureProps): ReactNode {
  return (
    <a className={classes.figure} href={hashHref(href)}>
      <Text component="span" fz={12} c="dimmed">
        {label}
      </Text>
      <span className={`${classes.value} mc-num`} data-console-figure="">
        {children}
      </span>
      <span className={`${classes.note} mc-num`}>{note}</span>
    </a>
  );
}

function Figures(props: {
  readonly now: Known;
  readonly before: Known;
  readonly days: Days;
  readonly timeZone: string;
  readonly isWhole: boolean;
}): ReactNode {
  const { now, before, days, timeZone, isWhole } = props;
  const [net, netBefore] = [netOf(now.finished), netOf(before.finished)];
  const [gross, grossBefore] = [grossOf(now.fees), grossOf(before.fees)];
  const fee = feeOf(now.fees);
  const [moved, movedBefore] = [movedOf(now.movements), movedOf(before.movements)];
  const soFar = isWhole ? '' : ', so far';
  return (
    <section className={classes.figures} aria-label="Figures of the period">
      <Figure
        label={`Net credited${soFar}`}
        href={invoicesPath('finished', days, { status: 'success' })}
        note={<Against now={net} before={netBefore} />}
      >
        <MoneyText value={net} unit={SETTLEMENT_TOKEN} currency={SETTLEMENT_TOKEN} />
      </Figure>
      <Figure
        label={`Gross, in ${countWords(now.fees?.currencies.length ?? 0, 'currency', 'currencies')}${soFar}`}
        href={accountPath('fees', days, timeZone)}
        note={<Against now={gross} before={grossBefore} />}
      >
        <MoneyText value={gross} unit={SETTLEMENT_TOKEN} currency={SETTLEMENT_TOKEN} />
      </Figure>
      <Figure
        label={`Estimated fees${soFar}`}
        href={accountPath('fees', days, timeZone)}
        note={<FeeNote now={now} before={before} />}
      >
        <MoneyText value={fee} unit={SETTLEMENT_TOKEN} currency={SETTLEMENT_TOKEN} />
      </Figure>
      <PaidOfCreated now={now} before={before} days={days} soFar={soFar} />
      <Figure
        label={`Credited − withdrawn${soFar}`}
        href={accountPath('statement', days, timeZone)}
        note={movedBefore === null ? 'no balance' : <Against now={moved} before={movedBefore} isPlain />}
      >
        <MoneyText value={moved} unit={SETTLEMENT_TOKEN} currency={SETTLEMENT_TOKEN} sign />
      </Figure>
    </section>
  );
}

function PaidOfCreated(props: {
  readonly now: Known;
  readonly before: Known;
  readonly days: Days;
  readonly soFar: string;
}): ReactNode {
  const { now, before, days, soFar } = props;
  const [share, earlier] = [paidOf(now.created), paidOf(before.created)];
  const percent = share === null ? null : percentOf(`${share.part}`, `${share.of}`, 1);
  const was = earlier === null ? null : percentOf(`${earlier.part}`, `${earlier.of}`, 1);
  const points = percent === null || was === null ? null : subtractMoney(percent, was);
  return (
    <Figure
      label={`Paid of created${soFar}`}
      href={invoicesPath('created', days)}
      note={
        share === null ? null : (
          <>
            <Change value={points} unit="pt" good="more" /> {share.part.toLocaleString('en-GB')} of{' '}
            {share.of.toLocaleString('en-GB')}
          </>
        )
      }
    >
      <Percent value={percent} />
    </Figure>
  );
}

/** How far it is from before, and what it was. */
function Against(props: {
  readonly now: string | null;
  readonly before: string | null;
  /** More of it is neither good nor bad. */
  readonly isPlain?: boolean;
}): ReactNode {
  const { now, before, isPlain = false } = props;
  if (now === null || before === null) return null;
  return (
    <>
      <Change value={changeOf(now, before)} unit="%" {...(isPlain ? {} : { good: 'more' as const })} />
      <span className={classes.earlier}>
        {' '}
        from <MoneyText value={before} unit={SETTLEMENT_TOKEN} />
      </span>
    </>
  );
}

function FeeNote({ now, before }: { readonly now: Known; readonly before: Known }): ReactNode {
  const share = (known: Known): string | null => {
    const [fee, gross] = [feeOf(known.fees), grossOf(known.fees)];
    return fee === null || gross === null ? null : percentOf(fee, gross, 2);
  };
  const [percent, was] = [share(now), share(before)];
  const uncounted = uncountedOf(now.fees);
  return (
    <>
      {percent === null ? null : `${percent} % of gross`}
      {was === null ? null : <span className={classes.earlier}> from {was} %</span>}
      {uncounted === 0 ? null : `, without ${countWords(uncounted, 'invoice', 'invoices')} that tell no rate`}
    </>
  );
}

function ByCurrency(props: {
  readonly now: Known;
  readonly before: Known;
  readonly days: Days;
  readonly timeZone: string;
}): ReactNode {
  const { now, before, days, timeZone } = props;
  const rows = currencyFigures(now, before);
  return (
    <Panel
      title="By currency"
      flush
      actions={
        <a className="mc-link" href={hashHref(accountPath('statement', days, timeZone))}>
          Statement
        </a>
      }
    >
      <GroupedTable label="Figures by currency">
        <thead>
          <tr>
            <th scope="col">Currency</th>
            {['Paid', 'Gross', `Net (${SETTLEMENT_TOKEN})`, 'Fee', 'Paid of created', 'Change'].map((title) => (
              <th key={title} scope="col" data-end>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <CurrencyRow key={row.currency} row={row} days={days} />
          ))}
          {rows.length === 0 ? (
            <tr>
              <td colSpan={7}>
                No invoice was paid in these days.{' '}
                <a className="mc-link mc-link-inline" href={hashHref(screenPath('invoices'))}>
                  All invoices
                </a>
              </td>
            </tr>
          ) : null}
        </tbody>
        {rows.length < 2 ? null : <CurrencyTotal rows={rows} now={now} before={before} />}
      </GroupedTable>
    </Panel>
  );
}

/** Of all currencies: what they have in common is the token that they are settled in, so nothing is said of the gross. */
function CurrencyTotal(props: {
  readonly rows: readonly CurrencyFigures[];
  readonly now: Known;
  readonly before: Known;
}): ReactNode {
  const { rows, now, before } = props;
  const [net, netBefore] = [netOf(now.finished), netOf(before.finished)];
  const [fee, gross, created] = [feeOf(now.fees), grossOf(now.fees), paidOf(now.created)];
  return (
    <tfoot>
      <tr>
        <th scope="row">Total</th>
        <td data-end className="mc-num">
          {rows.reduce((all, { paid }) => all + paid, 0).toLocaleString('en-GB')}
        </td>
        <td aria-hidden="true" />
        <td data-end>
          <MoneyText value={net} unit={SETTLEMENT_TOKEN} />
        </td>
        <td data-end className="mc-num">
          <Percent value={fee === null || gross === null ? null : percentOf(fee, gross, 2)} />
        </td>
        <td data-end className="mc-num">
          <Percent value={created === null ? null : percentOf(`${created.part}`, `${created.of}`, 1)} />
        </td>
        <td data-end className="mc-num">
          <Change value={net === null || netBefore === null ? null : changeOf(net, netBefore)} unit="%" good="more" />
        </td>
      </tr>
    </tfoot>
  );
}

function CurrencyRow({ row, days }: { readonly row: CurrencyFigures; readonly days: Days }): ReactNode {
  const { currency, paid, gross, net, feePercent, paidOfCreated, change } = row;
  return (
    <tr data-first>
      <th scope="row">
        <a className="mc-link" href={hashHref(invoicesPath('finished', days, { status: 'success', currency }))}>
          {plainText(currency.slice(0, 16))}
        </a>
      </th>
      <td data-end className="mc-num">
        {paid.toLocaleString('en-GB')}
      </td>
      <td data-end>
        <MoneyText value={gross} unit={currency} />
      </td>
      <td data-end>
        <MoneyText value={net} unit={SETTLEMENT_TOKEN} />
      </td>
      <td data-end className="mc-num">
        <Percent value={feePercent} />
      </td>
      <td data-end className="mc-num">
        <Percent value={paidOfCreated} />
      </td>
      <td data-end className="mc-num">
        <Change value={change} unit="%" good="more" />
      </td>
    </tr>
  );
}

/** `value`: signed decimal text; null where there is nothing to compare with. */
function Change(props: {
  readonly value: string | null;
  readonly unit: '%' | 'pt';
  /** Which direction is good; neither without it. */
  readonly good?: 'more';
}): ReactNode {
  const { value, unit, good } = props;
  if (value === null) return null;
  const isLess = value.startsWith('-');
  const isSame = /^-?0(?:\.0+)?$/.test(value);
  const Arrow = isLess ? IconArrowDown : IconArrowUp;
  const tone = isSame || good === undefined ? undefined : isLess ? 'bad' : 'good';
  return (
    <span className={classes.change} data-tone={tone}>
      {isSame ? null : <Arrow size={12} aria-label={isLess ? 'less by' : 'more by'} />}
      {isSame ? 'no change' : `${value.replace('-', '')} ${unit}`}
    </span>
  );
}

/** "80.7 %"; a dash where there is nothing to divide by. */
function Percent({ value }: { readonly value: string | null }): ReactNode {
  return value === null ? '—' : `${value.replace('-', '−')} %`;
}

interface NetByDayProps {
  readonly days: readonly DayMovement[];
  readonly before: readonly DayMovement[];
  readonly period: Days;
  readonly timeZone: string;
  /** Today, YYYY-MM-DD: its bar is not whole yet. */
  readonly today: string;
  readonly names: RangeNames;
}

/** The card. Shown once the days are known; those before may come later, or never. */
function NetByDay({ days, before, period, timeZone, today, names }: NetByDayProps): ReactNode {
  const both = before.length === 0 ? ([names.now] as const) : ([names.now, names.before] as const);
  return (
    <Panel
      title="Net by day"
      note={SETTLEMENT_TOKEN}
      actions={<DayLegend names={both} hasToday={days.some(({ day }) => day === today)} />}
    >
      <Stack component="figure" m={0} gap={4} h="100%" style={{ overflowX: 'clip' }}>
        <div className={classes.picture}>
          <DayBars days={days} before={before} today={today} names={both} height="100%" legend="elsewhere" />
        </div>
        <Sentence days={days} path={accountPath('by-day', period, timeZone)} />
      </Stack>
    </Panel>
  );
}

function Sentence({ days, path }: { readonly days: readonly DayMovement[]; readonly path: string }): ReactNode {
  const best = days.reduce<DayMovement | undefined>(
    (most, day) => (most === undefined || barHeight(day.credits) > barHeight(most.credits) ? day : most),
    undefined,
  );
  return (
    <Text component="figcaption" fz={12} c="dimmed" className="mc-num">
      <MoneyText value={sum(days.map(({ credits }) => credits))} unit={SETTLEMENT_TOKEN} currency={SETTLEMENT_TOKEN} />{' '}
      in {days.length.toLocaleString('en-GB')} days
      {best === undefined ? null : (
        <>
          , most on {best.day}: <MoneyText value={best.credits} unit={SETTLEMENT_TOKEN} />
        </>
      )}
      .{' '}
      <a className="mc-link mc-link-inline" href={hashHref(path)}>
        Day by day
      </a>
    </Text>
  );
}
