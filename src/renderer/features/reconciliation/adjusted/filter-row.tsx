/** The filters above the adjusted invoices. What they mean for the engine: filters.ts. */
import type { ReactNode } from 'react';
import type { CallOutput } from '../../../../contract/calls.ts';
import { ChoiceFilter, DaysFilter, MoreFilters, OneChoiceFilter, SearchFilter } from '../../../ui/index.ts';
import { SHOWN, type Shown } from './filters.ts';

type Facets = CallOutput<'invoices.facets'>;

const SHOWN_WORDS: Readonly<Record<Shown, string>> = { open: 'Open', resolved: 'Resolved', all: 'All' };

/** Search, what is shown, currency, days; the rest one press away. */
export function AdjustedFilters({ facets }: { readonly facets: Facets | undefined }): ReactNode {
  return (
    <>
      <SearchFilter name="text" label="Search adjusted invoices" placeholder="Any id" width={132} />
      <OneChoiceFilter
        name="state"
        label="State"
        options={SHOWN.map((value) => ({ value, label: SHOWN_WORDS[value] }))}
      />
      <ChoiceFilter name="currency" label="Currency" options={uncounted(facets?.currencies)} />
      <DaysFilter name="finished" label="Paid on" />
      <MoreFilters names={['method', 'customerId', 'createdFrom', 'createdTo']}>
        <OneChoiceFilter name="method" label="Method" options={uncounted(facets?.methods)} />
        <DaysFilter name="created" label="Created" />
        <SearchFilter name="customerId" label="Customer id" width={180} />
      </MoreFilters>
    </>
  );
}

/** The facets count all invoices, not the adjusted ones; a wrong count is worse than none. */
function uncounted(facet: Facets['currencies'] | undefined): { value: string }[] | undefined {
  return facet?.map(({ value }) => ({ value }));
}
