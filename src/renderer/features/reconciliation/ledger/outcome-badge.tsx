// Where an entry stands, as a badge: its words and a colour of the same meaning.
import type { ReactNode } from 'react';
import type { MatchOutcome, SourceKind } from '../../../../domain/entry.ts';
import { OUTCOME_WORDS, outcomeName, ToneBadge } from '../../../ui/index.ts';

/** Null: no run has looked at it. */
export function OutcomeBadge({
  outcome,
  kind,
}: {
  readonly outcome: MatchOutcome | null;
  readonly kind: SourceKind;
}): ReactNode {
  const words = outcome === null ? undefined : OUTCOME_WORDS[outcome];
  return (
    <ToneBadge tone={words?.tone ?? 'quiet'} title={words?.meaning}>
      {outcomeName(outcome, kind)}
    </ToneBadge>
  );
}
