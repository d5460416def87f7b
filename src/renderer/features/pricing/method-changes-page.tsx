// What moved in the catalogue: from what to what, between which two readings, and how many invoices were created since.
import { Stack } from '@mantine/core';
import { type ReactNode, useContext, useState } from 'react';
import { screenPath } from '../../../domain/console/screens.ts';
import {
  CATALOGUE_FIELDS,
  type CatalogueChange,
  type CatalogueField,
  FEE_FIELDS,
} from '../../../domain/pricing/catalogue-changes.ts';
import { currencyCodes } from '../../../domain/records/payment-method.ts';
import { useCall, useCatalogue } from '../../bridge/index.ts';
import { ExportMenu } from '../../parts/index.ts';
import {
  cellText,
  ChoiceFilter,
  countWords,
  EmptyState,
  FailureNotice,
  InstantText,
  Link,
  MoneyText,
  Note,
  PageFrame,
  Panel,
  ReadState,
  SavedViewsContext,
  Table,
  TimeOfDayText,
  Under,
  useRouteFilters,
} from '../../ui/index.ts';

const PAGE = 50;

/** As the columns of the payment methods call them. */
export const CATALOGUE_WORDS: Readonly<Record<CatalogueField, string>> = {
  merchant_commission_percent: 'Your fee',
  client_commission_percent: 'Customer fee',
  total_commission_percent: 'Ceiling',
  min_amount: 'Smallest order',
  max_amount: 'Largest order',
  name: 'Name',
  currency: 'Currency',
  listed: 'In the list',
};

export function MethodChangesPage() {
  const route = useRouteFilters();
  const catalogue = useCatalogue();
  const chosen = route.list('field');
  const field = CATALOGUE_FIELDS.filter((one) => chosen.includes(one));
  const [currency, method] = [route.list('currency'), route.list('method')];
  const isNarrowed = field.length + currency.length + method.length > 0;
  const filter = { field, currency, method };
  const key = JSON.stringify(filter);
  const [turned, setTurned] = useState({ key, offset: 0 });
  // Another filter begins at its first page: it may have no other.
  const offset = turned.key === key ? turned.offset : 0;
  const read = useCall(
    'catalogue-changes.page',
    { filter, offset, limit: PAGE },
    { refreshOn: ['paymentMethods', 'invoices'] },
  );
  return (
    <PageFrame
      title="Changes"
      band
      filters={
        <>
          <ChoiceFilter name="field" label="What" options={FIELD_OPTIONS} />
          <ChoiceFilter
            name="currency"
            label="Currency"
            options={currencyCodes(catalogue.answer?.methods ?? []).map((value) => ({ value }))}
          />
        </>
      }
      actions={
        <>
          {useContext(SavedViewsContext)}
          <ExportMenu
            count={read.data?.total ?? null}
            rows={(asked) => ({ kind: 'catalogue-changes', filter, ...asked })}
          />
        </>
      }
    >
      <FailureNotice failure={catalogue.failure} onRetry={catalogue.readAgain} />
      <ReadState read={read} unreadTitle="The changes could not be read">
        {({ rows, total, since }) => (
          <Stack gap="sm">
            {total === 0 ? (
              <Empty isNarrowed={isNarrowed} since={since} />
            ) : (
              <Panel flush>
                <ChangesTable
                  rows={rows}
                  page={{
                    offset,
                    limit: PAGE,
                    total,
                    noun: 'changes',
                    onTurn: (next) => setTurned({ key, offset: next }),
                  }}
                />
              </Panel>
            )}
            {total === 0 || since === null ? null : (
              <Note>
                Read since <InstantText value={since} short />, every half hour while the console runs; what moved
                before is not known. Invoices are those by that name and currency, by when they were created.
              </Note>
            )}
          </Stack>
        )}
      </ReadState>
    </PageFrame>
  );
}

const FIELD_OPTIONS = Object.entries(CATALOGUE_WORDS).map(([value, label]) => ({ value, label }));

