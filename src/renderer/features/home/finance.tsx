/**
 * Home for finance: five figures with their change, the net by day beside what there is to do, then the currencies and the withdrawals. Every figure
 * leads to the rows it sums.
 */
import type { ReactNode } from 'react';
import { Skeleton, Text } from '@mantine/core';
import type { SyncStatus } from '../../../contract/calls/sync.ts';
import { SETTLEMENT_TOKEN } from '../../../domain/invoice.ts';
import { subtractMoney } from '../../../domain/money.ts';
import { screenPath } from '../../../domain/screens.ts';
import {
  countWords,
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
  uncountedOf,
} from './figures.ts';
import { accountPath, type Days, invoicesPath, picturedBefore, type RangeNames } from './period.ts';
import { Change, Percent } from './change.tsx';
import { ToDo } from './to-do.tsx';
import { NetByDay } from './net-by-day.tsx';
import { useDays, useHome } from './use-home.ts';
import { WithdrawalsCard } from './withdrawals-card.tsx';
import classes from './home.module.css';

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
