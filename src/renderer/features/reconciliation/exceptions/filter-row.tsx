/**
 * The filters above the exceptions. Not here: what they mean for the engine (filters.ts), kind, age and assignee (facets.tsx).
 */
import { SegmentedControl } from '@mantine/core';
import type { ReactNode } from 'react';
import { FINDING_LISTS } from '../../../../domain/finding.ts';
import { ChoiceFilter, DaysFilter, plainText, SearchFilter, useRouteFilters } from '../../../ui/index.ts';
import type { Counts } from './facets.tsx';
import { NONE, SHOWN, type Shown, shownIn } from './filters.ts';
import { LIST_WORDS } from './lists.ts';

const SHOWN_WORDS: Readonly<Record<Shown, string>> = {
  open: 'Open',
  resolved: 'Resolved',
  all: 'All',
  gone: 'Not found any more',
};

/** What is shown, then what narrows it. `units` are those of the counts; absent until they are read. */
export function ExceptionFilters({ units }: { readonly units: Counts['units'] | undefined }): ReactNode {
  const route = useRouteFilters();
  const options = units?.map(({ unit, open, resolved }) => ({
    value: unit ?? NONE,
    label: unit === null ? 'no unit' : plainText(unit.slice(0, 24)),
    count: open + resolved,
  }));
  return (
    <>
      <SegmentedControl
        size="sm"
        aria-label="Which exceptions"
        value={shownIn(route)}
        data={SHOWN.map((value) => ({ value, label: SHOWN_WORDS[value] }))}
        onChange={(next) => route.change({ state: next === 'open' ? undefined : next })}
      />
      <SearchFilter name="text" label="Search exceptions" placeholder="Any id, note, customer" width={188} />
      <ChoiceFilter name="unit" label="Unit" options={options} />
      <ChoiceFilter
        name="list"
        label="List"
        options={FINDING_LISTS.map((value) => ({ value, label: LIST_WORDS[value] }))}
      />
      <DaysFilter name="record" label="Date of the record" />
    </>
  );
}
