// Facts of an invoice, each beside its name: the name quiet, the fact as wide as it needs.
import { Fragment, type ReactNode } from 'react';
import styles from './invoice.module.css';

/** Names with their facts, in their order. */
export function Facts({ of }: { readonly of: readonly (readonly [ReactNode, ReactNode])[] }): ReactNode {
  return (
    <dl className={styles['facts']}>
      {of.map(([name, fact], at) => (
        // oxlint-disable-next-line react/no-array-index-key -- the facts of one record stand in one order
        <Fragment key={at}>
          <dt>{name}</dt>
          <dd>{fact}</dd>
        </Fragment>
      ))}
    </dl>
  );
}
