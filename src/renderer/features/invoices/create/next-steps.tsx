/** What happens after an invoice was created, step by step, and how long its link is open. Only while it can be paid. */
import { Paper, Progress, SimpleGrid, Text, ThemeIcon, Title } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Invoice } from '../../../../domain/invoice.ts';
import { describeDuration, toEpochMs } from '../../../../domain/time.ts';
import { InstantText, TimeOfDayText, useNow } from '../../../ui/index.ts';

/** How much of the payment window is left; nothing where the API tells no end. */
export function TimeLeft({
  invoice: { created_at: from, expires_at: until },
}: {
  readonly invoice: Invoice;
}): ReactNode {
  const now = useNow(1_000);
  const [begin, end] = [toEpochMs(from), until === null ? null : toEpochMs(until)];
  if (begin === null || end === null || end <= begin) return null;
  const leftMs = Math.max(0, end - now);
  return (
    <div>
      <Text>
        Time left: <b className="mc-num">{describeDuration(leftMs)}</b>
      </Text>
      <Progress size={4} my={4} value={Math.min(100, (leftMs / (end - begin)) * 100)} aria-label="Time left" />
      <Text fz="xs" c="dimmed">
        Open until <InstantText value={until} />, unless it is paid or canceled before. Then a new one needs a new id.
      </Text>
    </div>
  );
}

/** The way from the link to the goods. */
export function NextSteps({ invoice }: { readonly invoice: Invoice }): ReactNode {
  const steps = [
    ['Created', <TimeOfDayText key="at" value={invoice.created_at} />],
    ['Customer pays', 'at the link; else it expires'],
    ['Webhook to your shop', 'invoice.paid, or invoice.canceled'],
    ['Paid: safe to fulfil', 'the invoice says so'],
  ] as const;
  return (
    <Paper withBorder component="section" p="md">
      <Title order={2} fz="md" mb="sm">
        What happens next
      </Title>
      <SimpleGrid cols={{ base: 2, md: 4 }} spacing="sm">
        {steps.map(([title, words], at) => (
          <div key={title}>
            <Text fw={500}>
              <ThemeIcon
                size={20}
                radius="xl"
                mr={6}
                color={at === 0 ? 'var(--mc-good-mark)' : at === 1 ? 'ink' : 'var(--mc-control)'}
                variant={at > 1 ? 'outline' : 'filled'}
              >
                {at === 0 ? <IconCheck size={12} aria-hidden="true" /> : at + 1}
              </ThemeIcon>
              {title}
            </Text>
            <Text fz="xs" c="dimmed">
              {words}
            </Text>
          </div>
        ))}
      </SimpleGrid>
    </Paper>
  );
}
