// What a month's paid invoices were worth, what of it was kept as a fee (always an estimate), and what was received;
// then the same by method, by currency and by day. What is not known has a line of its own, so that each adds up to the credits.
import { Box, Paper, SimpleGrid, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { CallOutput } from '../../../../contract/calls.ts';
import { screenPath } from '../../../../domain/console/screens.ts';
import {
  canonicalMoney,
  compareMoney,
  percentOf,
  subtractMoney,
  sumMoney,
} from '../../../../domain/kernel/money/money.ts';
import { nextDay } from '../../../../domain/kernel/time/time.ts';
import { type Period, periodDays } from '../../../../domain/period/period.ts';
import { CREDIT_TOKEN } from '../../../../domain/period/statement.ts';
import {
  type DayFee,
  type FeeSelection,
  type FeeTotal,
  MAX_FEE_DAYS,
  type NetworkFee,
} from '../../../../domain/reconcile/fee-totals.ts';
import {
  cellText,
  countWords,
  dayText,
  grouped,
  Link,
  MoneyText,
  Note,
  Panel,
  percentText,
  Table,
} from '../../../ui/index.ts';
import { dayTick, feeRowsPath, monthPeriod, monthWords, periodWords, Picture, rowsPath } from '../../../parts/index.ts';

type Fees = CallOutput<'reconciliation.feeTotals'>;

/** Every currency in one: gross, net and what customers paid on top in USDT, and what lies between the first two. Pure. */
export function feeSum(totals: readonly FeeTotal[]) {
  const sum = (pick: (one: FeeTotal) => string): string => sumMoney(totals.map(pick));
  const count = (pick: (one: FeeTotal) => number): number => totals.reduce((all, one) => all + pick(one), 0);
  const [gross, net] = [sum(({ grossUsdt }) => grossUsdt), sum(({ netUsdt }) => netUsdt)];
  return {
    gross,
    net,
    fee: subtractMoney(gross, net),
    customer: sum(({ customerFeeUsdt }) => customerFeeUsdt),
    /** Credited of those whose fee is not known. */
    unknown: subtractMoney(
      sum(({ creditedUsdt }) => creditedUsdt),
      net,
    ),
    count: count((one) => one.count),
    uncounted: count(({ uncounted }) => uncounted),
    customerUnknown: count(({ customerUnknown }) => customerUnknown),
  };
}

/** The fee as a percentage of the gross, two decimals; null of nothing. Pure. */
export function feePercent(fee: string, gross: string): string | null {
  const percent = percentOf(fee, gross, 2);
  return percent === null ? null : percentText(percent);
}

/** What the networks took, token by token, that of credits first. Pure. */
export function networkSums(networks: readonly NetworkFee[]) {
  const tokens = [...Map.groupBy(networks, ({ token }) => token)].map(([token, rows]) => {
    return {
      token,
      fee: sumMoney(rows.map(({ fee }) => fee)),
      count: countOf(rows, 'count'),
      missing: countOf(rows, 'missing'),
    };
  });
  return tokens.toSorted((a, b) => Number(b.token === CREDIT_TOKEN) - Number(a.token === CREDIT_TOKEN));
}

const countOf = (rows: readonly NetworkFee[], name: 'count' | 'missing') =>
  rows.reduce((all, row) => all + row[name], 0);
const tokenName = (token: string | null): string => cellText((token ?? '') || 'no token', 16);
const usdt = (value: string): ReactNode => (
  <MoneyText value={value} unit={CREDIT_TOKEN} currency={CREDIT_TOKEN} onPaper />
);

type Network = ReturnType<typeof networkSums>[number] & { readonly path?: string | null };

interface OfPeriod {
  readonly of: Fees;
  readonly period: Period;
}

/** What a month cost, and what share that is. */
export function FeeSentence({ of: { currencies, networks }, period }: OfPeriod) {
  const { gross, fee, customer, unknown, count, uncounted, customerUnknown } = feeSum(currencies);
  const told = networkSums(networks).filter(({ missing, count: all }) => missing < all);
  const lack = countWords(uncounted, 'paid invoice lacks', 'paid invoices lack');
  return (
    <>
      <Text>
        {count === 0 ? (
          <>No fee can be told of {periodWords(period)}: nothing was paid of which all is known</>
        ) : (
          <>
            {periodWords(period)} cost about <b>{usdt(fee)}</b> in fees, <b>{feePercent(fee, gross) ?? '—'}</b> of the{' '}
            {usdt(gross)} that {countWords(count, 'paid invoice was', 'paid invoices were')} worth
          </>
        )}
        {told.map(({ token, fee: taken }, at) => (
          <span key={token}>
            {at === 0 ? '; networks took ' : ' and '}
            <MoneyText value={taken} unit={token ?? ''} currency={tokenName(token)} onPaper />
          </span>
        ))}
        .{count === 0 ? null : <> Customers paid {usdt(customer)} on top.</>}
      </Text>
      <Note>
        Estimates: the API tells no commission of an invoice, so its fee is what was paid ÷ its rate, less its net, as
        in the{' '}
        <Link inline to={screenPath('calculator')}>
          calculator
        </Link>
        .
        {uncounted === 0 ? null : (
          <>
            {' '}
            {lack} a rate, a net or a paid amount; {uncounted === 1 ? 'its' : 'their'} {usdt(unknown)} of credits stand
            in a line of their own.
          </>
        )}
        {customerUnknown === 0
          ? ''
          : ` Of ${grouped(customerUnknown)}, adjusted or without an amount to pay, nobody tells what customers paid on top.`}
      </Note>
    </>
  );
}

interface Figure {
  readonly title: string;
  readonly amount: string;
  readonly token?: string | null;
  /** Of the gross. */
  readonly percent?: string | null;
  readonly note: string;
  readonly path: string;
}

function figuresOf({ currencies, networks }: Fees, period: Period): readonly Figure[] {
  const { gross, net, fee, count, customer } = feeSum(currencies);
  const [first = { token: CREDIT_TOKEN, fee: '0' }, ...others] = networkSums(networks);
  const missing = countOf(networks, 'missing');
  const rest = [
    ...others.flatMap((one) =>
      one.missing === one.count
        ? []
        : `, ${canonicalMoney(one.fee)} ${cellText((one.token ?? '') || 'of no token', 16)}`,
    ),
    missing === 0 ? '' : `, ${grouped(missing)} without`,
  ];
  const path = feeRowsPath(period, { part: 'known' });
  return [
    { title: 'Gross', amount: gross, note: countWords(count, 'paid invoice', 'paid invoices'), path },
    { title: 'Customer fee', amount: customer, percent: feePercent(customer, gross), note: 'paid on top', path },
    { title: 'Estimated fee', amount: fee, percent: feePercent(fee, gross), note: 'of gross', path },
    { title: 'Net', amount: net, note: 'gross less estimated fee', path },
    {
      title: 'Network fees',
      amount: first.fee,
      token: first.token,
      note: `of ${countWords(countOf(networks, 'count'), 'withdrawal', 'withdrawals')}${rest.join('')}`,
      path: rowsPath(period, first.token, 'withdrawals'),
    },
  ];
}

/** Five figures, each beside that of the month before. */
export function FeeFigures({ of, before, period }: OfPeriod & { readonly before: Fees | undefined }) {
  const earlier = before === undefined ? [] : figuresOf(before, period);
  return (
    <SimpleGrid cols={{ base: 2, sm: 3, lg: 5 }} spacing="sm">
      {figuresOf(of, period).map(({ title, amount, token = CREDIT_TOKEN, percent, note, path }, at) => {
        const then = earlier[at];
        const unit = token ?? '';
        return (
          <Paper withBorder key={title} px="md" py="sm" radius="md">
            <Text size="xs" fw={500} c="dimmed">
              <Link to={path}>{title}</Link>
            </Text>
            <Text fz={20} lh="28px" fw={600} component="div">
              <MoneyText value={amount} unit={unit} onPaper />{' '}
              <Text span size="xs" c="dimmed">
                {tokenName(token)}
              </Text>
            </Text>
            <Text size="xs" c="dimmed">
              {percent === undefined ? '' : <b>{percent ?? '—'} </b>}
              {note}
            </Text>
            {then === undefined || (then.token ?? CREDIT_TOKEN) !== token ? null : (
              <Text size="xs" c="dimmed">
                from <MoneyText value={then.amount} unit={unit} onPaper />
                {then.percent === undefined ? '' : `, ${then.percent ?? '—'}`}
              </Text>
            )}
          </Paper>
        );
      })}
    </SimpleGrid>
  );
}

/** The sums of a method, a currency, a day or a month; what is null of them is not known. */
interface Line {
  readonly name: string;
  readonly count: number;
  /** Null: of all currencies, in USDT. */
  readonly currency: string | null;
  readonly paid: string | null;
  readonly customer: string | null;
  readonly gross: string;
  readonly fee: string | null;
  readonly net: string;
  readonly networks: readonly Network[];
  readonly path: string | null;
}

const NO_NETWORKS = { networks: [] };

/** The lines of methods or currencies, the largest fee first, then what is not known of all of them. */
function linesOf<Total extends FeeTotal>(
  totals: readonly Total[],
  period: Period,
  of: (total: Total) => { readonly name: string; readonly select: FeeSelection },
): readonly Line[] {
  const lines = totals.flatMap((one): Line[] => {
    const { name, select } = of(one);
    const { currency, paid, customerFee: customer, count, grossUsdt: gross, netUsdt: net } = one;
    const path = feeRowsPath(period, { ...select, part: 'known' });
    const fee = subtractMoney(gross, net);
    return count === 0 ? [] : [{ name, count, currency, paid, customer, gross, fee, net, path, ...NO_NETWORKS }];
  });
  return [...lines.toSorted((a, b) => compareMoney(b.fee ?? '0', a.fee ?? '0')), ...unknownLines(totals, period)];
}

function unknownLines(totals: readonly FeeTotal[], period: Period): readonly Line[] {
  const { uncounted, unknown } = feeSum(totals);
  if (uncounted === 0) return [];
  const nothing = { currency: null, paid: null, customer: null, gross: '0', fee: null, ...NO_NETWORKS };
  const path = feeRowsPath(period, { part: 'unknown' });
  return [{ name: 'Not known', count: uncounted, net: unknown, path, ...nothing }];
}

interface TableOf {
  readonly label: string;
  readonly head: string;
  readonly lines: readonly Line[];
  readonly of: readonly FeeTotal[];
  /** What the networks took of the same, where it can be told. */
  readonly networks?: readonly NetworkFee[];
  readonly total?: ReactNode;
}

/** One table for all of them: estimates are called so in their heads. */
function FeeTable({ label, head, lines, of, networks, total = `Total, ${CREDIT_TOKEN}` }: TableOf) {
  const { fee, gross, customer } = feeSum(of);
  const taken = <NetworkLines of={networkSums(networks ?? [])} />;
  const unit = (line: Line): string => line.currency ?? CREDIT_TOKEN;
  const currency = (line: Line): string | undefined =>
    line.currency === null ? undefined : cellText(line.currency, 16);
  const plain = (value: string): ReactNode => <MoneyText value={value} unit={CREDIT_TOKEN} onPaper />;
  return (
    <Table
      label={label}
      isDense
      rows={lines}
      keyOf={({ name, currency: code }) => JSON.stringify([name, code])}
      total={total}
      lookOf={({ fee: known }) => (known === null ? 'aside' : undefined)}
      {...(networks === undefined ? {} : { mah: 360 })}
      columns={({ cell, count, money }) => [
        cell(head, ({ name }) => name, { miw: 120 }),
        count('Paid', (line) => line.count, { sum: true, link: ({ path }) => path }),
        money(networks === undefined ? 'Gross' : 'Gross (USDT)', ({ paid }) => paid, {
          unit,
          currency,
          sum: () => plain(gross),
        }),
        money('Customer fee', (line) => line.customer, {
          unit,
          currency,
          hint: 'Paid on top by customers who paid what was ordered; of an adjusted payment nobody tells it',
          sum: () => plain(customer),
        }),
        money('Est. fee', (line) => line.fee, { unit: CREDIT_TOKEN, sum: true, hint: 'Gross less net' }),
        cell('Est. rate', (line) => (line.fee === null ? '—' : (feePercent(line.fee, line.gross) ?? '—')), {
          isFigure: true,
          foot: feePercent(fee, gross) ?? '—',
        }),
        money(`Net (${CREDIT_TOKEN})`, ({ net }) => net, { unit: CREDIT_TOKEN, sum: true }),
        ...(networks === undefined
          ? []
          : [
              cell('Network fees', (line) => <NetworkLines of={line.networks} />, {
                isFigure: true,
                foot: taken,
              }),
            ]),
      ]}
    />
  );
}

/** The sums of each method, the largest fee first. */
export function FeeByMethod({ of: { methods }, period }: OfPeriod) {
  const lines = linesOf(methods, period, ({ method, currency }) => ({
    name: cellText(method ?? 'not named', 40),
    select: { method, currency },
  }));
  return (
    <Panel flush title="By method" note="fee estimated; gross and customer fee in the currency">
      <FeeTable label="Fees by method" head="Method" lines={lines} of={methods} />
    </Panel>
  );
}

/** The same of each currency. */
export function FeeByCurrency({ of: { currencies }, period }: OfPeriod) {
  const lines = linesOf(currencies, period, ({ currency }) => ({
    name: cellText(currency, 16),
    select: { currency },
  }));
  return (
    <Panel flush title="By currency" note="fee estimated; gross and customer fee in it">
      <FeeTable label="Fees by currency" head="Currency" lines={lines} of={currencies} />
    </Panel>
  );
}

/** Days (or months) in which something was paid, all currencies of each in one, the first one first. Pure. */
export function feeDays(days: readonly DayFee[]) {
  return [...Map.groupBy(days, ({ day }) => day)].map(([day, rows]) => {
    const sums = feeSum(rows);
    return { day, ...sums, percent: percentOf(sums.fee, sums.gross, 2) };
  });
}

export const hasFeeDays = (period: Period): boolean => periodDays(period).length <= MAX_FEE_DAYS;

/** The rate of each day as a picture, and its sums; of a longer period the sums of each month. */
export function FeeByDay({ of: { days, networks }, period }: OfPeriod) {
  const spans = periodDays(period);
  const isByDay = spans.length <= MAX_FEE_DAYS;
  const known = new Map(feeDays(days).map((row) => [row.day, row]));
  const taken = Map.groupBy(networks, ({ day }) => day);
  const named = [...new Set([...known.keys(), ...taken.keys()])].filter((day) => day !== null).toSorted();
  const lines = [...named, ...(known.has(null) ? [null] : [])].map((day): Line => {
    const { count, customer, gross, fee, net } = known.get(day) ?? feeSum([]);
    const of = day === null ? null : spanOf(day, period);
    return {
      name: day === null ? 'no date' : isByDay ? dayText(day) : monthWords(day),
      count,
      customer,
      gross,
      fee,
      net,
      currency: null,
      paid: gross,
      networks: networkSums(taken.get(day) ?? []).map((one) => ({
        ...one,
        path: of === null ? null : rowsPath(of, one.token, 'withdrawals'),
      })),
      path: of === null ? null : feeRowsPath(of, { part: 'known' }),
    };
  });
  const { fee, gross } = feeSum(days);
  const whole = feePercent(fee, gross);
  return (
    <Panel flush title={isByDay ? 'By day' : 'By month'} note={`estimated fee of gross, ${whole ?? '—'} in all`}>
      {isByDay ? (
        <Box px="md" pb="xs">
          <Picture
            label="Estimated rate by day"
            buckets={spans}
            nameOf={({ day }) => dayText(day)}
            tickOf={({ day }, at) => dayTick(day, at, spans.length)}
            panes={[
              {
                height: 136,
                levelWords: (rate) => `${grouped(rate)} %`,
                whole: whole === null ? null : Number(percentOf(fee, gross, 2)),
                marks: [
                  {
                    name: 'Est. rate',
                    look: 'points',
                    level: ({ day }) => (known.get(day)?.percent ? Number(known.get(day)?.percent) : null),
                    value: ({ day }) => feePercent(known.get(day)?.fee ?? '0', known.get(day)?.gross ?? '0') ?? '—',
                    path: ({ day }) => (known.has(day) ? feeRowsPath(spanOf(day, period), { part: 'known' }) : null),
                  },
                ],
              },
            ]}
          />
        </Box>
      ) : null}
      <FeeTable
        label={isByDay ? 'Fees by day' : 'Fees by month'}
        head={isByDay ? 'Day' : 'Month'}
        lines={[...lines, ...unknownLines(days, period)]}
        of={days}
        networks={networks}
        total={isByDay ? countWords(lines.length, 'day', 'days') : countWords(lines.length, 'month', 'months')}
      />
    </Panel>
  );
}

function spanOf(day: string, { from, to, timeZone }: Period): Period {
  const of = day.length === 'YYYY-MM'.length ? monthPeriod(day, timeZone) : { from: day, to: nextDay(day) ?? to };
  return { from: of.from > from ? of.from : from, to: of.to < to ? of.to : to, timeZone };
}

function NetworkLines({ of }: { readonly of: readonly Network[] }) {
  if (of.length === 0) return '—';
  return of.map(({ token, fee, count, missing, path = null }) => {
    const unit = tokenName(token);
    const words =
      missing === count ? <>{unit} not told</> : <MoneyText value={fee} unit={token ?? ''} currency={unit} onPaper />;
    return (
      <Text
        key={token}
        inherit
        component="div"
        lh="24px"
        title={missing === 0 ? undefined : `Of ${missing} of ${count} withdrawals the API tells none`}
      >
        {path === null ? words : <Link to={path}>{words}</Link>}
      </Text>
    );
  });
}
