/**
 * The filters above the index of deliveries; the less frequent ones behind one more step, unless they are set. Not here: what they mean
 * for the engine (ui/list/desk-filter).
 */
import { Button } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { CallOutput } from '../../../contract/calls.ts';
import {
  ChoiceFilter,
  DaysFilter,
  OneChoiceFilter,
  OnlyFilter,
  SearchFilter,
  useRouteFilters,
} from '../../ui/index.ts';
import { CAUSE_WORDS, STATE_LOOKS } from './words.ts';

interface Facets {
  readonly desk: CallOutput<'deliveries.facets'> | undefined;
  readonly invoices: CallOutput<'invoices.facets'> | undefined;
}

/** Search, state, cause, host, at risk; then event, HTTP code, dates and what is known of the invoice. */
export function DeskFilters({ facets }: { readonly facets: Facets }): ReactNode {
  const { desk } = facets;
  const route = useRouteFilters();
  const [wantsMore, setWantsMore] = useState(false);
  const more = wantsMore || MORE.some((name) => route.list(name).length > 0);
  return (
    <>
      <SearchFilter name="text" label="Search deliveries" placeholder="Any id, or part of one" width={216} />
      <ChoiceFilter
        name="state"
        label="State"
        options={desk?.states.map(({ value, count }) => ({ value, count, label: STATE_LOOKS[value].word }))}
      />
      <ChoiceFilter
        name="cause"
        label="Cause"
        options={desk?.causes.map(({ value, count }) => ({ value, count, label: CAUSE_WORDS[value] }))}
      />
      <ChoiceFilter name="host" label="Host" options={desk?.hosts} />
      <OnlyFilter name="atRisk" label="At risk" />
      <DaysFilter name="finished" label="Finished" />
      {more ? <MoreFilters facets={facets} /> : null}
      {more ? null : (
        <Button
          variant="subtle"
          leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden="true" />}
          onClick={() => setWantsMore(true)}
        >
          More filters
        </Button>
      )}
    </>
  );
}

/** Names in the address that show the second row by themselves. */
const MORE = [
  'event',
  'httpCode',
  'createdFrom',
  'createdTo',
  'customerId',
  'method',
  'currency',
  'elsewhere',
  'acknowledged',
] as const;

function MoreFilters({ facets: { desk, invoices } }: { readonly facets: Facets }): ReactNode {
  return (
    <>
      <ChoiceFilter
        name="httpCode"
        label="HTTP code"
        options={desk?.httpCodes.map(({ value, count }) => ({ value: String(value), count }))}
      />
      <ChoiceFilter name="event" label="Event" options={desk?.events} />
      <DaysFilter name="created" label="Delivery created" />
      <ChoiceFilter name="currency" label="Currency" options={invoices?.currencies} />
      <OneChoiceFilter name="method" label="Method" options={invoices?.methods} />
      <SearchFilter name="customerId" label="Customer id" width={168} />
      <OnlyFilter name="elsewhere" label="Not the callback_url" />
      <OnlyFilter name="acknowledged" label="Acknowledged" />
    </>
  );
}
