// The fee of each method as it follows from net and rate, beside today's catalogue; and the invoices that stand out, each with its formula. Estimates: none is a finding.
import { Box, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import type { EstimateKind, MethodTakeRate, TakeRateRow } from '../../../../domain/reconcile/take-rate.ts';
import {
  cellText,
  grouped,
  InstantText,
  invoicePath,
  Link,
  MoneyText,
  Panel,
  percentText,
  plainText,
  Table,
  type TableProps,
  Under,
} from '../../../ui/index.ts';
import { formulaOf, KIND_WORDS, percentOf, shareFormulaOf, shortPercent } from './view.ts';
import { ToneBadge } from '../../../parts/index.ts';

export interface MethodsProps {
  readonly methods: readonly MethodTakeRate[];
  readonly picture?: ReactNode;
  /** Narrows the list below. */
  readonly onChoose: (method: string, currency: string, kind: EstimateKind) => void;
}

/** One row a method and currency. */
export function MethodsTable({ methods, picture, onChoose }: MethodsProps) {
  const opening = (name: string, kind: EstimateKind) => ({
    hint: KIND_WORDS[kind].meaning,
    press: {
      name: ({ method, currency }: MethodTakeRate) => `${name}: ${method}, ${currency}`,
      run: ({ method, currency }: MethodTakeRate) => onChoose(method, currency, kind),
    },
  });
  const figure = { isFigure: true } as const;
  return (
    <Panel
      flush
      title="Fee of each invoice, by method"
      note="1 − net USDT × rate ÷ amount ordered (of an adjusted one, what its adjustment says was paid), per paid invoice. What the customer pays on top is not in it."
    >
      <Box px="md" pb="sm">
        {picture}
      </Box>
      <Table
        label="Fee of each invoice, by method"
        rows={methods}
        keyOf={({ method, currency }) => JSON.stringify([method, currency])}
        columns={({ cell, count }) => [
          cell('Method', ({ method, currency }) => (
            <>
              {cellText(method, 60)}
              <Under>{cellText(currency, 16)}</Under>
            </>
          )),
          count('Paid', (row) => row.count, {
            sum: true,
            under: ({ uncounted }) => (uncounted === 0 ? null : `${grouped(uncounted)} not counted`),
          }),
          cell('Lowest %', ({ lowest }) => <Percent fraction={lowest} />, figure),
          cell('Median %', ({ median }) => <Percent fraction={median} />, figure),
          cell('Highest %', ({ highest }) => <Percent fraction={highest} />, figure),
          cell(
            'Catalogue today %',
            ({ catalogue, catalogueMatches: matches }) =>
              catalogue === null && matches > 0 ? (
                `${matches} of that name`
              ) : (
                <Percent fraction={catalogue} missing="not in it" />
              ),
            { ...figure, hint: 'merchant_commission_percent of the catalogue as it is now' },
          ),
          count('Off it', ({ offCatalogue }) => offCatalogue, opening('Off the catalogue', 'off-catalogue')),
          count('Off the median', ({ outliers }) => outliers, opening('Off the median', 'outlier')),
          count(
            'Customer fee off',
            ({ clientShareOff }) => clientShareOff,
            opening('Customer fee off', 'client-share-off'),
          ),
        ]}
      />
    </Panel>
  );
}

/** A fraction as a percentage: short, exact in its tooltip. */
export function Percent(props: { readonly fraction: string | null; readonly missing?: string }) {
  const { fraction, missing } = props;
  return (
    <span title={fraction === null ? undefined : percentText(percentOf(fraction))}>
      {fraction === null ? (missing ?? '—') : <MoneyText value={shortPercent(fraction)} />}
    </span>
  );
}

export function RowsTable(props: Pick<TableProps<TakeRateRow>, 'rows' | 'page'>) {
  const figure = { isFigure: true } as const;
  return (
    <Table
      {...props}
      label="Invoices that stand out"
      keyOf={({ uuid }) => uuid}
      columns={({ cell }) => [
        cell('Invoice', ({ uuid, externalId, method, finishedAt }) => (
          <>
            <Link to={invoicePath(uuid)}>{cellText(externalId, 48)}</Link>
            <Under>
              {cellText(method, 40)}, <InstantText value={finishedAt} />
            </Under>
          </>
        )),
        cell('Why it is listed', ({ kinds }) => (
          <Group gap={4}>
            {kinds.map((kind) => (
              <ToneBadge key={kind} tone="notice" title={KIND_WORDS[kind].meaning}>
                {KIND_WORDS[kind].name}
              </ToneBadge>
            ))}
          </Group>
        )),
        cell('Formula and inputs', (row) => <Formula row={row} />),
        cell('Fee %', ({ takeRate }) => <Percent fraction={takeRate} />, figure),
        cell('Median %', ({ median }) => <Percent fraction={median} />, figure),
        cell('Catalogue today %', ({ catalogue }) => <Percent fraction={catalogue} />, figure),
      ]}
    />
  );
}

function Formula({ row }: { readonly row: TakeRateRow }) {
  const { isAdjusted, currency, kinds, amountToSend, expectedToSend } = row;
  return (
    <>
      {plainText(formulaOf(row))}
      <Under>
        net USDT × rate ÷ {isAdjusted ? 'paid' : 'ordered'} {cellText(currency, 16)}
        {isAdjusted ? ', paid as the adjustment says' : ''}
      </Under>
      {kinds.includes('client-share-off') ? (
        <div>
          To pay <MoneyText value={amountToSend} />, estimated {plainText(shareFormulaOf(row))} ={' '}
          <MoneyText value={expectedToSend} />
          <Under>ordered amount × (1 + customer fee of today’s catalogue, percent ÷ 100)</Under>
        </div>
      ) : null}
    </>
  );
}
