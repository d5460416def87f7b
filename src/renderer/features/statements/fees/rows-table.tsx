// The invoices that stand out, each with its formula and the figures in it. Estimates: none of them is a finding.
import { Group } from '@mantine/core';
import type { ReactNode } from 'react';
import type { TakeRateRow } from '../../../../domain/reconcile/take-rate.ts';
import {
  cellText,
  InstantText,
  invoicePath,
  Link,
  MoneyText,
  plainText,
  Table,
  type TableProps,
  Under,
} from '../../../ui/index.ts';
import { ToneBadge } from '../../../parts/index.ts';
import { Percent } from './methods-table.tsx';
import { formulaOf, KIND_WORDS, shareFormulaOf } from './view.ts';

export function RowsTable(props: Pick<TableProps<TakeRateRow>, 'rows' | 'page'>): ReactNode {
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

function Formula({ row }: { readonly row: TakeRateRow }): ReactNode {
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
