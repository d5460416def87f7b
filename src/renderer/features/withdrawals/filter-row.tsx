/**
 * The filters above the list of withdrawals. Not here: what they mean for the engine (filters.ts).
 */
import type { ReactNode } from 'react';
import type { CallOutput } from '../../../contract/calls.ts';
import { ChoiceFilter, DaysFilter, OnlyFilter, SearchFilter } from '../../ui/index.ts';

/** Search, status, token, network, dates, not seen any more. */
export function WithdrawalFilters(props: { readonly facets: CallOutput<'withdrawals.facets'> | undefined }): ReactNode {
  const { facets } = props;
  return (
    <>
      <SearchFilter name="text" label="Search withdrawals" placeholder="Id, address or transaction hash" width={260} />
      <ChoiceFilter name="status" label="Status" options={facets?.statuses} />
      <ChoiceFilter name="token" label="Token" options={facets?.tokens} />
      <ChoiceFilter name="network" label="Network" options={facets?.networks} />
      <DaysFilter name="created" label="Requested" />
      <DaysFilter name="processed" label="Processed" />
      <OnlyFilter name="missing" label="Not seen any more" isRare />
    </>
  );
}
