/** Matching the selected entries by hand, or why that cannot be. Not here: the match (hand-match.tsx). */
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { type EntryRow, MAX_HAND_MATCH } from '../../../../domain/entry.ts';
import { Key, type RowSelection } from '../../../ui/index.ts';

/** In the bar of what is selected. */
export function MatchSelected(props: {
  readonly selection: RowSelection<EntryRow>;
  readonly onMatch: () => void;
}): ReactNode {
  const { selection, onMatch } = props;
  const bar = barOf(selection);
  return (
    <Button
      size="xs"
      variant="default"
      disabled={bar !== null}
      title={bar ?? undefined}
      rightSection={<Key letter="M" />}
      onClick={onMatch}
    >
      Match by hand
    </Button>
  );
}

function barOf({ isAll, chosen }: RowSelection<EntryRow>): string | null {
  return isAll || chosen.size > MAX_HAND_MATCH
    ? `At most ${MAX_HAND_MATCH} entries are matched by hand at once.`
    : null;
}
