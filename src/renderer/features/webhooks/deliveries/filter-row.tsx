// The filters above the index of deliveries; the less frequent ones behind one more step, unless they are set.
import { Button } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { CallOutput } from '../../../../contract/calls.ts';
import {
  CAUSE_WORDS,
  ChoiceFilter,
  DaysFilter,
  deliveryStateWord,
  OneChoiceFilter,
  OnlyFilter,
  SearchFilter,
  useRouteFilters,
} from '../../../ui/index.ts';

interface Facets {
  readonly desk: CallOutput<'deliveries.facets'> | undefined;
  readonly invoices: CallOutput<'invoices.facets'> | undefined;
}

/** Search, state, cause, host, at risk, finished; the others when they are set or wanted. */
export function DeskFilters({ facets }: { readonly facets: Facets }): ReactNode {
  const { desk } = facets;
  const [wantsMore, setWantsMore] = useState(false);
  return (
    <>
      <SearchFilter name="text" label="Search deliveries" placeholder="Any id, or part of one" width={188} />
      <ChoiceFilter
        name="state"
        label="State"
        options={desk?.states.map(({ value, count }) => ({ value, count, label: deliveryStateWord(value) }))}
      />
      <ChoiceFilter
        name="cause"
        label="Cause"
        options={desk?.causes.map(({ value, count }) => ({ value, count, label: CAUSE_WORDS[value] }))}
      />
      <ChoiceFilter name="host" label="Endpoint" options={desk?.hosts} />
      <OnlyFilter name="atRisk" label="Running out of attempts" />
      <DaysFilter name="finished" label="Finished" />
      <RarerFilters facets={facets} all={wantsMore} />
      {wantsMore ? null : (
        <Button
          variant="subtle"
          leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden="true" />}
          aria-label="More filters"
          onClick={() => setWantsMore(true)}
        >
          More
        </Button>
      )}
    </>
  );
}

/** One that narrows the list is always in sight. */
function RarerFilters(props: { readonly facets: Facets; readonly all: boolean }): ReactNode {
  const { desk, invoices } = props.facets;
  const route = useRouteFilters();
  const shows = (...names: readonly string[]): boolean =>
    props.all || names.some((name) => route.list(name).length > 0);
  const codes = desk?.httpCodes.map(({ value, count }) => ({ value: String(value), count }));
  return (
    <>
      {shows('httpCode') ? <ChoiceFilter name="httpCode" label="HTTP code" options={codes} /> : null}
      {shows('event') ? <ChoiceFilter name="event" label="Event" options={desk?.events} /> : null}
      {shows('createdFrom', 'createdTo') ? <DaysFilter name="created" label="Delivery created" /> : null}
      {shows('currency') ? <ChoiceFilter name="currency" label="Currency" options={invoices?.currencies} /> : null}
      {shows('method') ? <OneChoiceFilter name="method" label="Method" options={invoices?.methods} /> : null}
      {shows('customerId') ? <SearchFilter name="customerId" label="Customer id" width={168} /> : null}
      {shows('elsewhere') ? <OnlyFilter name="elsewhere" label="Not the callback_url" /> : null}
      {shows('acknowledged') ? <OnlyFilter name="acknowledged" label="Seen" /> : null}
    </>
  );
}
