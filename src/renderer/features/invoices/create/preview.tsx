/**
 * Beside the form: what the customer would pay, as an estimate with its formula, and exactly what will be sent. Not here: the numbers
 * (estimate.ts, domain/order.ts).
 */
import type { ReactNode } from 'react';
import type { CallOutput } from '../../../../contract/calls.ts';
import { isMoney } from '../../../../domain/money.ts';
import { type Order, orderBody } from '../../../../domain/order.ts';
import type { PaymentMethod } from '../../../../domain/payment-method.ts';
import { FailureNotice, ForeignText, InstantText, MoneyText, Panel } from '../../../ui/index.ts';
import { type Estimate, estimatesFor } from './estimate.ts';

export type Catalogue = CallOutput<'paymentMethods.list'>;

/** What the customer pays with each method, as far as today's catalogue tells. */
export function PaysPanel(props: { readonly order: Order; readonly catalogue: Catalogue | undefined }): ReactNode {
  const { order, catalogue } = props;
  return (
    <Panel title="What the customer pays" note={<Age catalogue={catalogue} />}>
      <Pays order={order} catalogue={catalogue} />
    </Panel>
  );
}

function Age({ catalogue }: { readonly catalogue: Catalogue | undefined }): ReactNode {
  if (catalogue === undefined || catalogue.asOf === null) return 'From the payment methods.';
  return (
    <>
      Estimates from the payment methods as of <InstantText value={catalogue.asOf} />.
    </>
  );
}

function Pays({ order, catalogue }: { readonly order: Order; readonly catalogue: Catalogue | undefined }): ReactNode {
  if (catalogue === undefined) return <p className="mc-note">Reading the payment methods…</p>;
  if (catalogue.asOf === null) {
    return (
      <>
        <p className="mc-note">The payment methods are not known yet, so ranges and fees cannot be checked here.</p>
        {catalogue.failure === undefined ? null : <FailureNotice failure={catalogue.failure} />}
      </>
    );
  }
  const estimates = estimatesFor(order.amount, order.currency, catalogue.methods);
  if (estimates.length === 0) return <p className="mc-note">{emptyWords(order, catalogue.methods)}</p>;
  return (
    <>
      <ul className="mc-create-estimates">
        {[...estimates.entries()].map(([position, estimate]) => (
          <EstimateLine key={position} estimate={estimate} currency={order.currency} />
        ))}
      </ul>
      <p className="mc-note">
        The client share is added to your amount. Rates may change until the customer pays, and the API does not say how
        it rounds.
      </p>
    </>
  );
}

function emptyWords(order: Order, methods: readonly PaymentMethod[]): string {
  if (methods.length === 0) return 'The API lists no payment method for your business.';
  const isKnown = methods.some(({ currency }) => currency.code === order.currency);
  if (order.currency !== '' && !isKnown) return 'No payment method of your business takes this currency.';
  return 'Type an amount and a currency to see an estimate.';
}

function EstimateLine({ estimate, currency }: { readonly estimate: Estimate; readonly currency: string }): ReactNode {
  const { method, inRange, total, formula } = estimate;
  return (
    <li data-off={inRange ? undefined : true}>
      <span className="mc-create-method">
        <ForeignText text={method.name.slice(0, 120)} />
      </span>
      {inRange ? (
        <span className="mc-create-total">
          {total === null ? (
            'cannot be computed'
          ) : (
            <>
              ≈ <MoneyText value={total} currency={currency} />
            </>
          )}
        </span>
      ) : (
        <span className="mc-create-total">not offered</span>
      )}
      <span className="mc-create-formula">
        {inRange ? (formula ?? 'The API left the client share out.') : rangeOf(method)}
      </span>
    </li>
  );
}

function rangeOf({ min_amount: least, max_amount: most }: PaymentMethod): string {
  if (least === null) return `takes at most ${most ?? '?'}`;
  return most === null ? `takes at least ${least}` : `takes ${least} to ${most}`;
}

/** The request, byte for byte, before it is sent. */
export function SentPanel({ order }: { readonly order: Order }): ReactNode {
  return (
    <Panel title="What will be sent" note="POST /external/invoices, written into the console’s books first.">
      {isMoney(order.amount) ? (
        <SentBytes body={orderBody(order)} />
      ) : (
        <p className="mc-note">Shown here as soon as there is an amount.</p>
      )}
    </Panel>
  );
}

/** The bytes of a request as they are: one line of JSON, broken for the eye at its commas. */
export function SentBytes({ body }: { readonly body: string }): ReactNode {
  return (
    <div className="mc-create-body mc-mono" role="group" aria-label="The request, byte for byte">
      <ForeignText text={body} />
    </div>
  );
}
