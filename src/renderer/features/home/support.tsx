/** Home for support: the finder first, then what is failing and what came last. */
import { Button, UnstyledButton } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { FailureGroup } from '../../../contract/calls/desk.ts';
import { screenPath } from '../../../domain/screens.ts';
import { useCall } from '../../bridge/index.ts';
import {
  AgeText,
  CAUSE_WORDS,
  DeliveryStateBadge,
  EmptyState,
  GroupedTable,
  hashHref,
  hostWords,
  invoicePath,
  MoneyText,
  Panel,
  plainText,
} from '../../ui/index.ts';

const ROWS = 8;

/** The finder opens by any press here, as it does by its keys. */
export function SupportHome(): ReactNode {
  return (
    <>
      <UnstyledButton
        className="mc-home-finder"
        aria-haspopup="dialog"
        onClick={() => document.querySelector<HTMLElement>('[data-console-find]')?.click()}
      >
        <IconSearch size={20} aria-hidden="true" />
        Find an order, an amount, a customer or a date
      </UnstyledButton>
      <div className="mc-home-grid">
        <Failing />
        <Underpaid />
        <NewestFailed />
      </div>
    </>
  );
}

function Failing(): ReactNode {
  const groups = useCall('deliveries.groups', {}, { refreshOn: ['deliveries', 'invoices'] }).data?.groups;
  return (
    <Panel
      title="Failing endpoints"
      flush
      actions={
        <a className="mc-link" href={hashHref(screenPath('failing'))}>
          All
        </a>
      }
    >
      {groups?.length === 0 ? (
        <EmptyState kind="nothing-yet" title="Nothing is failing" />
      ) : (
        <GroupedTable label="Endpoints and causes">
          <tbody>
            {(groups ?? []).slice(0, ROWS).map((group) => (
              <GroupRow key={`${group.host} ${group.cause}`} group={group} />
            ))}
          </tbody>
        </GroupedTable>
      )}
    </Panel>
  );
}

function GroupRow({ group: { host, cause, failed, retrying, oldest } }: { readonly group: FailureGroup }): ReactNode {
  return (
    <tr data-first>
      <th scope="row">
        {hostWords(host)} <span className="mc-note">{CAUSE_WORDS[cause]}</span>
      </th>
      <td data-end className="mc-num">
        {(failed + retrying).toLocaleString('en-GB')}
      </td>
      <td>
        <AgeText since={oldest} />
      </td>
      <td data-end>
        <Button component="a" size="xs" variant="default" href={hashHref(screenPath('failing'))}>
          {failed > 0 ? 'Resend' : 'Check'}
        </Button>
      </td>
    </tr>
  );
}

function NewestFailed(): ReactNode {
  const rows = useCall(
    'deliveries.page',
    {
      filter: { state: ['failed', 'retrying'] },
      sort: [{ by: 'lastAttemptAt', direction: 'desc' }],
      offset: 0,
      limit: ROWS,
    },
    { refreshOn: ['deliveries', 'invoices'] },
  ).data?.rows;
  return (
    <Panel title="Newest failing webhooks" flush>
      {rows?.length === 0 ? (
        <EmptyState kind="nothing-yet" title="No webhook is failing" />
      ) : (
        <GroupedTable label="Webhooks that fail">
          <tbody>
            {(rows ?? []).map((row) => (
              <tr key={row.id} data-first>
                <th scope="row">
                  <a className="mc-link" href={hashHref(invoicePath(row.invoiceUuid, 'deliveries'))}>
                    {plainText((row.externalId ?? row.invoiceUuid).slice(0, 64))}
                  </a>
                </th>
                <td>
                  <DeliveryStateBadge state={row.state} />
                </td>
                <td data-end>
                  <AgeText since={row.lastAttemptAt} />
                </td>
              </tr>
            ))}
          </tbody>
        </GroupedTable>
      )}
    </Panel>
  );
}

function Underpaid(): ReactNode {
  const rows = useCall(
    'reconciliation.adjusted',
    { triage: 'open', sort: [{ by: 'finishedAt', direction: 'desc' }], offset: 0, limit: ROWS },
    { refreshOn: ['invoices', 'exceptions'] },
  ).data?.rows;
  return (
    <Panel title="Newest adjusted" flush>
      {rows?.length === 0 ? (
        <EmptyState kind="nothing-yet" title="No adjusted invoice is open" />
      ) : (
        <GroupedTable label="Adjusted invoices">
          <tbody>
            {(rows ?? []).map(({ uuid, externalId, currency, deltaFiat, finishedAt }) => (
              <tr key={uuid} data-first>
                <th scope="row">
                  <a className="mc-link" href={hashHref(invoicePath(uuid))}>
                    {plainText(externalId.slice(0, 64))}
                  </a>
                </th>
                <td data-end>
                  <MoneyText value={deltaFiat} unit={currency} currency={plainText(currency.slice(0, 16))} sign />
                </td>
                <td data-end>
                  <AgeText since={finishedAt} />
                </td>
              </tr>
            ))}
          </tbody>
        </GroupedTable>
      )}
    </Panel>
  );
}
