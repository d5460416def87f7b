// The filters above a list, each bound to its name in the address, so that back, reload and a copied link keep it.
import { Button, Checkbox, CloseButton, Group, Popover, Stack, Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { shortText } from '../../../domain/kernel/text/plain-text.ts';
import { dayOf } from '../form/date-bounds.ts';
import { plainText } from '../text/foreign-text.tsx';
import { useUi } from '../window/environment.tsx';
import type { FilterControl } from './filter-of.ts';
import { gridOnScreen } from '../grid/enter-grid.ts';
import { useRouteFilters } from '../window/route.ts';
import './filters.css';
import { FilterPopover } from './filter-popover.tsx';
import { grouped } from '../text/writing.ts';

export interface FilterProps {
  readonly name: string;
  readonly label: string;
  /** Stands within another popover. */
  readonly isWithin?: boolean;
}

const DEBOUNCE_MS = 220;

/** A search, asked a moment after the last letter or at once with Enter; its letters replace one another in the history. `/` leads into it. */
export function SearchFilter(
  props: Omit<FilterProps, 'isWithin'> &
    Pick<FilterControl, 'take'> & { readonly placeholder: string; readonly width: number },
) {
  const { name, label, placeholder, width, take } = props;
  const route = useRouteFilters();
  const { timeZone } = useUi();
  const [problems, setProblems] = useState<readonly string[]>([]);
  const value = route.text(name) ?? '';
  const [draft, setDraft] = useState(value);
  const [known, setKnown] = useState(value);
  if (known !== value) {
    setKnown(value);
    // What was asked for here stands as it was typed, the blank before the next word too.
    if (draft.trim() !== value) setDraft(value);
  }
  const commit = (next: string): void => {
    if (next !== value) route.change({ [name]: next }, { replace: true });
  };
  /** Terms become filters once they are whole: with Enter, or the blank behind them. */
  const commitTyped = (typed: string, isWhole: boolean): void => {
    const taken = take?.(typed, dayOf(Date.now(), timeZone)) ?? null;
    // A word with a colon that is no term is text, as an id may be.
    if (taken === null || (!isWhole && taken.text === typed.trim())) commit(typed.trim());
    else if (isWhole) {
      setProblems(taken.problems);
      setDraft(taken.text !== '' && /\s$/.test(typed) ? `${taken.text} ` : taken.text);
      route.change({ ...taken.filters, [name]: taken.text }, { replace: true });
    }
  };
  const commitLate = useEffectEvent(commitTyped);
  useEffect(() => {
    const timer = setTimeout(() => commitLate(draft, /\s$/.test(draft)), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [draft]);
  return (
    <Popover
      shadow="md"
      withRoles={false}
      opened={problems.length > 0}
      onChange={() => setProblems([])}
      position="bottom-start"
      width={320}
    >
      <Popover.Target>
        <TextInput
          aria-label={label}
          placeholder={placeholder}
          value={draft}
          w={width}
          type="search"
          maxLength={256}
          spellCheck={false}
          data-console-search=""
          leftSection={<IconSearch size={16} aria-hidden="true" />}
          rightSection={
            draft === '' ? null : (
              <CloseButton
                size="sm"
                aria-label={`Clear: ${label}`}
                onClick={() => {
                  setDraft('');
                  commit('');
                }}
              />
            )
          }
          onChange={(event) => {
            setDraft(event.currentTarget.value);
            setProblems([]);
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter') commitTyped(draft, true);
            if (event.key === 'ArrowDown' && gridOnScreen()?.focus() === true) event.preventDefault();
          }}
        />
      </Popover.Target>
      <Popover.Dropdown role="status" aria-label="Not understood">
        {problems.map((problem) => (
          <Text key={problem} fz={12}>
            {plainText(problem)}
          </Text>
        ))}
      </Popover.Dropdown>
    </Popover>
  );
}

export interface FilterOption {
  readonly value: string;
  /** Shown instead of the value. */
  readonly label?: string;
  readonly count?: number | undefined;
}

interface ChoiceProps extends FilterProps {
  /** Absent until they are known; what is chosen can be taken off all the same. */
  readonly options: readonly FilterOption[] | undefined;
  /** Called when it is opened: before, nobody needs the options. */
  readonly onOpen?: (() => void) | undefined;
  /** What a word is called before the options are known. */
  readonly wordOf?: (word: string) => string;
  /** One word at most: the one chosen last. */
  readonly isOne?: boolean;
}

const asItIs = (word: string): string => word;

/** A choice of words; the button names what is chosen. */
export function ChoiceFilter({ name, isOne = false, wordOf: wordFor = asItIs, onOpen, ...list }: ChoiceProps) {
  const { label, options, isWithin } = list;
  const route = useRouteFilters();
  const value = route.list(name).slice(0, isOne ? 1 : undefined);
  const words = value.map((chosen) => (options === undefined ? wordFor(chosen) : wordOf(chosen, options)));
  const chosen = words.length === 0 ? null : words.join(', ');
  return (
    <FilterPopover
      label={label}
      chosen={chosen}
      face={faceOf(label, words)}
      title={chosen === null ? undefined : `${label}: ${chosen}`}
      isWithin={isWithin}
      width={280}
      p={8}
      onOpen={onOpen}
    >
      {() => (
        <OptionList {...list} value={value} onChange={(next) => route.change({ [name]: isOne ? next.at(-1) : next })} />
      )}
    </FilterPopover>
  );
}

/** What is chosen, since it says what it is of by itself. */
function faceOf(label: string, [first, ...others]: readonly string[]): string {
  if (first === undefined) return label;
  return others.length === 0 ? shortText(first, 24) : `${shortText(first, 16)} +${others.length}`;
}

/** What a choice is called where it is no word of the API's own. */
function wordOf(value: string, options: readonly FilterOption[] = []): string {
  return options.find((option) => option.value === value)?.label ?? value;
}

const SEARCHABLE_FROM = 9;

function OptionList(
  props: Pick<ChoiceProps, 'label' | 'options'> & {
    readonly value: readonly string[];
    readonly onChange: (value: readonly string[]) => void;
  },
) {
  const { label, options = [], value, onChange } = props;
  const [search, setSearch] = useState('');
  const gone = value.filter((chosen) => options.every((option) => option.value !== chosen));
  const all: readonly FilterOption[] = [...options, ...gone.map((chosen) => ({ value: chosen, count: 0 }))];
  const shown = all.filter(({ value: word }) => wordOf(word, options).toLowerCase().includes(search.toLowerCase()));
  return (
    <div>
      {all.length < SEARCHABLE_FROM ? null : (
        <TextInput
          size="xs"
          mb={8}
          placeholder="Find"
          aria-label={`Find in ${label}`}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      )}
      <Stack gap={0} mah={300} style={{ overflowY: 'auto' }} role="group" aria-label={label}>
        {shown.length === 0 ? (
          <Text p={6} fz={12} c="dimmed">
            Nothing to choose from yet.
          </Text>
        ) : null}
        {shown.map((option) => (
          <Group
            key={option.value}
            className="mc-filter-option"
            justify="space-between"
            wrap="nowrap"
            gap="sm"
            px={6}
            py={5}
          >
            <Checkbox
              size="sm"
              label={option.label ?? option.value}
              checked={value.includes(option.value)}
              onChange={() => onChange(toggled(value, option.value))}
            />
            {option.count === undefined ? null : (
              <span className="mc-filter-count mc-num">{grouped(option.count)}</span>
            )}
          </Group>
        ))}
      </Stack>
      {value.length === 0 ? null : (
        <Button variant="subtle" size="compact-sm" mt={4} onClick={() => onChange([])}>
          Clear
        </Button>
      )}
    </div>
  );
}

function toggled(value: readonly string[], word: string): readonly string[] {
  return value.includes(word) ? value.filter((chosen) => chosen !== word) : [...value, word];
}
