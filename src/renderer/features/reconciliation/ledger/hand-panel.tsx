// A match by hand: what a person has put together, the sums of both sides, the note, by whom and when.
import type { ReactNode } from 'react';
import { Group, Stack, Text } from '@mantine/core';
import type { HandMatch } from '../../../../domain/ledger/entry.ts';
import { InstantText, plainText } from '../../../ui/index.ts';
import type { Detail } from './entry-view.ts';
import { type HandSum, handSum, type Summand } from './hand-sums.ts';
import { Amount, EntryLines, recordAmount, RecordLines } from './lines.tsx';
import { PartTitle } from '../../../ui/text/small-parts.tsx';

export function HandPanel({ detail, match }: { readonly detail: Detail; readonly match: HandMatch }): ReactNode {
  const { entry, records, others } = detail;
  const together = [entry, ...others.filter(({ handMatchId }) => handMatchId === match.id)];
  const noun = entry.kind === 'orders' ? 'invoice' : 'withdrawal';
  const theirs: readonly Summand[] = records.map((record) => recordAmount(record, entry));
  const isWhole = together.length === match.entries.length && records.length === match.records.length;
  return (
    <Stack component="section" gap={6}>
      <PartTitle>Matched by hand</PartTitle>
      <Text fz={13} style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        “{plainText(match.note)}”
      </Text>
      <Text fz={12} c="dimmed">
        <InstantText value={match.at} /> · {plainText(match.osUser.slice(0, 64))}
      </Text>
      <PartTitle order={4}>Ledger</PartTitle>
      <EntryLines entries={together} />
      <PartTitle order={4}>{records.length === 1 ? 'The record' : 'The records'}</PartTitle>
      <RecordLines records={records} entry={entry} />
      {isWhole ? <HandSumLine sum={handSum(together, theirs, noun)} /> : null}
    </Stack>
  );
}

const TONES = { even: 'var(--mc-good-text)', apart: 'var(--mc-warn-text)', open: 'var(--mc-text)' } as const;

/** Both sums of a match by hand and the exact difference between them; nothing that cannot be added up is. */
export function HandSumLine({ sum: { yours, ours, difference, unit } }: { readonly sum: HandSum }): ReactNode {
  const tone = TONES[difference === null ? 'open' : difference === '0' ? 'even' : 'apart'];
  return (
    <Group gap="4px 24px" px={14} py={10} bdrs="md" bg="var(--mc-sunken)">
      {(
        [
          ['Ledger', yours, ''],
          ['Records', ours, '−'],
          ['Difference', difference, '='],
        ] as const
      ).map(([title, amount, sign]) => (
        <div key={title}>
          <Text fz={12} lh="16px" c="dimmed">
            {title}
          </Text>
          <Text component="div" fw={600} c={title === 'Difference' ? tone : 'var(--mc-text)'}>
            <span aria-hidden="true">{sign}</span> <Amount of={{ amount, unit }} sign={title === 'Difference'} />
          </Text>
        </div>
      ))}
    </Group>
  );
}
