/** How far the match has come: when everything was matched last, and whether it is due again. Not here: the match itself (the engine). */
import type { ReactNode } from 'react';
import type { CallOutput } from '../../../../contract/calls.ts';
import { AgeText } from '../../../ui/index.ts';

type Counts = CallOutput<'entries.counts'>;

/** In one sentence. */
export function MatchWords({
  counts,
}: {
  readonly counts: Pick<Counts, 'matchedAt' | 'pending' | 'total'>;
}): ReactNode {
  const { matchedAt, pending, total } = counts;
  if (matchedAt === null) return total === 0 ? '' : 'Not matched yet; that follows by itself.';
  return (
    <>
      Checked <AgeText since={matchedAt} by="console" />
      {pending ? <b> What changed since is matched by itself.</b> : ''}
    </>
  );
}
