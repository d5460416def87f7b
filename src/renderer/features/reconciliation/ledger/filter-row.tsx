/** The filters above the merchant's own books. Not here: what they mean for the engine (filters.ts), the outcomes (buckets.tsx). */
import { Button, SegmentedControl } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { CallOutput } from '../../../../contract/calls.ts';
import { MATCH_PASSES, type MatchPass, SOURCE_KINDS, type SourceKind } from '../../../../domain/entry.ts';
import { useCall } from '../../../bridge/index.ts';
import {
  ChoiceFilter,
  DaysFilter,
  MoreFilters,
  OneChoiceFilter,
  PASS_WORDS,
  plainText,
  SearchFilter,
  useRouteFilters,
} from '../../../ui/index.ts';
import { kindIn } from './filters.ts';

const KIND_WORDS: Readonly<Record<SourceKind, string>> = { orders: 'Orders', wallet: 'Wallet' };

/** No pass of one kind of books is one of the other. */
const PASSES_OF: Readonly<Record<SourceKind, readonly MatchPass[]>> = {
  orders: MATCH_PASSES.filter((pass) => pass !== 'tx-hash' && pass !== 'address-amount-time'),
  wallet: ['by-hand', 'tx-hash', 'address-amount-time'],
};

/** Which books, then what narrows them. `sources` and `units`: undefined until they are read. */
export function EntryFilters(props: {
  readonly sources: CallOutput<'sources.list'>['sources'] | undefined;
  readonly units: CallOutput<'entries.counts'>['units'] | undefined;
}): ReactNode {
  const { sources, units } = props;
  const route = useRouteFilters();
  const kind = kindIn(route);
  return (
    <>
      <SegmentedControl
        size="sm"
        aria-label="Which books"
        value={kind}
        data={SOURCE_KINDS.map((value) => ({ value, label: KIND_WORDS[value] }))}
        // What narrows one of them means nothing in the other.
        onChange={(next) => {
          route.keep([]);
          route.change({ kind: next === 'orders' ? undefined : next }, { replace: true });
        }}
      />
      <SearchFilter name="text" label="Search the ledger" placeholder="Id, address, customer" width={148} />
      <ChoiceFilter
        name="unit"
        label="Currency"
        options={units?.map(({ unit, count }) => ({ value: unit, label: plainText(unit.slice(0, 24)), count }))}
      />
      <DaysFilter name="at" label="Date" />
      <MoreFilters names={['sourceId', 'pass']}>
        <OneChoiceFilter
          name="sourceId"
          label="Source"
          options={sources
            ?.filter((source) => source.kind === kind)
            .map(({ id, name, entries }) => ({ value: id, label: plainText(name.slice(0, 64)), count: entries }))}
        />
        <ChoiceFilter
          name="pass"
          label="Matched by"
          options={PASSES_OF[kind].map((value) => ({ value, label: PASS_WORDS[value].name }))}
        />
      </MoreFilters>
      <OneImport />
      <OneRecord />
    </>
  );
}

/** One import alone: a link has set it. */
function OneImport(): ReactNode {
  const id = useRouteFilters().text('importId');
  const { data } = useCall('imports.get', { id: id ?? '-' }, { enabled: id !== undefined, refreshOn: ['imports'] });
  if (id === undefined) return null;
  const name = data?.import.id === id ? plainText(data.import.fileName.slice(0, 48)) : 'one file';
  return <SetByLink name="importId" words={`Import: ${name}`} />;
}

function OneRecord(): ReactNode {
  const uuid = useRouteFilters().text('recordUuid');
  return uuid === undefined ? null : <SetByLink name="recordUuid" words={`Record: ${plainText(uuid.slice(0, 36))}`} />;
}

/** A filter without a field of its own; pressed it is taken off. */
function SetByLink({ name, words }: { readonly name: string; readonly words: string }): ReactNode {
  const route = useRouteFilters();
  return (
    <Button
      variant="default"
      className="mc-filter-button"
      data-active
      aria-pressed
      rightSection={<IconX size={14} aria-hidden="true" />}
      onClick={() => route.change({ [name]: undefined })}
    >
      {words}
    </Button>
  );
}
