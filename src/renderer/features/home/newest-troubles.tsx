/** The newest invoices of which a webhook fails or that were paid with another amount than ordered: who asks support asks about one of these. */
import type { ReactNode } from 'react';
import type { LookupMatch } from '../../../contract/calls/lookup.ts';
import { screenPath } from '../../../domain/screens.ts';
import { useCall } from '../../bridge/index.ts';
import {
  DeliveryStateBadge,
  EmptyState,
  GroupedTable,
  hashHref,
  invoicePath,
  MoneyText,
  Panel,
  plainText,
  StatusBadge,
  TimeOfDayText,
} from '../../ui/index.ts';

const ROWS = 8;

interface Trouble {
  readonly uuid: string;
  readonly at: string | null;
  /** Of the adjustment: below zero when less was paid than ordered; null without one. */
  readonly delta: string | null;
}

function useTroubles(): readonly Trouble[] | undefined {
  const failing = useCall(
    'deliveries.page',
    {
      filter: { state: ['failed', 'retrying'] },
      sort: [{ by: 'lastAttemptAt', direction: 'desc' }],
      offset: 0,
      limit: ROWS,
    },
    { refreshOn: ['deliveries', 'invoices'] },
  ).data?.rows;
  const adjusted = useCall(
    'reconciliation.adjusted',
    { triage: 'open', sort: [{ by: 'finishedAt', direction: 'desc' }], offset: 0, limit: ROWS },
    { refreshOn: ['invoices', 'exceptions'] },
  ).data?.rows;
  if (failing === undefined || adjusted === undefined) return undefined;
  const all = [
    ...adjusted.map(({ uuid, finishedAt, deltaFiat }) => ({ uuid, at: finishedAt, delta: deltaFiat })),
    ...failing.map(({ invoiceUuid, lastAttemptAt }) => ({ uuid: invoiceUuid, at: lastAttemptAt, delta: null })),
  ];
  // An invoice that is both has one line, and says both.
  const first = all.filter(({ uuid }, at) => all.findIndex((one) => one.uuid === uuid) === at);
  return first.toSorted((a, b) => (b.at ?? '').localeCompare(a.at ?? '')).slice(0, ROWS);
}

export function NewestTroubles(): ReactNode {
  const troubles = useTroubles();
  const ids = (troubles ?? []).map(({ uuid }) => uuid);
  const found = useCall(
    'lookup.find',
    { ids },
    {
      enabled: ids.length > 0,
      refreshOn: ['invoices', 'deliveries'],
      of: ids.join(' '),
    },
  ).data?.results;
  const invoices = (found ?? []).map(({ matches }) => matches.find(isInvoice));
  return (
    <Panel
      title="Newest failed and underpaid"
      flush
      actions={
        <a className="mc-link" href={hashHref(screenPath('exceptions'))}>
          All
        </a>
      }
    >
      {troubles?.length === 0 ? (
        <EmptyState kind="nothing-yet" title="No webhook fails, no adjusted invoice is open" />
      ) : (
        <GroupedTable label="Newest troubles">
          <thead>
            <tr>
              <th scope="col">Invoice</th>
              <th scope="col">Time</th>
              <th scope="col">Payment</th>
              <th scope="col" data-end>
                Ordered
              </th>
              <th scope="col" data-end>
                Paid differs by
              </th>
              <th scope="col">Webhook</th>
            </tr>
          </thead>
          <tbody>
            {(troubles ?? []).map((trouble) => (
              <TroubleRow
                key={trouble.uuid}
                trouble={trouble}
                invoice={invoices.find((one) => one?.uuid === trouble.uuid)}
              />
            ))}
          </tbody>
        </GroupedTable>
      )}
    </Panel>
  );
}

type FoundInvoice = Extract<LookupMatch, { kind: 'invoice' }>;
const isInvoice = (match: LookupMatch): match is FoundInvoice => match.kind === 'invoice';

/** Until the invoice is looked up, its line keeps its place. */
function TroubleRow(props: { readonly trouble: Trouble; readonly invoice: FoundInvoice | undefined }): ReactNode {
  const { trouble, invoice } = props;
  const { uuid, at, delta } = trouble;
  const currency = plainText((invoice?.currency ?? '').slice(0, 16));
  return (
    <tr data-first>
      <th scope="row">
        <a className="mc-link" href={hashHref(invoicePath(uuid))}>
          {plainText((invoice?.externalId ?? uuid).slice(0, 48))}
        </a>
      </th>
      <td>{at === null ? '—' : <TimeOfDayText value={at} short />}</td>
      <td>{invoice === undefined ? null : <StatusBadge kind="invoice" status={invoice.status} />}</td>
      <td data-end>
        {invoice === undefined ? null : (
          <MoneyText value={invoice.amount} unit={invoice.currency} currency={currency} />
        )}
      </td>
      <td data-end>
        {delta === null || invoice === undefined ? null : <MoneyText value={delta} unit={invoice.currency} sign />}
      </td>
      <td>{invoice === undefined ? null : <DeliveryStateBadge state={invoice.delivery} />}</td>
    </tr>
  );
}
