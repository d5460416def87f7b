/**
 * The filters above the exceptions. Not here: what they mean for the engine (filters.ts), kind, age and assignee (facets.tsx).
 */
import { SegmentedControl } from '@mantine/core';
import type { ReactNode } from 'react';
import { FACT_LISTS } from '../../../domain/finding.ts';
import { ChoiceFilter, DaysFilter, SearchFilter, useRouteFilters } from '../../ui/index.ts';
import { SHOWN, type Shown, shownIn } from './filters.ts';

const SHOWN_WORDS: Readonly<Record<Shown, string>> = {
  open: 'Open',
  resolved: 'Resolved',
  all: 'All',
  gone: 'Not found any more',
};

/** What is shown, then what narrows it. `units` are those of the totals on screen. */
export function ExceptionFilters({ units }: { readonly units: readonly string[] }): ReactNode {
  const route = useRouteFilters();
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
      <ChoiceFilter name="unit" label="Unit" options={units.map((value) => ({ value }))} />
      <ChoiceFilter name="list" label="List" options={FACT_LISTS.map((value) => ({ value }))} />
      <DaysFilter name="record" label="Finished" />
    </>
  );
}
