/**
 * The row of filters above the list of invoices. Not here: what they mean for the engine (filters.ts).
 */
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { CallOutput } from '../../../contract/calls.ts';
import { DateRange, FilterBar, MultiSelect, type RouteFilters, SearchField } from '../../ui/index.ts';
import { daysOf, FILTER_NAMES } from './filters.ts';

export interface FilterRowProps {
  readonly route: RouteFilters;
  readonly facets: CallOutput<'invoices.facets'> | undefined;
  readonly narrowed: boolean;
}

/** Search, status, currency, dates, customer, method, adjusted. */
export function FilterRow({ route, facets, narrowed }: FilterRowProps): ReactNode {
  const adjusted = route.flag('adjusted') === true;
  return (
    <FilterBar onClear={narrowed ? () => route.clear(FILTER_NAMES) : undefined}>
      <SearchField
        label="Search invoices"
        placeholder="Any id, or part of one"
        value={route.text('text') ?? ''}
        onChange={(text) => route.change({ text }, { replace: true })}
        width={224}
      />
      <MultiSelect
        label="Status"
        options={facets?.statuses ?? []}
        value={route.list('status')}
        onChange={(status) => route.change({ status })}
      />
      <MultiSelect
        label="Currency"
        options={facets?.currencies ?? []}
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
        options={facets?.methods ?? []}
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
      <Button
        variant="default"
        className="mc-filter-button"
        aria-pressed={adjusted}
        data-active={adjusted || undefined}
        onClick={() => route.change({ adjusted: adjusted ? undefined : true })}
      >
        Adjusted only
      </Button>
    </FilterBar>
  );
}
