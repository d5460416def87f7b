/**
 * Exceptions that nobody has settled when their period is about to be closed: how many of each kind, and the way to them. They do not stop a close.
 * Not here: what a close needs (requirement-list.tsx), working on them (features/reconciliation/exceptions).
 */
import type { ReactNode } from 'react';
import type { CallOutput } from '../../../../contract/calls.ts';
import type { Period } from '../../../../domain/period.ts';
import { countWords, exceptionsPath, FINDING_WORDS, hashHref, InstantText, Panel } from '../../../ui/index.ts';

export type OpenExceptions = CallOutput<'periods.readiness'>['openExceptions'];

/** "93 exceptions of these days are open". */
export function openExceptionsWords({ count }: Pick<OpenExceptions, 'count'>): string {
  return `${countWords(count, 'exception', 'exceptions')} of these days ${count === 1 ? 'is' : 'are'} open`;
}

/** Before the balances: what is found here is settled before the figures are locked. */
export function OpenExceptionsPanel(props: { readonly period: Period; readonly open: OpenExceptions }): ReactNode {
  const { period, open } = props;
  return (
    <Panel
      title={open.count === 0 ? 'No exception of these days is open' : openExceptionsWords(open)}
      note={<Looked open={open} />}
    >
      {open.count === 0 ? null : (
        <>
          <p className="mc-lock-words">
            They do not keep the period from being closed, but its figures are locked as they are: look at them first.
            What is corrected after the close stands apart as a prior-period adjustment.
          </p>
          <KindLinks period={period} open={open} />
        </>
      )}
    </Panel>
  );
}

/** Each kind with its count, as a link to the list that shows them. */
export function KindLinks(props: { readonly period: Period; readonly open: OpenExceptions }): ReactNode {
  const { period, open } = props;
  return (
    <ul className="mc-open-kinds" aria-label="Open exceptions by kind">
      {open.kinds.map(({ kind, count }) => (
        <li key={kind}>
          <a
            className="mc-link"
            href={hashHref(exceptionsPath({ state: 'open', kind, period }))}
            title={FINDING_WORDS[kind].meaning}
          >
            {FINDING_WORDS[kind].name}: {count.toLocaleString('en-GB')}
          </a>
        </li>
      ))}
    </ul>
  );
}

function Looked({ open: { lookedAt, pending } }: { readonly open: OpenExceptions }): ReactNode {
  if (lookedAt === null) return 'Not looked through yet; there may be some';
  if (pending) return 'Being looked through again; there may be others';
  return (
    <>
      Looked through <InstantText value={lookedAt} />
    </>
  );
}
