/**
 * The filters above the adjusted invoices. Not here: what they mean for the engine (filters.ts).
 */
import { SegmentedControl } from '@mantine/core';
import type { ReactNode } from 'react';
import type { CallOutput } from '../../../../contract/calls.ts';
import { ChoiceFilter, DaysFilter, OneChoiceFilter, SearchFilter, useRouteFilters } from '../../../ui/index.ts';
import { SHOWN, type Shown, shownIn } from './filters.ts';

type Facets = CallOutput<'invoices.facets'>;

const SHOWN_WORDS: Readonly<Record<Shown, string>> = { open: 'Open', resolved: 'Resolved', all: 'All' };

/** What is shown, then search, currency, dates, method, customer. */
export function AdjustedFilters({ facets }: { readonly facets: Facets | undefined }): ReactNode {
  const route = useRouteFilters();
  return (
    <>
      <SegmentedControl
        size="sm"
        aria-label="Which adjusted invoices"
        value={shownIn(route)}
        data={SHOWN.map((value) => ({ value, label: SHOWN_WORDS[value] }))}
        onChange={(next) => route.change({ state: next === 'open' ? undefined : next })}
      />
      <SearchFilter name="text" label="Search adjusted invoices" placeholder="Any id" width={144} />
      <ChoiceFilter name="currency" label="Currency" options={uncounted(facets?.currencies)} />
      <DaysFilter name="created" label="Created" />
      <DaysFilter name="finished" label="Finished" />
      <OneChoiceFilter name="method" label="Method" options={uncounted(facets?.methods)} />
      <SearchFilter name="customerId" label="Customer id" width={128} />
    </>
  );
}

/** The facets count all invoices, not the adjusted ones; a wrong count is worse than none. */
function uncounted(facet: Facets['currencies'] | undefined): { value: string }[] | undefined {
  return facet?.map(({ value }) => ({ value }));
}
