// What the words of a status column are taken for, and what a row with any other word is. Words of the file are foreign
// text.
import { Group, NativeSelect, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import type { SourceKind } from '../../../../domain/ledger/entry.ts';
import type { Mapping } from '../../../../domain/ledger/import.ts';
import { ForeignText } from '../../../ui/index.ts';
import { STATUSES_OF_KIND, statusWords } from './format-words.ts';
import { withStatusWord } from './wizard.ts';

const LIKE_OTHERS = 'like-others';
const REJECTED = 'rejected';

/** One line a word; the last is for any other. */
export function StatusWords(props: {
  readonly kind: SourceKind;
  readonly words: readonly string[];
  readonly mapping: Mapping;
  readonly onMap: (mapping: Mapping) => void;
}): ReactNode {
  const { kind, words, mapping, onMap } = props;
  const hasColumn = mapping.columns.status !== undefined;
  const options = STATUSES_OF_KIND[kind].map((status) => ({ value: status, label: statusWords(kind, status) }));
  const known = (value: string) => STATUSES_OF_KIND[kind].find((status) => status === value) ?? null;
  return (
    <Stack gap="xs">
      {hasColumn
        ? words.map((word) => (
            <Group key={word} justify="space-between" wrap="nowrap">
              <span>
                <ForeignText text={word.slice(0, 120)} />
              </span>
              <NativeSelect
                aria-label={`What the word “${word.slice(0, 60)}” is taken for`}
                w={200}
                value={Object.hasOwn(mapping.statusWords, word) ? mapping.statusWords[word] : LIKE_OTHERS}
                data={[{ value: LIKE_OTHERS, label: 'like any other word' }, ...options]}
                onChange={({ currentTarget: { value } }) => onMap(withStatusWord(mapping, word, known(value)))}
              />
            </Group>
          ))
        : null}
      <Group justify="space-between" wrap="nowrap">
        <span className="mc-note">{hasColumn ? 'Any other word, or none' : 'Every row: no column tells it'}</span>
        <NativeSelect
          aria-label={hasColumn ? 'What any other word is taken for' : 'What every row is taken for'}
          w={200}
          value={mapping.otherStatus ?? REJECTED}
          data={[...options, ...(hasColumn ? [{ value: REJECTED, label: 'reject the row' }] : [])]}
          onChange={({ currentTarget: { value } }) => onMap({ ...mapping, otherStatus: known(value) })}
        />
      </Group>
    </Stack>
  );
}
