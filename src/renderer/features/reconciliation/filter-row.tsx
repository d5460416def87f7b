/**
 * The row of filters above the adjusted invoices. Not here: what they mean for the engine (filters.ts).
 */
import type { ReactNode } from 'react';
import type { CallOutput } from '../../../contract/calls.ts';
import { DateRange, FilterBar, MultiSelect, type RouteFilters, SearchField } from '../../ui/index.ts';
import { daysOf, FILTER_NAMES } from './filters.ts';

export interface FilterRowProps {
  readonly route: RouteFilters;
  readonly facets: CallOutput<'invoices.facets'> | undefined;
  readonly narrowed: boolean;
}

/** Search, currency, dates, method, customer. Counts are left out: the facets count all invoices, not the adjusted ones. */
export function FilterRow({ route, facets, narrowed }: FilterRowProps): ReactNode {
  return (
    <FilterBar onClear={narrowed ? () => route.clear(FILTER_NAMES) : undefined}>
      <SearchField
        label="Search adjusted invoices"
        placeholder="Any id, or part of one"
        value={route.text('text') ?? ''}
        onChange={(text) => route.change({ text }, { replace: true })}
        width={224}
      />
      <MultiSelect
        label="Currency"
        options={(facets?.currencies ?? []).map(({ value }) => ({ value }))}
        value={route.list('currency')}
        onChange={(currency) => route.change({ currency })}
      />
      <DateRange
        label="Created"
        value={daysOf(route, 'created')}
        onChange={({ from, to }) => route.change({ createdFrom: from, createdTo: to })}
      />
      <DateRange
        label="Finished"
        value={daysOf(route, 'finished')}
        onChange={({ from, to }) => route.change({ finishedFrom: from, finishedTo: to })}
      />
      <MultiSelect
        label="Method"
        options={(facets?.methods ?? []).map(({ value }) => ({ value }))}
        value={route.list('method').slice(0, 1)}
        onChange={(methods) => route.change({ method: methods.at(-1) })}
      />
      <SearchField
        label="Customer id"
        placeholder="Customer id"
        value={route.text('customerId') ?? ''}
        onChange={(customerId) => route.change({ customerId }, { replace: true })}
        width={176}
      />
    </FilterBar>
  );
}
