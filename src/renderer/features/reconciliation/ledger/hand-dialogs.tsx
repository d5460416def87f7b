/** Which dialog about matches by hand is open. Not here: what they do. */
import type { ReactNode } from 'react';
import type { Entry } from '../../../../domain/entry.ts';
import { HandMatchDialog } from './hand-match.tsx';
import { TakeBackDialog } from './take-back.tsx';

/** What a person has asked for; it stays with the entries it was asked for. */
export type Asked =
  | { readonly kind: 'match'; readonly entries: readonly Entry[] }
  | { readonly kind: 'take-back'; readonly entry: Entry };

/** `onEnd` with what is to be said of it; null: nothing was done. */
export function HandDialogs(props: {
  readonly asked: Asked | null;
  readonly onEnd: (said: string | null) => void;
}): ReactNode {
  const { asked, onEnd } = props;
  if (asked === null) return null;
  return asked.kind === 'match' ? (
    <HandMatchDialog entries={asked.entries} onEnd={onEnd} />
  ) : (
    <TakeBackDialog entry={asked.entry} onEnd={onEnd} />
  );
}
