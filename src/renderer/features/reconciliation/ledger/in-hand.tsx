// The entry in hand, beside the list: both its sides, and what can be done with it.
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Entry, EntryRow } from '../../../../domain/ledger/entry.ts';
import { useTriageDetail } from '../../../bridge/index.ts';
import { entryPath, invoicePath, withdrawalPath } from '../../../ui/index.ts';
import { Key, TriagePanel, type Triaging } from '../../../parts/index.ts';
import type { HandMatchAsked } from './hand-dialogs.tsx';
import { Inspector } from './inspector.tsx';

/** Nothing while no row has the cursor. */
export function InHand(props: {
  readonly triage: Triaging<EntryRow>;
  readonly me: string | null;
  readonly onAsk: (asked: HandMatchAsked) => void;
}): ReactNode {
  const { triage, me, onAsk } = props;
  const { row, subject } = triage;
  const detail = useTriageDetail(subject?.id ?? null);
  if (row === null || subject === null) return null;
  return (
    <TriagePanel
      kind={detail.exception?.kind ?? null}
      triage={triage}
      subject={subject}
      me={me}
      path={entryPath(row.id)}
      opens="Open the entry on a screen of its own"
      detail={detail}
      deeds={<HandDeed entry={row} onAsk={onAsk} />}
    >
      <Inspector entry={row} triage={row.exception} exception={detail.exception} />
    </TriagePanel>
  );
}

/** Matching it by hand, or taking that back. */
export function HandDeed(props: { readonly entry: Entry; readonly onAsk: (asked: HandMatchAsked) => void }): ReactNode {
  const { entry, onAsk } = props;
  return entry.handMatchId === null ? (
    <Button
      size="xs"
      variant="default"
      rightSection={<Key letter="M" />}
      onClick={() => onAsk({ kind: 'match', entries: [entry] })}
    >
      Match by hand
    </Button>
  ) : (
    <Button
      size="xs"
      variant="default"
      rightSection={<Key letter="U" />}
      onClick={() => onAsk({ kind: 'take-back', entry })}
    >
      Take the match back
    </Button>
  );
}

/** The screen of its record; without one its own. */
export function recordPathOf({ id, kind, recordUuid }: Entry): string {
  if (recordUuid === null) return entryPath(id);
  return kind === 'orders' ? invoicePath(recordUuid) : withdrawalPath(recordUuid);
}
