// The columns of a table as a person wants them: the choice behind its corner, and where it is kept.
import { ActionIcon, Button, Checkbox, Group, Popover, Stack, Text } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconColumns3 } from '@tabler/icons-react';
import { useCallback, useMemo } from 'react';
import { screenAt } from '../../../domain/console/screens.ts';
import { useUi } from '../window/environment.tsx';
import { useHashLocation, useRouteFilters } from '../window/route.ts';
import { type laidOut, readLayout, writeLayout } from './column-layout.ts';
import type { ChosenColumn, ColumnLayout, GridColumn, SurfaceColumn } from './types.ts';

export const COLUMNS = 'columns';

type Laid = ReturnType<typeof laidOut<SurfaceColumn>>;

/** What the address says, as that of a saved view does, else what was kept for this screen; null where nobody has chosen. A change goes where it came from. */
export function useColumnLayout(columns: readonly Pick<GridColumn<never>, 'key'>[]): {
  readonly layout: ColumnLayout | null;
  readonly keep: (layout: ColumnLayout | null) => void;
} {
  const route = useRouteFilters();
  const { columns: kept, keepColumns } = useUi();
  const screen = screenAt(useHashLocation()[0])?.screen.id ?? '';
  const asked = route.text(COLUMNS);
  const text = asked ?? kept[screen] ?? '';
  const layout = useMemo(
    () =>
      readLayout(
        text,
        columns.map(({ key }) => key),
      ),
    [text, columns],
  );
  const { change } = route;
  const keep = useCallback(
    (next: ColumnLayout | null) => {
      const written = next === null ? '' : writeLayout(next);
      if (asked === undefined) keepColumns(screen, written);
      else change({ [COLUMNS]: written }, { replace: true });
    },
    [asked, change, keepColumns, screen],
  );
  return { layout, keep };
}

/** The layout once columns stand in this order, one of them perhaps with another width; what was not chosen stays so. */
export function arranged(
  keys: readonly string[],
  sized: ChosenColumn | null,
  { columns, unchosen }: Laid,
): ColumnLayout {
  return keys.flatMap((key) => {
    const column = columns.find((one) => one.key === key);
    if (column === undefined || unchosen.has(key)) return [];
    const width = sized?.key === key ? sized.width : column.isSized === true ? column.width : undefined;
    return [
      {
        key,
        ...(width === undefined ? {} : { width: Math.round(width) }),
        ...(column.spare === 0 ? { isKept: true } : {}),
      },
    ];
  });
}

/** In the corner of the table. */
export function ColumnMenu(props: {
  readonly laid: Laid;
  /** Those that have nothing to say in what the list shows now: they keep their place and cannot be chosen. */
  readonly absent: ReadonlySet<string> | undefined;
  /** Somebody has chosen; else they stand as they are declared. */
  readonly isChosen: boolean;
  readonly onChange: (layout: ColumnLayout | null) => void;
}) {
  const { laid, absent, isChosen, onChange } = props;
  const { columns, unchosen } = laid;
  const keys = columns.map(({ key }) => key);
  const layout = arranged(keys, null, laid);
  /** Of one that goes where there is not room for all the first click keeps it, the next takes it away. */
  const toggle = (key: string, isSpared: boolean): void => {
    if (unchosen.has(key)) onChange([...layout, { key, isKept: true }]);
    else if (isSpared) onChange(layout.map((one) => (one.key === key ? { ...one, isKept: true } : one)));
    else onChange(layout.filter((one) => one.key !== key));
  };
  const placeOf = (at: number, by: number): number => {
    const key = layout[at + by]?.key;
    return key !== undefined && absent?.has(key) === true ? placeOf(at + by, by) : at + by;
  };
  const move = (at: number, by: number): void => {
    const [one, ...others] = [layout[at], ...layout.filter((_, place) => place !== at)];
    if (one !== undefined) onChange(others.toSpliced(placeOf(at, by), 0, one));
  };
  return (
    <Popover shadow="md" position="bottom-end" width={288} trapFocus>
      <Popover.Target>
        <ActionIcon {...IN_CORNER} variant="subtle" size={24} aria-label="Columns" title="Columns">
          <IconColumns3 size={14} aria-hidden="true" />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label="Columns" p="xs">
        <Stack component="ul" gap={0} m={0} p={0} mah={380} style={LIST}>
          {columns.map(({ key, title, pinned, spare = 0 }, at) => (
            <Group
              component="li"
              key={key}
              gap={2}
              wrap="nowrap"
              mih={28}
              display={absent?.has(key) === true ? 'none' : 'flex'}
            >
              <Checkbox
                size="sm"
                flex={1}
                label={title}
                checked={!unchosen.has(key)}
                indeterminate={spare > 0 && !unchosen.has(key)}
                disabled={pinned !== undefined || (layout.length === 1 && !unchosen.has(key))}
                onChange={() => toggle(key, spare > 0)}
              />
              {spare > 0 && !unchosen.has(key) ? (
                <Text fz={12} c="dimmed" flex="none">
                  if there is room
                </Text>
              ) : null}
              {pinned !== undefined || unchosen.has(key)
                ? null
                : STEPS.map(({ by, words, Icon }) => (
                    <ActionIcon
                      key={by}
                      size={24}
                      aria-label={`Move ${title} ${words}`}
                      disabled={layout[placeOf(at, by)] === undefined || columns[placeOf(at, by)]?.pinned !== undefined}
                      onClick={() => move(at, by)}
                    >
                      <Icon size={14} aria-hidden="true" />
                    </ActionIcon>
                  ))}
            </Group>
          ))}
        </Stack>
        <Group justify="space-between" wrap="nowrap" mt={6}>
          <Text fz={12} c="dimmed">
            Drag a title to move it, its edge to size it.
          </Text>
          <Button variant="subtle" size="compact-sm" flex="none" disabled={!isChosen} onClick={() => onChange(null)}>
            Reset
          </Button>
        </Group>
      </Popover.Dropdown>
    </Popover>
  );
}

/** Over the room that is kept for the scroll bar. */
const IN_CORNER = { pos: 'absolute', top: 6, right: 1, bg: 'var(--mc-surface)', style: { zIndex: 2 } } as const;
const LIST = { overflowY: 'auto', listStyle: 'none' } as const;
const STEPS = [
  { by: -1, words: 'forward', Icon: IconChevronUp },
  { by: 1, words: 'back', Icon: IconChevronDown },
] as const;
