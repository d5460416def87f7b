// The facts of the adjusted invoice in hand: expected and actual in fiat and USDT, what was received, and what else
// reconciliation found in it. The ordered amount stands beside them and is compared with nothing.
import type { ReactNode } from 'react';
import type { AdjustedRow } from '../../../../domain/adjusted.ts';
import { useExceptionsOf } from '../../../bridge/index.ts';
import { Text } from '@mantine/core';
import {
  Fact,
  FactGrid,
  FindingLines,
  FindingsUnread,
  InstantText,
  MoneyText,
  Notice,
  plainText,
  StandingBadges,
  Table,
} from '../../../ui/index.ts';
import { findingWords, percentWords } from './adjusted-view.ts';
import { PartTitle } from '../../../ui/part-title.tsx';

/** From the figures to the findings beside them. */
export function AdjustedFacts({ row }: { readonly row: AdjustedRow }): ReactNode {
  const { exception, findings, settledUsdt, amount, currency, finishedAt, asOf } = row;
  return (
    <>
      <StandingBadges
        state={exception?.state ?? 'open'}
        reason={exception?.reason ?? null}
        assignee={exception?.assignee ?? null}
      />
      <Figures row={row} />
      <FactGrid>
        <Fact label="Net">
          <MoneyText value={settledUsdt} currency="USDT" missing="no net amount" />
        </Fact>
        <Fact label="Ordered, never changed">
          <MoneyText value={amount} currency={plainText(currency.slice(0, 16))} />
        </Fact>
        <Fact label="Paid on">
          <InstantText value={finishedAt} />
        </Fact>
        <Fact label="Read">
          <InstantText value={asOf} />
        </Fact>
      </FactGrid>
      <Notice tone="notice" title="What to check">
        Your ledger carries the net USDT, not the ordered amount; then resolve it.
      </Notice>
      {findings.length === 0 ? null : (
        <Text size="sm" c="var(--mc-warn-text)">
          {findings.map(findingWords).join('; ')}. Ask the payment service.
        </Text>
      )}
      <AlsoFound uuid={row.uuid} hasBeenLookedAt={exception !== null} />
      {exception?.note === null || exception === null ? null : (
        <p className="mc-note">Latest note: “{plainText(exception.note)}”</p>
      )}
    </>
  );
}

/** That nothing else was found is said only of a whole answer, and only of a record that a run has looked at. */
function AlsoFound(props: { readonly uuid: string; readonly hasBeenLookedAt: boolean }): ReactNode {
  const { rows, failure, retry } = useExceptionsOf(props.uuid);
  const others = rows?.filter(({ kind }) => kind !== 'adjusted');
  if (failure !== undefined) return <FindingsUnread failure={failure} onRetry={retry} />;
  if (others === undefined) return <p className="mc-note">Reading what else was found in this invoice…</p>;
  if (others.length > 0) {
    return (
      <section>
        <PartTitle>Also found in this invoice</PartTitle>
        <FindingLines rows={others} withEvidence />
      </section>
    );
  }
  if (!props.hasBeenLookedAt) return null;
  return <p className="mc-note">Reconciliation has found nothing else in this invoice.</p>;
}

/** Exact, fiat beside USDT. */
function Figures({ row }: { readonly row: AdjustedRow }): ReactNode {
  const fiat = plainText(row.currency.slice(0, 16));
  const lines = [
    { title: 'Expected', fiat: row.expectedFiat, usdt: row.expectedUsdt },
    { title: 'Actual', fiat: row.actualFiat, usdt: row.actualUsdt },
    {
      title: 'Difference',
      fiat: row.deltaFiat,
      usdt: row.deltaUsdt,
      percent: [row.deltaFiatPercent, row.deltaUsdtPercent],
    },
  ];
  const share = (percent: string | null | undefined): string =>
    percent === null || percent === undefined ? '' : percentWords(percent);
  return (
    <Table
      label="Figures of the adjustment"
      rows={lines}
      keyOf={({ title }) => title}
      lookOf={({ title }) => (title === 'Difference' ? 'sum' : undefined)}
      columns={({ cell, money }) => [
        cell('Figure', ({ title }) => title),
        money(fiat, (line) => line.fiat, { sign: isDifference, under: ({ percent }) => share(percent?.[0]) }),
        money('USDT', ({ usdt }) => usdt, { sign: isDifference, under: ({ percent }) => share(percent?.[1]) }),
      ]}
    />
  );
}

function isDifference({ title }: { readonly title: string }): boolean {
  return title === 'Difference';
}
