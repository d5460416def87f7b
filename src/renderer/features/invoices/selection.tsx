/** What can be done with chosen invoices, and what they come to; in the place of the views. */
import { Button, Text } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconSend } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { InvoiceRow } from '../../../contract/calls/invoices.ts';
import { isTerminal } from '../../../domain/invoice.ts';
import { MoneySum } from '../../../domain/money.ts';
import { MoneyText, navigateTo, planOfSelectionPath, type RowSelection, SelectionBar } from '../../ui/index.ts';

/** Of the whole filter the sums stand below the list. */
export function InvoiceSelection(props: {
  readonly selection: RowSelection<InvoiceRow>;
  readonly profile: string;
  readonly isNarrowed: boolean;
  readonly count: number | null;
}): ReactNode {
  const { selection, profile, isNarrowed, count } = props;
  const rows = [...selection.chosen.values()];
  const final = rows.filter(({ status }) => isTerminal(status));
  const { copied, copy } = useClipboard({ timeout: 2_000 });
  return (
    <SelectionBar selection={selection} count={count} isNarrowed={isNarrowed} sum={<Sums rows={rows} />}>
      {final.length === 0 ? null : (
        <Button
          variant="default"
          size="xs"
          leftSection={<IconSend size={14} aria-hidden="true" />}
          onClick={() =>
            navigateTo(
              planOfSelectionPath(
                profile,
                final.map(({ uuid }) => uuid),
              ),
            )
          }
        >
          Resend webhooks…
        </Button>
      )}
      {rows.length === 0 ? null : (
        <Button variant="default" size="xs" onClick={() => copy(rows.map((row) => row.external_id).join('\n'))}>
          {copied ? 'Copied' : 'Copy ids'}
        </Button>
      )}
    </SelectionBar>
  );
}

/** "486.00 GBP + 64.00 EUR ordered", and the net of those that have one: exact, and of each currency by itself. */
function Sums({ rows }: { readonly rows: readonly InvoiceRow[] }): ReactNode {
  if (rows.length === 0) return null;
  const ordered = new Map<string, MoneySum>();
  const net = new MoneySum();
  for (const { amount, currency, settled_amount_usdt: settled } of rows) {
    const sum = ordered.get(currency.code) ?? new MoneySum();
    sum.add(amount);
    ordered.set(currency.code, sum);
    if (settled !== null) net.add(settled);
  }
  return (
    <Text size="sm" c="var(--mc-text-soft)" truncate aria-live="polite">
      {[...ordered].map(([code, sum], at) => (
        <span key={code}>
          {at === 0 ? '' : ' + '}
          <MoneyText value={sum.total()} unit={code} currency={code.slice(0, 8)} />
        </span>
      ))}{' '}
      ordered ·{' '}
      <b>
        <MoneyText value={net.total()} unit="USDT" />
      </b>{' '}
      USDT net
    </Text>
  );
}
