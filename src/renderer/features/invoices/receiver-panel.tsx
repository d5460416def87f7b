// What the shop was told by the last delivered webhook, where the invoice says something else now, and what to do
// about it. Nothing where they agree.
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Delivery } from '../../../domain/delivery.ts';
import type { Invoice } from '../../../domain/invoice.ts';
import { differenceSentence, type PayloadDifference, payloadDifference } from '../../../domain/payload-difference.ts';
import { InstantText, Notice, plainText, Table } from '../../ui/index.ts';

/** `asOf`: when the deliveries were read. */
export function ReceiverPanel(props: {
  readonly invoice: Invoice;
  readonly deliveries: readonly Delivery[];
  readonly asOf: string;
}): ReactNode {
  const { invoice, deliveries, asOf } = props;
  const difference = payloadDifference(invoice, deliveries);
  if (difference === null || (difference.finding === 'agrees' && difference.problems.length === 0)) return null;
  const { tone, title, advice } = WORDS[difference.finding];
  return (
    <Notice tone={tone} title={title}>
      {difference.finding === 'differs' || difference.finding === 'fiat-differs' ? (
        <Figures difference={difference} />
      ) : null}
      {difference.problems.map((problem) => (
        <Text key={problem}>{plainText(problem)}</Text>
      ))}
      {advice === '' ? null : <Text>{advice}</Text>}
      <Text size="xs" c="dimmed">
        The webhook was delivered <InstantText value={difference.deliveredAt} />; deliveries read{' '}
        <InstantText value={asOf} withAge />. Its payload as the API lists it.
      </Text>
    </Notice>
  );
}

const WORDS: Readonly<
  Record<
    PayloadDifference['finding'],
    { readonly tone: 'warn' | 'quiet'; readonly title: string; readonly advice: string }
  >
> = {
  differs: {
    tone: 'warn',
    title: 'Your shop was told something else',
    advice:
      'Correct the order in the shop by hand. A resend carries the same X-Webhook-Id, so a receiver that deduplicates ignores it, and the specification does not say whether its body is written anew.',
  },
  'fiat-differs': {
    tone: 'quiet',
    title: 'The shop was told another amount paid',
    advice:
      'Alone this is no alarm: the specification leaves open whether the amount paid holds the customer’s fee. Fulfil by the credited USDT.',
  },
  'cannot-tell': {
    tone: 'quiet',
    title: 'What the shop was told can not be compared',
    advice: 'Look into the payload below before you rely on what the shop knows.',
  },
  agrees: { tone: 'quiet', title: 'The credited USDT agree with what the shop was told', advice: '' },
};

function Figures({ difference }: { readonly difference: PayloadDifference }): ReactNode {
  const { told, now, currency } = difference;
  const sentence = differenceSentence(difference);
  const rows = [
    { label: 'Your shop was told', ...told },
    { label: 'The invoice now says', ...now },
  ];
  return (
    <>
      <Text>{plainText(`${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`)}</Text>
      <Table
        label="What was told, and what is so"
        rows={rows}
        keyOf={({ label }) => label}
        columns={({ cell, money }) => [
          cell('Source', ({ label }) => label),
          money(`Amount, ${plainText(currency.slice(0, 16))}`, ({ fiat }) => fiat),
          money('Credited, USDT', ({ usdt }) => usdt),
        ]}
      />
    </>
  );
}
