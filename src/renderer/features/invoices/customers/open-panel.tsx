/**
 * The open unpaid invoices of a customer and what they mean: the API has a cap that the specification does not name, so only what this
 * console has met is said. Not here: the list.
 */
import type { ReactNode } from 'react';
import type { CallOutput } from '../../../../contract/calls.ts';
import { isWindowOver } from '../../../../domain/payment-window.ts';
import { AgeText, countWords, Fact, FactGrid, ForeignText, InstantText, Panel, useNow } from '../../../ui/index.ts';
import { capWords } from './cap-words.ts';
import classes from './customers.module.css';

/** Count, the oldest, the next to expire, and the cap as far as it is known. */
export function OpenPanel({ customer }: { readonly customer: CallOutput<'customers.get'> }): ReactNode {
  const { open, refusals } = customer;
  const [latest] = refusals;
  const isOver = isWindowOver({ status: 'pending', expires_at: open.nextExpiry }, useNow(15_000));
  return (
    <Panel
      title={open.count === 0 ? 'Nothing open' : `${countWords(open.count, 'invoice', 'invoices')} open and unpaid`}
    >
      {open.count === 0 ? null : (
        <FactGrid>
          <Fact label="Oldest created">
            <InstantText value={open.oldest} />
          </Fact>
          <Fact label="Next to expire">
            <InstantText value={open.nextExpiry} />{' '}
            {open.nextExpiry === null ? null : <AgeText since={open.nextExpiry} />}
          </Fact>
        </FactGrid>
      )}
      <p className={`mc-note ${classes.customerWords}`}>
        {open.count === 0
          ? 'No payment link of this customer is live.'
          : isOver
            ? 'The window of at least one of them is over, and the API has not said yet how it ended; the others may still be paid.'
            : 'Each has a live payment link: the customer may still pay any of them.'}
      </p>
      <p className={`mc-note ${classes.customerWords}`}>{capWords(refusals)}</p>
      {latest === undefined ? null : (
        <p className={`mc-note ${classes.customerWords}`}>
          Latest refusal: <ForeignText text={latest.externalId} />, <InstantText value={latest.at} withAge />.
        </p>
      )}
    </Panel>
  );
}
