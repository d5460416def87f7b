// What is chosen on either side of a match by hand, each to be let go again; an entry says what has become of it
// meanwhile.
import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { Entry } from '../../../../domain/entry.ts';
import { InstantText, MoneyText, outcomeName, plainText, saidWords } from '../../../ui/index.ts';
import { entryName, type RecordSide } from './entry-view.ts';
import { useEntry } from './inspector.tsx';
import { recordAmount } from './record-lines.tsx';
import { recordName } from './record-side.ts';
import entriesClasses from './entries.module.css';
import handClasses from './hand.module.css';
import { WarnLine } from '../../../ui/triage/warn-line.tsx';

/** The last one cannot be let go: the dialog is about it. */
export function ChosenEntries(props: {
  readonly entries: readonly Entry[];
  readonly onRemove: (id: string) => void;
}): ReactNode {
  const { entries, onRemove } = props;
  return (
    <div className={handClasses.handSide}>
      <h3 className={handClasses.handTitle}>
        {entries.length === 1 ? 'Your entry' : `Your ${entries.length} entries`}
      </h3>
      <ul className={handClasses.handChosen}>
        {entries.map((entry) => (
          <li key={entry.id}>
            <span className={handClasses.handName}>
              {entryName(entry)}
              <span className={`${entriesClasses.entryQuiet} ${handClasses.handUnder}`}>
                {entry.at === null ? null : <InstantText value={entry.at} />} {saidWords(entry)}
              </span>
            </span>
            <MoneyText value={entry.amount} currency={plainText(entry.unit.slice(0, 16))} />
            {entries.length === 1 ? null : <LetGo name={entryName(entry)} onPress={() => onRemove(entry.id)} />}
            <Meanwhile entry={entry} />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** What has become of the entry since the dialog was opened. */
function Meanwhile({ entry }: { readonly entry: Entry }): ReactNode {
  const { data, failure } = useEntry(entry.id);
  const [opened] = useState(entry);
  const words = meanwhileWords(opened, data?.entry, failure?.kind === 'not-found');
  if (words === null) return null;
  return (
    <WarnLine>
      <strong>Meanwhile:</strong> {words}
    </WarnLine>
  );
}

function meanwhileWords(before: Entry, now: Entry | undefined, isGone: boolean): string | null {
  if (isGone) return 'it is not in the books any more; its import may have been undone.';
  if (now === undefined) return null;
  if (now.handMatchId !== before.handMatchId) {
    return now.handMatchId === null ? 'its match by hand was taken back.' : 'somebody has matched it by hand.';
  }
  return now.outcome === before.outcome ? null : `it stands as “${outcomeName(now.outcome, now.kind)}” now.`;
}

/** Those that were chosen, in that order. */
export function ChosenRecords(props: {
  readonly records: readonly RecordSide[];
  readonly unit: string;
  readonly onRemove: (record: RecordSide) => void;
}): ReactNode {
  const { records, unit, onRemove } = props;
  if (records.length === 0) return null;
  return (
    <ul className={handClasses.handChosen} aria-label="Chosen records">
      {records.map((record) => {
        const counted = recordAmount(record, { against: null, unit });
        return (
          <li key={record.uuid}>
            <span className={handClasses.handName}>{recordName(record)}</span>
            <MoneyText
              value={counted.amount}
              currency={counted.unit === null ? undefined : plainText(counted.unit.slice(0, 16))}
            />
            <LetGo name={recordName(record)} onPress={() => onRemove(record)} />
          </li>
        );
      })}
    </ul>
  );
}

function LetGo({ name, onPress }: { readonly name: string; readonly onPress: () => void }): ReactNode {
  return (
    <ActionIcon variant="subtle" color="gray" size={24} aria-label={`Leave out ${name}`} onClick={onPress}>
      <IconX size={14} aria-hidden="true" />
    </ActionIcon>
  );
}
