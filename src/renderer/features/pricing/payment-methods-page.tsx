// The payment methods of the business: what may be charged, in which range, and the two fees against their ceiling.
import { Button, Group } from '@mantine/core';
import { type ReactNode, useContext } from 'react';
import { screenPath } from '../../../domain/console/screens.ts';
import { adviceFor } from '../../../domain/kernel/failure/api-code.ts';
import { addMoney, sumMoney } from '../../../domain/kernel/money/money.ts';
import {
  commissionsWithinCeiling,
  currencyCodes,
  methodsIn,
  type PaymentMethod,
} from '../../../domain/records/payment-method.ts';
import type { MethodFee } from '../../../domain/reconcile/fee-totals.ts';
import { SETTLEMENT_TOKEN } from '../../../domain/records/invoice.ts';
import { useCatalogue, useTimeZone } from '../../bridge/index.ts';
import {
  cellText,
  ChoiceFilter,
  countWords,
  DAY_STEP_MS,
  dayOf,
  EmptyState,
  failureCode,
  Link,
  MoneyText,
  Monogram,
  Note,
  Panel,
  plainText,
  SavedViewsContext,
  SnapshotPage,
  Table,
  useNow,
  useRouteFilters,
} from '../../ui/index.ts';
import {
  ExportMenu,
  AccountPeriodPicker,
  monthOfDay,
  monthPeriod,
  periodIn,
  periodQuery,
  periodWords,
  ToneBadge,
  useFeeTotals,
} from '../../parts/index.ts';
import { LastMoved } from './method-changes-page.tsx';
import { PaidShare } from './paid-share.tsx';

export function PaymentMethodsPage() {
  const catalogue = useCatalogue();
  const route = useRouteFilters();
  const chosen = route.list('currency');
  const all = catalogue.answer?.methods ?? [];
  const methods = methodsIn(all, chosen);
  const { failure } = catalogue;
  const timeZone = useTimeZone();
  const thisMonth = monthOfDay(dayOf(useNow(DAY_STEP_MS), timeZone));
  const period = periodIn(route, timeZone) ?? monthPeriod(thisMonth, timeZone);
  const paid = useFeeTotals(period).data?.methods;
  // The API has no methods because nobody has set the business up; older methods are shown all the same.
  const lacksCategory = failure !== undefined && failureCode(failure) === 'CATEGORY_NOT_FOUND' && all.length === 0;
  return (
    <SnapshotPage
      title="Payment methods"
      what="payment methods"
      snapshot={catalogue}
      filters={
        <ChoiceFilter name="currency" label="Currency" options={currencyCodes(all).map((value) => ({ value }))} />
      }
      actions={
        <>
          {useContext(SavedViewsContext)}
          <AccountPeriodPicker
            value={period}
            timeZone={period.timeZone}
            onChange={(next) => (next === null ? undefined : route.change(periodQuery(next)))}
          />
          <ExportMenu
            count={methods.length}
            rows={(asked) => ({ kind: 'payment-methods', currency: chosen, ...asked })}
          />
        </>
      }
      instead={lacksCategory ? <NoCategory onRetry={catalogue.readAgain} /> : undefined}
    >
      {({ quarantined }) =>
        all.length === 0 ? (
          <EmptyState kind="nothing-yet" title="No payment methods">
            The API lists none for this business. Ask the payment service to enable some.
          </EmptyState>
        ) : (
          <>
            {methods.length === 0 ? (
              <EmptyState kind="nothing-matches" />
            ) : (
              <Panel flush>
                <MethodsTable methods={methods} paid={paid} month={periodWords(period)} />
              </Panel>
            )}
            <Note>
              {methods.length === all.length
                ? countWords(all.length, 'method', 'methods')
                : `${methods.length} of ${all.length} match`}
              . The customer pays the order plus the customer fee; your fee is withheld from the credited USDT. The
              shares lie within the ceiling, which need not be used up. They are today’s, not those of older invoices.
              {quarantined === 0 ? '' : ` ${quarantined} entries cannot be read without guessing and are not shown.`}
            </Note>
            <LastMoved />
            <PaidShare />
            <PaidElsewhere methods={all} paid={paid ?? []} />
            <Note>
              What a month really paid by method:{' '}
              <Link inline to={`${screenPath('fees')}?${new URLSearchParams(periodQuery(period)).toString()}`}>
                Statements, Fees
              </Link>
            </Note>
          </>
        )
      }
    </SnapshotPage>
  );
}

function NoCategory({ onRetry }: { readonly onRetry: () => void }) {
  const { sentence, nextStep } = adviceFor('CATEGORY_NOT_FOUND', 404);
  return (
    <EmptyState kind="nothing-yet" title="Set-up is not finished: no pricing category">
      <p>
        {sentence} {nextStep}
      </p>
      <Button onClick={onRetry}>Look again</Button>
    </EmptyState>
  );
}

