/**
 * The filters above the adjusted invoices. Not here: what they mean for the engine (filters.ts).
 */
import type { ReactNode } from 'react';
import type { CallOutput } from '../../../contract/calls.ts';
import { ChoiceFilter, DaysFilter, OneChoiceFilter, SearchFilter } from '../../ui/index.ts';

type Facets = CallOutput<'invoices.facets'>;

/** Search, currency, dates, method, customer. */
export function AdjustedFilters({ facets }: { readonly facets: Facets | undefined }): ReactNode {
  return (
    <>
      <SearchFilter name="text" label="Search adjusted invoices" placeholder="Any id, or part of one" width={224} />
      <ChoiceFilter name="currency" label="Currency" options={uncounted(facets?.currencies)} />
      <DaysFilter name="created" label="Created" />
      <DaysFilter name="finished" label="Finished" />
      <OneChoiceFilter name="method" label="Method" options={uncounted(facets?.methods)} />
      <SearchFilter name="customerId" label="Customer id" width={176} />
    </>
  );
}

/** The facets count all invoices, not the adjusted ones; a wrong count is worse than none. */
function uncounted(facet: Facets['currencies'] | undefined): { value: string }[] | undefined {
  return facet?.map(({ value }) => ({ value }));
}
