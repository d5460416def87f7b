// How the finder shows what it understood and what it found.
import { Badge, Group, Mark, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { matchedAmount } from '../../../domain/matched-amount.ts';
import { rangeInWords } from '../../../domain/range-words.ts';
import { cellText, InstantText, MoneyText, PERIOD_TITLES, StatusBadge, webhookWords } from '../../ui/index.ts';
import classes from './palette.module.css';
import type { Finder, FoundInvoice } from './use-finder.ts';

/** What of the text is an amount and what days; nothing where it is only text. */
export function Understood({ finder }: { readonly finder: Finder }): ReactNode {
  const { amount, isAmountSure, currency, days, text } = finder.query;
  const hasAmount = amount !== null && isAmountSure;
  if (!hasAmount && days === null) return null;
  return (
    <Group gap={6} px="md" py="xs" className={classes.chips} aria-label="Understood as" role="group">
      {hasAmount ? <Chip>Amount {amount}</Chip> : null}
      {currency === null ? null : <Chip>{currency}</Chip>}
      {days === null ? null : <Chip>{days.period === null ? rangeInWords(days) : PERIOD_TITLES[days.period]}</Chip>}
      {text === '' ? null : <Chip>“{text}”</Chip>}
      {hasAmount ? (
        <Text size="xs" c="dimmed">
          ordered, to pay or paid, in {currency ?? 'any currency'}
        </Text>
      ) : null}
    </Group>
  );
}

function Chip({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <Badge variant="light" radius="sm" tt="none" fw={500}>
      {children}
    </Badge>
  );
}

/** One invoice: how it stands, its id, which amount was meant, whose it is and of when. */
export function InvoiceLine({
  row,
  wanted,
}: {
  readonly row: FoundInvoice;
  readonly wanted: string | null;
}): ReactNode {
  const { word, amount, unit, detail } = matchedAmount(row, wanted);
  const isFailing = row.webhook?.state === 'failed' || row.webhook?.state === 'retrying';
  const shown = <MoneyText value={amount} unit={unit} />;
  return (
    <span className={classes.invoice}>
      <StatusBadge kind="invoice" status={row.status} words="" isMissing={row.missingSince !== undefined} />
      <b>{cellText(row.external_id, 40)}</b>
      <span>
        {word} {wanted === null ? shown : <Mark>{shown}</Mark>} {cellText(unit, 8)}
      </span>
      <span className={classes.detail}>
        {detail}
        {isFailing ? `, webhook ${webhookWords(row.webhook).toLowerCase()}` : ''}
      </span>
      <span className={classes.detail}>{cellText(row.customer_id, 24)}</span>
      <InstantText value={row.created_at} short />
    </span>
  );
}
