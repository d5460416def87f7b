// One entry on a screen of its own: both sides and the evidence of its match.
import { type ReactNode, useState } from 'react';
import { useTriageDetail } from '../../../bridge/index.ts';
import { ApartButton, entriesPath, Panel, RecordPage, useKey } from '../../../ui/index.ts';
import { entryName } from './entry-view.ts';
import { type Asked, HandDialogs } from './hand-dialogs.tsx';
import { HandDeed } from './in-hand.tsx';
import { Inspector, useEntry } from './inspector.tsx';
import classes from './entries.module.css';

/** By its id; `findings`: what hangs on it. */
export function EntryPage({ id, findings }: { readonly id: string; readonly findings: ReactNode }): ReactNode {
  const { data, failure, refresh } = useEntry(id);
  const { exception } = useTriageDetail(data?.exceptionId ?? null);
  const [asked, setAsked] = useState<Asked | null>(null);
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
          entry === undefined
            ? undefined
            : entry.kind === 'orders'
              ? 'An order of your ledger'
              : 'A line of your wallet'
        }
        actions={
          <>
            <ApartButton />
            {entry === undefined ? null : <HandDeed entry={entry} onAsk={setAsked} />}
          </>
        }
      >
        {(known) => (
          <>
            <p className={said === '' ? 'mc-visually-hidden' : classes.entrySaid} role="status">
              {said}
            </p>
            <div className={classes.entryPage}>
              <Panel title="Both sides">
                <div className={classes.entryBody}>
                  <Inspector entry={known} triage={exception ?? null} exception={exception} />
                </div>
              </Panel>
              {findings}
            </div>
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