/**
 * What each method of the catalogue brought in: of those that bear its name and currency, which is all that an invoice tells. Null where
 * several methods bear it.
 */
function broughtBy({ name, currency }: PaymentMethod, methods: readonly PaymentMethod[], paid: readonly MethodFee[]) {
  if (methods.filter((one) => one.name === name && one.currency.code === currency.code).length > 1) return null;
  const own = paid.find((one) => one.method === name && one.currency === currency.code);
  return own === undefined ? { count: 0, net: '0' } : { count: own.count + own.uncounted, net: own.creditedUsdt };
}

/** Payments of the month that no method of the catalogue accounts for. Nothing while there are none. */
function PaidElsewhere(props: { readonly methods: readonly PaymentMethod[]; readonly paid: readonly MethodFee[] }) {
  const { methods, paid } = props;
  const rows = paid.filter(
    ({ method, currency }) =>
      methods.filter((one) => one.name === method && one.currency.code === currency).length !== 1,
  );
  if (rows.length === 0) return null;
  const count = rows.reduce((all, row) => all + row.count + row.uncounted, 0);
  return (
    <Note>
      {countWords(count, 'more invoice was', 'more invoices were')} paid by methods that are not in this list, or that
      share their name:{' '}
      <MoneyText
        value={sumMoney(rows.map(({ creditedUsdt }) => creditedUsdt))}
        unit={SETTLEMENT_TOKEN}
        currency={SETTLEMENT_TOKEN}
      />{' '}
      net.
    </Note>
  );
}

/** `paid`: undefined while it is not known. */
function MethodsTable(props: {
  readonly methods: readonly PaymentMethod[];
  readonly paid: readonly MethodFee[] | undefined;
  readonly month: string;
}) {
  const { methods, paid, month } = props;
  const rows = methods.map((method, at) => ({
    ...method,
    ...sharesOf(method),
    brought: paid === undefined ? null : broughtBy(method, methods, paid),
    key: `${at}`,
  }));
  const named = { missing: 'not named' };
  return (
    <Table
      label="Payment methods"
      rows={rows}
      keyOf={({ key }) => key}
      groupOf={({ currency }) => plainText(currency.code.slice(0, 16))}
      columns={({ cell, count, money }) => [
        cell('Method', ({ name }) => (
          <Group gap={0} wrap="nowrap" title={plainText(name.slice(0, 600))}>
            <Monogram name={name} />
            {name.length > 120 ? `${cellText(name, 120)}…` : cellText(name)}
          </Group>
        )),
        money('Smallest order', ({ min_amount: least }) => least, named),
        money('Largest order', ({ max_amount: most }) => most, named),
        money('Customer fee %', ({ client_commission_percent: percent }) => percent, {
          ...named,
          hint: 'Added on top of the order, paid by the customer',
        }),
        money('Your fee %', ({ merchant_commission_percent: percent }) => percent, {
          ...named,
          hint: 'Withheld from the proceeds',
        }),
        money('Total %', ({ sum }) => sum, { under: aboveWords }),
        money('Ceiling %', ({ total_commission_percent: percent }) => percent, {
          ...named,
          hint: 'The ceiling of the business’s category',
        }),
        count('Paid', ({ brought }) => brought?.count ?? 0, {
          hint: `Invoices paid with it in ${month}`,
          sum: true,
          words: ({ brought }) => (brought === null ? '—' : undefined),
        }),
        money(`Net (${SETTLEMENT_TOKEN})`, ({ brought }) => brought?.net ?? null, {
          hint: `What was credited of them in ${month}`,
          unit: SETTLEMENT_TOKEN,
          sum: true,
        }),
      ]}
    />
  );
}

/** Nothing to say of shares within the ceiling. */
function aboveWords({ verdict, words }: Pick<ReturnType<typeof sharesOf>, 'verdict' | 'words'>): ReactNode {
  if (verdict === 'within') return null;
  return (
    <ToneBadge tone={verdict === 'above' ? 'warn' : 'quiet'} title={words}>
      {verdict === 'above' ? 'above the ceiling' : 'cannot be checked'}
    </ToneBadge>
  );
}

/** The two shares against the ceiling, and their exact sum, null when one is missing. The specification promises "within", not "equal to". */
export function sharesOf(method: PaymentMethod) {
  const { client_commission_percent: client, merchant_commission_percent: merchant } = method;
  const verdict = verdictOn(method);
  const sum = client === null || merchant === null ? null : addMoney(client, merchant);
  return { sum, verdict, words: WORDS[verdict] };
}

function verdictOn(method: PaymentMethod): keyof typeof WORDS {
  try {
    return commissionsWithinCeiling(method);
  } catch {
    // Percentages at the limit of length cannot be compared; nobody charges those.
    return 'unknown';
  }
}

const WORDS = {
  within: 'within the ceiling',
  above: 'above the ceiling: ask the payment service',
  unknown: 'cannot be checked: the API left a share out',
} as const;
