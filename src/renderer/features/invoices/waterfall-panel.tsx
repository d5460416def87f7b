/**
 * The money of one invoice from order to credit, one line a step, with a quiet bar beside the figure. Not here: the figures
 * (waterfall.ts).
 */
import type { ReactNode } from 'react';
import type { Delivery } from '../../../domain/delivery.ts';
import type { Invoice } from '../../../domain/invoice.ts';
import { MoneyText, Panel } from '../../ui/index.ts';
import { type WaterfallStep, waterfallOf } from './waterfall.ts';
import { type Bar, barsOf } from './waterfall-bars.ts';

/** Steps that carry the story; the others explain the way between them. */
const STRONG: ReadonlySet<string> = new Set(['ordered', 'paid', 'credited']);

/** Ordered → commission → to pay → paid → withheld → credited. */
export function WaterfallPanel({
  invoice,
  deliveries,
}: {
  readonly invoice: Invoice;
  /** Null while they were not read. */
  readonly deliveries: readonly Delivery[] | null;
}): ReactNode {
  const steps = waterfallOf(invoice, deliveries);
  const bars = barsOf(steps);
  return (
    <Panel title="Money" note={<RateNote invoice={invoice} />}>
      <ol className="mc-waterfall" aria-label="From the ordered amount to the credited USDT">
        {steps.map((step) => (
          <WaterfallRow key={step.id} step={step} bar={bars.get(step.id)} />
        ))}
      </ol>
    </Panel>
  );
}

function RateNote({ invoice }: { readonly invoice: Invoice }): ReactNode {
  if (invoice.rate === null) return 'No rate: it is fixed once a method is chosen or the invoice finishes.';
  return (
    <>
      Rate of the deal: <MoneyText value={invoice.rate} /> {invoice.currency.code} for 1 USDT
    </>
  );
}

function WaterfallRow({ step, bar }: { readonly step: WaterfallStep; readonly bar: Bar | undefined }): ReactNode {
  return (
    <li data-nature={step.nature} data-strong={STRONG.has(step.id) || undefined}>
      <span className="mc-waterfall-label">{step.label}</span>
      <div>
        {bar === undefined ? null : (
          <div className="mc-bar" aria-hidden="true">
            <span style={{ left: bar.left, width: bar.width }} />
          </div>
        )}
        <span className="mc-waterfall-note">{step.note}</span>
      </div>
      <span className="mc-waterfall-amount">
        <MoneyText value={step.amount} currency={step.currency} sign={step.id === 'commission'} />
      </span>
    </li>
  );
}
