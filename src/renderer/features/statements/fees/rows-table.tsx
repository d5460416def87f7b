/** The invoices that stand out, each with its formula and the figures in it. Estimates: none of them is a finding. */
import type { ReactNode } from 'react';
import type { TakeRateRow } from '../../../../domain/take-rate.ts';
import {
  cellText,
  GroupedTable,
  hashHref,
  InstantText,
  invoicePath,
  MoneyText,
  plainText,
  ToneBadge,
} from '../../../ui/index.ts';
import { formulaOf, KIND_WORDS, percentOf, shareFormulaOf, shortPercent } from './view.ts';

/** One page of them. */
export function RowsTable({ rows }: { readonly rows: readonly TakeRateRow[] }): ReactNode {
  return (
    <GroupedTable label="Invoices that stand out" className="mc-take-rows">
      <thead>
        <tr>
          <th scope="col">Invoice</th>
          <th scope="col">Why it is listed</th>
          <th scope="col">Formula and inputs</th>
          <th scope="col" data-end>
            Take rate %
          </th>
          <th scope="col" data-end>
            Median %
          </th>
          <th scope="col" data-end>
            Catalogue today %
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row key={row.uuid} row={row} />
        ))}
      </tbody>
    </GroupedTable>
  );
}

function Row({ row }: { readonly row: TakeRateRow }): ReactNode {
  const { uuid, externalId, method, currency, finishedAt, kinds, takeRate, median, catalogue } = row;
  return (
    <tr data-first>
      <th scope="row">
        <a className="mc-link" href={hashHref(invoicePath(uuid))}>
          {cellText(externalId, 48)}
        </a>
        <span className="mc-take-more">
          {cellText(method, 40)}, <InstantText value={finishedAt} />
        </span>
      </th>
      <td>
        <span className="mc-take-kinds">
          {kinds.map((kind) => (
            <ToneBadge key={kind} tone="notice" title={KIND_WORDS[kind].meaning}>
              {KIND_WORDS[kind].name}
            </ToneBadge>
          ))}
        </span>
      </td>
      <td className="mc-num">
        {plainText(formulaOf(row))}
        <span className="mc-take-more">
          credited USDT × rate ÷ {row.isAdjusted ? 'paid' : 'ordered'} {cellText(currency, 16)}
          {row.isAdjusted ? ', paid as the adjustment says' : ''}
        </span>
        {kinds.includes('client-share-off') ? <ClientShare row={row} /> : null}
      </td>
      <Rate fraction={takeRate} />
      <Rate fraction={median} />
      <Rate fraction={catalogue} />
    </tr>
  );
}

function ClientShare({ row }: { readonly row: TakeRateRow }): ReactNode {
  const { amountToSend, expectedToSend } = row;
  return (
    <span className="mc-take-share">
      To pay <MoneyText value={amountToSend} />, estimated {plainText(shareFormulaOf(row))} ={' '}
      <MoneyText value={expectedToSend} />
      <span className="mc-take-more">ordered amount × (1 + client commission of today’s catalogue, percent ÷ 100)</span>
    </span>
  );
}

function Rate({ fraction }: { readonly fraction: string | null }): ReactNode {
  return (
    <td data-end title={fraction === null ? undefined : `${percentOf(fraction)} %`}>
      <MoneyText value={fraction === null ? null : shortPercent(fraction)} />
    </td>
  );
}
