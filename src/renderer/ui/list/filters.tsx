// The filters above a list, each bound to its name in the address, so that back, reload and a copied link keep it.
import { Button, Popover, Stack } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { periodNamed } from '../date-bounds.ts';
import { DateRange } from '../date-range.tsx';
import { MultiSelect, type MultiSelectProps, SearchField, type SearchFieldProps } from '../filter-bar.tsx';
import { useUi } from '../environment.tsx';
import { useRouteFilters } from '../route.ts';
import { daysIn } from './address.ts';

interface FilterProps {
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

/** Days of the chosen zone, both inclusive. */
export function DaysFilter({ name, label, isWithin }: FilterProps): ReactNode {
  const route = useRouteFilters();
  const { timeZone } = useUi();
  return (
    <DateRange
      label={label}
      isWithin={isWithin}
      value={daysIn(route, name, timeZone)}
      period={periodNamed(route.text(name))}
      onChange={({ from, to }, period) => {
        const days = period === undefined ? { from, to } : {};
        route.change({ [name]: period, [`${name}From`]: days.from, [`${name}To`]: days.to });
      }}
    />
  );
}

/** Filters that the band has no room for; its face says how many of them are on. `names` are theirs in the address. */
export function MoreFilters(props: { readonly names: readonly string[]; readonly children: ReactNode }): ReactNode {
  const route = useRouteFilters();
  const [opened, setOpened] = useState(false);
  const on = props.names.filter((name) => route.text(name) !== undefined).length;
  useEffect(() => {
    if (!opened) return undefined;
    // What one of its filters unfolds lies outside of it, and belongs to it.
    const press = ({ target }: MouseEvent): void => {
      if (target instanceof Element && target.closest(`.mantine-Popover-dropdown, [${FACE}]`) === null)
        setOpened(false);
    };
    document.addEventListener('mousedown', press);
    return () => document.removeEventListener('mousedown', press);
  }, [opened]);
  return (
    <Popover
      position="bottom-end"
      shadow="md"
      trapFocus
      closeOnClickOutside={false}
      opened={opened}
      onChange={setOpened}
    >
      <Popover.Target>
        <Button
          {...{ [FACE]: '' }}
          variant="default"
          className="mc-filter-button"
          data-active={on > 0 || undefined}
          aria-haspopup="dialog"
          aria-expanded={opened}
          leftSection={<IconFilter size={14} aria-hidden="true" />}
          onClick={() => setOpened(!opened)}
        >
          {on === 0 ? 'Filter' : `Filter: ${on}`}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="More filters">
        <Stack gap="xs">{props.children}</Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

const FACE = 'data-more-filters';

/** Only what it names, or everything. One that is rarely wanted (`isRare`) shows only while it is on: a link has set it. */
export function OnlyFilter({ name, label, isRare = false }: FilterProps & { readonly isRare?: boolean }): ReactNode {
  const route = useRouteFilters();
  const isOn = route.flag(name) === true;
  if (isRare && !isOn) return null;
  return (
    <Button
      variant="default"
      className="mc-filter-button"
      aria-pressed={isOn}
      data-active={isOn || undefined}
      onClick={() => route.change({ [name]: isOn ? undefined : true })}
    >
      {label}
    </Button>
  );
}
