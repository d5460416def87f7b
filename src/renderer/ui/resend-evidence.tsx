// What was found out about a resend: facts in the order in which they were found.
import type { ReactNode } from 'react';
import type { ResendEvidence } from '../../domain/resend.ts';
import { ForeignText } from './foreign-text.tsx';
import classes from './resend-evidence.module.css';

/** The facts; nothing when there are none. */
export function EvidenceList(props: {
  readonly evidence: Pick<ResendEvidence, 'facts' | 'reads'> | undefined;
}): ReactNode {
  const { evidence } = props;
  if (evidence === undefined || evidence.facts.length === 0) return null;
  return (
    <>
      <p className={classes.resendEvidence}>
        Evidence{evidence.reads === 0 ? '' : `, after ${evidence.reads} ${evidence.reads === 1 ? 'read' : 'reads'}`}
      </p>
      <ul className={classes.resendFacts}>
        {[...evidence.facts.entries()].map(([position, fact]) => (
          <li key={position}>
            <ForeignText text={fact} />
          </li>
        ))}
      </ul>
    </>
  );
}
