/**
 * The row of filters above the list of withdrawals. Not here: what they mean for the engine (filters.ts).
 */
import type { ReactNode } from 'react';
import type { CallOutput } from '../../../contract/calls.ts';
import { DateRange, FilterBar, MultiSelect, type RouteFilters, SearchField } from '../../ui/index.ts';
import { daysOf, FILTER_NAMES } from './filters.ts';

export interface FilterRowProps {
  readonly route: RouteFilters;
  readonly facets: CallOutput<'withdrawals.facets'> | undefined;
  readonly narrowed: boolean;
}

/** Search, status, token, network, dates. */
export function FilterRow({ route, facets, narrowed }: FilterRowProps): ReactNode {
  return (
    <FilterBar onClear={narrowed ? () => route.clear(FILTER_NAMES) : undefined}>
      <SearchField
        label="Search withdrawals"
        placeholder="Id, address or transaction hash"
        value={route.text('text') ?? ''}
        onChange={(text) => route.change({ text }, { replace: true })}
        width={260}
      />
      <MultiSelect
        label="Status"
        options={facets?.statuses ?? []}
        value={route.list('status')}
        onChange={(status) => route.change({ status })}
      />
      <MultiSelect
        label="Token"
        options={facets?.tokens ?? []}
        value={route.list('token')}
        onChange={(token) => route.change({ token })}
      />
      <MultiSelect
        label="Network"
        options={facets?.networks ?? []}
        value={route.list('network')}
        onChange={(network) => route.change({ network })}
      />
      <DateRange
        label="Requested"
        value={daysOf(route, 'created')}
        onChange={({ from, to }) => route.change({ createdFrom: from, createdTo: to })}
      />
      <DateRange
        label="Processed"
        value={daysOf(route, 'processed')}
        onChange={({ from, to }) => route.change({ processedFrom: from, processedTo: to })}
      />
    </FilterBar>
  );
}
