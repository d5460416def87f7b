// The answer to what a person opened the invoice for, and what to do next.
import { ActionIcon, Button, CopyButton, Group, Text, Tooltip, VisuallyHidden } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCheck,
  IconClock,
  IconCopy,
  IconPlus,
  IconQuestionMark,
  IconRefresh,
  IconX,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { InvoiceStanding, NextStep, StandingTone } from '../../../domain/invoice-standing.ts';
import { screenPath } from '../../../domain/screens.ts';
import { hashHref, plainText, ReadAgainButton, TimeOfDayText, ToneBadge } from '../../ui/index.ts';
import styles from './invoice.module.css';

const ICONS: Readonly<Record<StandingTone, typeof IconCheck>> = {
  good: IconCheck,
  notice: IconClock,
  warn: IconAlertTriangle,
  bad: IconX,
  quiet: IconQuestionMark,
};

export function AnswerPanel(props: {
  readonly standing: InvoiceStanding;
  /** When the record behind it was read from the API. */
  readonly asOf: string;
  readonly isReading: boolean;
  readonly onRefresh: () => void;
}): ReactNode {
  const { standing, asOf, isReading, onRefresh } = props;
  const { facts, headline, detail, mood, next } = standing;
  return (
    <section className={styles['answer']} data-head data-mood={mood} aria-label="Answer">
      <div>
        <Group gap={6} role="list" aria-label="How it stands">
          {facts.map(({ of, words, tone, api }) => (
            <span key={of} role="listitem">
              <ToneBadge
                tone={tone}
                title={api === null ? undefined : `The API calls it “${plainText(api)}”`}
                icon={<FactIcon of={of} tone={tone} words={words} />}
              >
                {plainText(words)}
              </ToneBadge>
            </span>
          ))}
        </Group>
        <div aria-live="polite">
          <h2>{plainText(headline)}</h2>
          <Text c="var(--mc-text-soft)">{plainText(detail)}</Text>
        </div>
      </div>
      <div>
        <Group justify="flex-end">
          {next?.kind === 'refresh' ? <ReadAgainButton isReading={isReading} onReadAgain={onRefresh} /> : null}
          <Next next={next} />
        </Group>
        <Group gap={4} justify="flex-end" c="dimmed" fz="xs">
          <span>
            {isReading ? 'Refreshing…' : 'Refreshed'} <TimeOfDayText value={asOf} short />
          </span>
          {next?.kind === 'refresh' ? null : (
            <Tooltip label="Refresh">
              <ActionIcon variant="subtle" color="gray" aria-label="Refresh" loading={isReading} onClick={onRefresh}>
                <IconRefresh size={14} aria-hidden="true" />
              </ActionIcon>
            </Tooltip>
          )}
        </Group>
      </div>
    </section>
  );
}

/** A delivered webhook has its tick although it is quiet: failing stands out. */
function FactIcon({ of, tone, words }: Pick<InvoiceStanding['facts'][number], 'of' | 'tone' | 'words'>): ReactNode {
  const isDelivered = of === 'webhook' && words === 'webhook delivered';
  const Icon = isDelivered ? IconCheck : of === 'webhook' && tone === 'bad' ? IconRefresh : ICONS[tone];
  return <Icon size={14} stroke={2} aria-hidden="true" />;
}

function Next({ next }: { readonly next: NextStep | null }): ReactNode {
  switch (next?.kind) {
    case undefined:
    case 'refresh':
      return null;
    case 'copy-link':
      return (
        <CopyButton value={next.url}>
          {({ copied, copy }) => (
            <>
              <Button variant="default" leftSection={<IconCopy size={16} aria-hidden="true" />} onClick={copy}>
                Copy the link for the customer
              </Button>
              <VisuallyHidden role="status">{copied ? 'Copied' : ''}</VisuallyHidden>
            </>
          )}
        </CopyButton>
      );
    case 'new-invoice':
      return (
        <Button
          component="a"
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden="true" />}
          href={hashHref(
            `${screenPath('new-invoice')}?${new URLSearchParams({
              amount: next.amount,
              currency: next.currency,
              ...(next.customer === null ? {} : { customer: next.customer }),
            }).toString()}`,
          )}
        >
          New invoice for {next.amount} {plainText(next.currency)}
        </Button>
      );
  }
}
