/** The money of one invoice from order to net, one line a step, with a quiet bar beside the figure. Not here: the figures (waterfall.ts). */
import type { ReactNode } from 'react';
import type { Delivery } from '../../../domain/delivery.ts';
import type { Invoice } from '../../../domain/invoice.ts';
import { subtractMoney } from '../../../domain/money.ts';
import { MoneyText, Panel } from '../../ui/index.ts';
import { type WaterfallStep, waterfallOf } from './waterfall.ts';
import { type Bar, barsOf } from './waterfall-bars.ts';
import styles from './invoice.module.css';

/** Steps that carry the story; the others explain the way between them. */
const STRONG: ReadonlySet<string> = new Set(['ordered', 'paid', 'credited']);

/** Ordered → customer fee → to pay → paid → exchange rate → estimated fee → net. `deliveries`: null while they were not read. */
export function MoneyPanel(props: {
  readonly invoice: Invoice;
  readonly deliveries: readonly Delivery[] | null;
}): ReactNode {
  const steps = waterfallOf(props.invoice, props.deliveries);
  const bars = barsOf(steps);
  return (
    <Panel title="Money">
      <ol className={styles['money']} aria-label="From the ordered amount to the net in USDT">
        {steps.map((step) => (
          <Step key={step.id} step={step} bar={bars.get(step.id)} />
        ))}
      </ol>
    </Panel>
  );
}

function Step({ step, bar }: { readonly step: WaterfallStep; readonly bar: Bar | undefined }): ReactNode {
  const { id, label, note, amount, currency, nature } = step;
  // What was kept back is taken off.
  const shown = id === 'withheld' && amount !== null ? subtractMoney('0', amount) : amount;
  return (
    <li data-nature={nature} data-strong={STRONG.has(id) || undefined}>
      <span>
        <span className={styles['label']}>{label}</span> <span className={styles['note']}>{note}</span>
      </span>
      <span className={styles['bar']} data-empty={bar === undefined || undefined} aria-hidden="true">
        {bar === undefined ? null : <span style={{ left: bar.left, width: bar.width }} />}
      </span>
      <MoneyText value={shown} currency={currency} sign={id === 'commission'} />
    </li>
  );
}
