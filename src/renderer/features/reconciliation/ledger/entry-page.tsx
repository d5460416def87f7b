// One entry on a screen of its own: both sides and the evidence of its match.
import { type ReactNode, useState } from 'react';
import { Stack, Text } from '@mantine/core';
import { useTriageDetail } from '../../../bridge/index.ts';
import { entriesPath, Panel, RecordPage, useKey } from '../../../ui/index.ts';
import { AlsoHere } from '../../../parts/index.ts';
import { entryName } from './entry-view.ts';
import { HandDeed, HandDialogs, type HandMatchAsked } from './hand-dialogs.tsx';
import { Inspector, useEntry } from './inspector.tsx';

const WHAT = { orders: 'An order of your ledger', wallet: 'A line of your wallet' } as const;

/** By its id; `findings`: what hangs on it. */
export function EntryPage({ id, findings }: { readonly id: string; readonly findings: ReactNode }) {
  const { data, failure, refresh } = useEntry(id);
  const { exception } = useTriageDetail(data?.exceptionId ?? null);
  const [asked, setAsked] = useState<HandMatchAsked | null>(null);
  const [said, say] = useState('');
  const entry = data?.entry;
  useKey('m', () => {
    if (entry?.handMatchId === null) setAsked({ kind: 'match', entries: [entry] });
  });
  useKey('u', () => {
    if (entry !== undefined && entry.handMatchId !== null) setAsked({ kind: 'take-back', entry });
  });
  return (
    <>
      <RecordPage
        kind="entry"
        id={id}
        title={entry === undefined ? 'Entry' : entryName(entry)}
        list={entriesPath(entry?.kind === 'wallet' ? { kind: 'wallet' } : {})}
        state={{ answer: entry, failure, isReading: false, readAgain: refresh }}
        subtitle={
          entry === undefined ? undefined : (
            <>
              {WHAT[entry.kind]} <AlsoHere list="entries" recordId={id} />
            </>
          )
        }
        actions={entry === undefined ? null : <HandDeed entry={entry} onAsk={setAsked} />}
      >
        {(known) => (
          <>
            <Text fw={500} role="status">
              {said}
            </Text>
            <Stack maw={880}>
              <Panel title="Both sides">
                <Stack gap={12}>
                  <Inspector entry={known} triage={exception ?? null} exception={exception} />
                </Stack>
              </Panel>
              {findings}
            </Stack>
          </>
        )}
      </RecordPage>
      <HandDialogs
        asked={asked}
        onEnd={(words) => {
          setAsked(null);
          if (words === null) return;
          say(words);
          refresh();
        }}
      />
    </>
  );
}