function Empty({ isNarrowed, since }: { readonly isNarrowed: boolean; readonly since: string | null }) {
  if (isNarrowed) return <EmptyState kind="nothing-matches" />;
  return (
    <EmptyState kind="nothing-yet" title="Nothing has moved">
      {since === null ? (
        'The payment methods were not read yet. Every later reading is compared with the one before.'
      ) : (
        <>
          Fees, limits and methods are as they were at the first reading, <InstantText value={since} short />.
        </>
      )}
    </EmptyState>
  );
}

type TurnProps = NonNullable<Parameters<typeof Table<CatalogueChange>>[0]['page']>;

function ChangesTable({ rows, page }: { readonly rows: readonly CatalogueChange[]; readonly page: TurnProps }) {
  return (
    <Table
      label="Changes of payment methods"
      rows={rows}
      page={page}
      keyOf={({ id }) => `${id}`}
      columns={({ cell, count }) => [
        cell('Method', ({ method, currency }) => (
          <>
            {cellText(method, 80)}
            <Under>{cellText(currency, 16)}</Under>
          </>
        )),
        cell('What', ({ field }) => CATALOGUE_WORDS[field]),
        cell('From', (row) => <Value row={row} of="before" />, { isFigure: true }),
        cell('To', (row) => <Value row={row} of="after" />, { isFigure: true }),
        cell('Moved', ({ unseenAt, seenAt }) => <Between from={unseenAt} to={seenAt} />, {
          hint: 'Between the last reading before it and the first after it',
          miw: 190,
        }),
        count('Invoices since', ({ invoicesSince }) => invoicesSince, {
          hint: 'By this name and currency, created since the first reading after it',
          link: (row) => invoicesPath(row, row.seenAt),
          under: betweenWords,
        }),
      ]}
    />
  );
}

function betweenWords(row: CatalogueChange): ReactNode {
  const { invoicesBetween, unseenAt, seenAt } = row;
  if (invoicesBetween === 0) return null;
  return (
    <Link inline to={invoicesPath(row, unseenAt, seenAt)}>
      {countWords(invoicesBetween, 'more', 'more')} between the two readings
    </Link>
  );
}

/** "between 2 Oct 14:03 and 14:33": the two readings, nothing closer. */
function Between({ from, to }: { readonly from: string; readonly to: string }) {
  return (
    <>
      between <InstantText value={from} short />
      <br />
      and <InstantText value={to} short />
    </>
  );
}

function invoicesPath({ method, currency }: CatalogueChange, createdFrom: string, createdTo?: string): string {
  const span = createdTo === undefined ? { createdFrom } : { createdFrom, createdTo };
  return `${screenPath('invoices')}?${new URLSearchParams({ method, currency, ...span }).toString()}`;
}

function Value({ row, of }: { readonly row: CatalogueChange; readonly of: 'before' | 'after' }) {
  const { field, currency } = row;
  const value = row[of];
  if (field === 'listed') return listedWords(value);
  if (field === 'name' || field === 'currency') return cellText(value, 60);
  const isFee = FEE_FIELDS.some((one) => one === field);
  return (
    <span data-exact={value ?? undefined}>
      <MoneyText value={value} missing="not named" {...(isFee ? {} : { currency })} />
      {isFee && value !== null ? ' %' : ''}
    </span>
  );
}

function listedWords(value: string | null): string {
  if (value === null) return 'never seen';
  return value === 'yes' ? 'listed' : 'not listed';
}

/** The last fee that moved, on the list of what holds now. Nothing while none has. */
export function LastMoved() {
  const filter = { field: [...FEE_FIELDS] };
  const last = useCall(
    'catalogue-changes.page',
    { filter, offset: 0, limit: 1 },
    { refreshOn: ['paymentMethods'] },
  ).data;
  const [row] = last?.rows ?? [];
  if (row === undefined) return null;
  return (
    <Note>
      Moved last: {CATALOGUE_WORDS[row.field].toLowerCase()} of {cellText(row.method, 60)},{' '}
      <Value row={row} of="before" /> to <Value row={row} of="after" />, seen <TimeOfDayText value={row.seenAt} short />
      .{' '}
      <Link inline to={screenPath('method-changes')}>
        All changes
      </Link>
    </Note>
  );
}
