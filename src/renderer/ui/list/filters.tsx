// The filters above a list, each bound to its name in the address, so that back, reload and a copied link keep it.
import { Button, Checkbox, CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { shortText } from '../../../domain/plain-text.ts';
import { enterGrid } from '../grid/enter-grid.ts';
import { useRouteFilters } from '../route.ts';
import classes from './filters.module.css';
import { FilterPopover } from './filter-popover.tsx';

export interface FilterProps {
  /** Its name in the address. */
  readonly name: string;
  readonly label: string;
  /** Stands within another popover. */
  readonly isWithin?: boolean;
}

/** A search; its letters replace one another in the history. */
export function SearchFilter({
  name,
  isWithin: _within,
  ...field
}: FilterProps & Pick<SearchFieldProps, 'placeholder' | 'width'>): ReactNode {
  const route = useRouteFilters();
  return (
    <SearchField
      {...field}
      value={route.text(name) ?? ''}
      onChange={(text) => route.change({ [name]: text }, { replace: true })}
    />
  );
}

type ChoiceProps = FilterProps & Pick<MultiSelectProps, 'options' | 'onOpen'>;

/** Any number of words. */
export function ChoiceFilter({ name, ...field }: ChoiceProps): ReactNode {
  const route = useRouteFilters();
  return <MultiSelect {...field} value={route.list(name)} onChange={(words) => route.change({ [name]: words })} />;
}

/** One word at most: the one chosen last. */
export function OneChoiceFilter({ name, ...field }: ChoiceProps): ReactNode {
  const route = useRouteFilters();
  const value = route.list(name).slice(0, 1);
  return <MultiSelect {...field} value={value} onChange={(words) => route.change({ [name]: words.at(-1) })} />;
}

interface SearchFieldProps {
  /** The name of the field: "Search invoices". */
  readonly label: string;
  readonly placeholder?: string;
  readonly value: string;
  /** Called a moment after the last letter, at once with Enter or when cleared. */
  readonly onChange: (value: string) => void;
  readonly width?: number;
}

const DEBOUNCE_MS = 220;

/** A search field; `/` anywhere on the page puts the cursor into it. */
function SearchField({ label, placeholder, value, onChange, width = 280 }: SearchFieldProps): ReactNode {
  const [draft, setDraft] = useState(value);
  const [known, setKnown] = useState(value);
  if (known !== value) {
    setKnown(value);
    setDraft(value);
  }
  const commit = useEffectEvent((next: string) => {
    if (next !== value) onChange(next);
  });
  useEffect(() => {
    const timer = setTimeout(() => commit(draft.trim()), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [draft]);
  const commitNow = (next: string): void => {
    if (next !== value) onChange(next);
  };
  return (
    <TextInput
      aria-label={label}
      placeholder={placeholder ?? label}
      value={draft}
      w={width}
      type="search"
      maxLength={256}
      autoComplete="off"
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
              commitNow('');
            }}
          />
        )
      }
      onChange={(event) => setDraft(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commitNow(draft.trim());
        if (event.key === 'ArrowDown' && enterGrid()) event.preventDefault();
      }}
    />
  );
}

export interface FilterOption {
  readonly value: string;
  /** Shown instead of the value. */
  readonly label?: ReactNode;
  readonly count?: number | undefined;
}

interface MultiSelectProps {
  readonly label: string;
  /** Absent until they are known; what is chosen can be taken off all the same. */
  readonly options: readonly FilterOption[] | undefined;
  readonly value: readonly string[];
  readonly onChange: (value: readonly string[]) => void;
  /** Called when it is opened: before, nobody needs the options. */
  readonly onOpen?: (() => void) | undefined;
  /** Stands within another popover. */
  readonly isWithin?: boolean | undefined;
}

const SEARCHABLE_FROM = 9;

/** A choice of several words; the button names what is chosen. */
function MultiSelect({ label, options, value, onChange, onOpen, isWithin = false }: MultiSelectProps): ReactNode {
  const words = value.map((chosen) => wordOf(chosen, options));
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
      {() => <OptionList label={label} options={options} value={value} onChange={onChange} />}
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
  const label = options.find((option) => option.value === value)?.label;
  return typeof label === 'string' ? label : value;
}

function OptionList({
  label,
  options,
  value,
  onChange,
}: Pick<MultiSelectProps, 'label' | 'options' | 'value' | 'onChange'>): ReactNode {
  const [search, setSearch] = useState('');
  const known = options ?? [];
  const gone = value.filter((chosen) => known.every((option) => option.value !== chosen));
  const all: readonly FilterOption[] = [...known, ...gone.map((chosen) => ({ value: chosen, count: 0 }))];
  const shown = all.filter(({ value: word }) => wordOf(word, known).toLowerCase().includes(search.toLowerCase()));
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
      <div className={classes.filterOptions} role="group" aria-label={label}>
        {shown.length === 0 ? <p className={classes.filterNone}>Nothing to choose from yet.</p> : null}
        {shown.map((option) => (
          <div key={option.value} className={classes.filterOption}>
            <Checkbox
              size="sm"
              label={option.label ?? option.value}
              checked={value.includes(option.value)}
              onChange={() => onChange(toggled(value, option.value))}
            />
            {option.count === undefined ? null : (
              <span className="mc-filter-count mc-num">{option.count.toLocaleString('en-GB')}</span>
            )}
          </div>
        ))}
      </div>
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
