/**
 * What was credited: the sum in USDT, and a row per currency with its exact figures. Every row leads to its invoices. Not here: what stands there
 * (domain/overview-figures.ts).
 */
import type { ReactNode } from 'react';
import type { CallOutput } from '../../../contract/calls.ts';
import { CREDITED_WORDS, creditedTable, headline } from '../../../domain/overview-figures.ts';
import { Described, EmptyState, hashHref, Panel, type PlainRange, useNow, useUi } from '../../ui/index.ts';
import { invoicesHref } from './period.ts';

type Totals = CallOutput<'overview.totals'>;

const MINUTE_MS = 60_000;

/** The three figures that answer "how did it go". */
export function Headline({ totals, days }: { readonly totals: Totals; readonly days: PlainRange }): ReactNode {
  const { timeZone } = useUi();
  const nowMs = useNow(MINUTE_MS);
  return <Described of={headline(totals, days, { nowMs, timeZone })} />;
}

/** One row per currency. */
export function CreditedTable({ totals, days }: { readonly totals: Totals; readonly days: PlainRange }): ReactNode {
  const { currencies } = totals;
  if (currencies.length === 0) {
    return (
      <Panel title={CREDITED_WORDS.title}>
        <EmptyState kind="nothing-matches" title="No invoice became final in this period">
          Choose a longer period above.
        </EmptyState>
      </Panel>
    );
  }
  const hrefOf = (currency: string): string => hashHref(invoicesHref(days, { status: 'success', currency }));
  return (
    <Panel {...CREDITED_WORDS} flush>
      <Described of={creditedTable(currencies, hrefOf)} />
    </Panel>
  );
}
