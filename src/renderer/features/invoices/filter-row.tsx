/**
 * The filters above the list of invoices. Not here: what they mean for the engine (filters.ts).
 */
import type { ReactNode } from 'react';
import type { CallOutput } from '../../../contract/calls.ts';
import { ChoiceFilter, DaysFilter, OneChoiceFilter, OnlyFilter, SearchFilter } from '../../ui/index.ts';

/** Search, status, currency, dates, method, customer, adjusted, not seen any more. */
export function InvoiceFilters({ facets }: { readonly facets: CallOutput<'invoices.facets'> | undefined }): ReactNode {
  return (
    <>
      <SearchFilter name="text" label="Search invoices" placeholder="Any id, or part of one" width={224} />
      <ChoiceFilter name="status" label="Status" options={facets?.statuses} />
      <ChoiceFilter name="currency" label="Currency" options={facets?.currencies} />
      <DaysFilter name="created" label="Created" />
      <DaysFilter name="finished" label="Finished" />
      <OneChoiceFilter name="method" label="Method" options={facets?.methods} />
      <SearchFilter name="customerId" label="Customer id" width={176} />
      <OnlyFilter name="adjusted" label="Adjusted only" />
      <OnlyFilter name="missing" label="Not seen any more" isRare />
    </>
  );
}
