// What is chosen in a list, in place of its views: how much, all of the filter, nothing any more, and what can be done with it.
import { Button, CloseButton, Group, Menu, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { COPY_FORMATS } from '../grid/copied.ts';
import { gridOnScreen } from '../grid/enter-grid.ts';
import type { RowSelection } from '../grid/row-selection.ts';
import { grouped } from '../text/writing.ts';

/** Shown while something is chosen. */
export function SelectionBar<Row>(props: {
  readonly selection: RowSelection<Row>;
  /** Rows of the filter; null before they are counted. */
  readonly count: number | null;
  readonly isNarrowed: boolean;
  /** What is chosen one by one, in words; "3 selected" by default. */
  readonly words?: string;
  readonly sum?: ReactNode;
  readonly children?: ReactNode;
}) {
  const { selection, count, isNarrowed, words, sum, children } = props;
  const { isAll, chosen } = selection;
  if (!isAll && chosen.size === 0) return null;
  return (
    <Group component="section" flex={1} wrap="nowrap" gap="sm" pl="xs" aria-label="Selection">
      <Text fw={600} className="mc-num" aria-live="polite" flex="none">
        {isAll ? allWords(count, isNarrowed) : (words ?? `${grouped(chosen.size)} selected`)}
      </Text>
      {sum}
      {isAll || count === null || count <= chosen.size ? null : (
        <Button variant="subtle" size="xs" flex="none" onClick={selection.pickAll}>
          Select all {grouped(count)} {isNarrowed ? 'of this filter' : ''}
        </Button>
      )}
      <Group gap="xs" ml="auto" wrap="nowrap" flex="none">
        <CloseButton size="sm" aria-label="Clear selection" title="Clear selection" onClick={selection.clear} />
        <Menu position="bottom-end">
          <Menu.Target>
            <Button size="xs" disabled={isAll}>
              Copy
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => gridOnScreen()?.copy('names')}>Ids, one a line</Menu.Item>
            {COPY_FORMATS.map(({ format, words: face }) => (
              <Menu.Item key={format} onClick={() => gridOnScreen()?.copy(format)}>
                {face}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
        {children}
      </Group>
    </Group>
  );
}

function allWords(count: number | null, isNarrowed: boolean): string {
  const all = count === null ? 'All' : `All ${grouped(count)}`;
  return isNarrowed ? `${all} of this filter selected` : `${all} selected`;
}
