// The controls of a filter in the band of a list: its search, as many as there is room for, the rest under "Filter".
import { Button, Checkbox, CloseButton, Popover, Stack } from '@mantine/core';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { useRouteFilters } from '../window/route.ts';
import { AmountFilter } from './amount-filter.tsx';
import { type FilterControl, type ListFilter, ofName } from './filter-of.ts';
import { DaysFilter } from './days-filter.tsx';
import { ChoiceFilter, type FilterOption, SearchFilter } from './filters.tsx';

/** How often each value occurs under the other filters, by the name that the declaration gives it. */
export type FilterCounts = Readonly<
  Record<string, readonly { readonly value: string | number; readonly count?: number | undefined }[]>
>;

export interface ListFiltersProps {
  readonly of: ListFilter;
  readonly counts?: FilterCounts | undefined;
  /** Called when somebody opens a filter: before, nobody needs the counts. */
  readonly onAsked?: (() => void) | undefined;
  readonly onClear?: (() => void) | undefined;
}

const MOST_INLINE = 5;

/** Search, filters, the rest, and taking all of them off. */
export function ListFilters({ of, counts, onAsked, onClear }: ListFiltersProps) {
  const route = useRouteFilters();
  const isOn = ({ name, field }: FilterControl): boolean =>
    field.kind === 'bound'
      ? ['', 'From', 'To'].some((end) => route.text(`${name}${end}`) !== undefined)
      : route.list(name).length > 0;
  const all = of.controls.filter((control) => control.isRare !== true || isOn(control));
  const search = all.find(({ field }) => field.kind === 'text');
  const others = all.filter((one) => one !== search);
  const { box, count } = useRoom(MOST_INLINE, `${others.length}`, route.query);
  const [inline, rest] = [others.slice(0, count), others.slice(count)];
  const shared = { counts, onAsked };
  const beyond = rest.filter(isOn).length;
  return (
    <div ref={box} className="mc-filters" data-band role="search" aria-label="Filters">
      {search === undefined ? null : <Control control={search} {...shared} />}
      {inline.map((control) => (
        <Control key={control.name} control={control} {...shared} />
      ))}
      {rest.length === 0 ? null : (
        <Popover shadow="md" position="bottom-start" width={280} trapFocus onOpen={() => onAsked?.()}>
          <Popover.Target>
            <Button
              variant={beyond === 0 ? 'subtle' : 'default'}
              color="gray"
              className="mc-filter-button"
              data-active={beyond > 0 || undefined}
            >
              {beyond === 0 ? 'Filter' : `Filter: ${beyond}`}
            </Button>
          </Popover.Target>
          <Popover.Dropdown aria-label="More filters">
            <Stack gap="xs" data-more>
              {rest.map((control) => (
                <Control key={control.name} control={control} {...shared} isWithin />
              ))}
            </Stack>
          </Popover.Dropdown>
        </Popover>
      )}
      {onClear === undefined ? null : (
        <CloseButton aria-label="Clear filters" title="Clear filters" onClick={onClear} />
      )}
    </div>
  );
}

interface ControlProps extends Pick<ListFiltersProps, 'counts' | 'onAsked'> {
  readonly control: FilterControl;
  /** Stands within the popover of the rest. */
  readonly isWithin?: boolean;
}

function Control({ control, counts, onAsked, isWithin = false }: ControlProps) {
  const route = useRouteFilters();
  const { name, field, label, placeholder = label, of = {} } = control;
  const shared = { name, label, isWithin };
  const { kind } = field;
  if (kind === 'text' || ((kind === 'word' || kind === 'id') && control.options === undefined))
    return (
      <SearchFilter
        name={name}
        label={label}
        placeholder={placeholder}
        width={isWithin ? 248 : 132}
        take={control.take}
      />
    );
  if (kind === 'bound') return <DaysFilter {...shared} />;
  if (kind === 'amount') return <AmountFilter {...shared} of={of} ofName={ofName(name)} />;
  if (kind === 'flag') {
    return (
      <Checkbox
        size="sm"
        label={label}
        checked={route.flag(name) === true}
        onChange={({ currentTarget }) => route.change({ [name]: currentTarget.checked || undefined })}
      />
    );
  }
  const isOne = kind === 'word' || kind === 'id' || kind === 'choice';
  const wordOf = (word: string): string => control.wordOf?.(word) ?? word;
  return (
    <ChoiceFilter {...shared} isOne={isOne} options={optionsOf(control, counts)} wordOf={wordOf} onOpen={onAsked} />
  );
}

function optionsOf(control: FilterControl, counts: FilterCounts | undefined): readonly FilterOption[] | undefined {
  const { field, options } = control;
  const labelOf = (word: string): string => control.wordOf?.(word) ?? word;
  const counted = options === undefined ? undefined : counts?.[options];
  if (!('words' in field))
    return counted?.map(({ value, count }) => ({ value: `${value}`, count, label: labelOf(`${value}`) }));
  return field.words.map((value) => ({
    value,
    label: labelOf(value),
    count: counted?.find((one) => one.value === value)?.count,
  }));
}

/**
 * As many as fit: one after the other is taken out while they reach beyond their box. None comes back because a face
 * has become shorter, since the one that somebody is choosing in would move under the pointer.
 */
function useRoom(most: number, key: string, faces: string) {
  const box = useRef<HTMLDivElement>(null);
  const [tried, setTried] = useState({ key, count: most });
  const count = tried.key === key ? tried.count : most;
  const fit = useEffectEvent((): void => {
    const { current } = box;
    // Nothing moves from under somebody who is choosing in it.
    if (current === null || count === 0 || current.querySelector('[aria-expanded="true"]') !== null) return;
    if (current.scrollWidth > current.clientWidth + 1) setTried({ key, count: count - 1 });
  });
  useLayoutEffect(() => {
    fit();
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- other faces are as wide as they are, and a try at another width may be of as many as before
  }, [tried, key, faces]);
  useEffect(() => {
    const { current } = box;
    if (current === null) return undefined;
    const observer = new MutationObserver(() => fit());
    observer.observe(current, { subtree: true, attributeFilter: ['aria-expanded'] });
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    const { current } = box;
    if (current === null) return undefined;
    let width = current.clientWidth;
    const observer = new ResizeObserver(() => {
      if (current.clientWidth === width) return;
      width = current.clientWidth;
      setTried({ key, count: most });
    });
    observer.observe(current);
    return () => observer.disconnect();
  }, [key, most]);
  return { box, count };
}
