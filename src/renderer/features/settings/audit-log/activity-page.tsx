// What this console has done, newest first: who, when, what was asked for and what came of it; an entry opens to its
// evidence. Filters stand in the address.
import { Box, Table } from '@mantine/core';
import { type ReactNode, useMemo, useState } from 'react';
import type { CallInput } from '../../../../contract/calls.ts';
import type { ActivityRow } from '../../../../contract/calls/activity.ts';
import { screenPath } from '../../../../domain/screens.ts';
import { useCall, useExport, useProfile } from '../../../bridge/index.ts';
import {
  type Address,
  boundsIn,
  ChoiceFilter,
  countWords,
  DaysFilter,
  ExportButton,
  FilterBar,
  hashHref,
  ListEmpty,
  OnlyFilter,
  PageFrame,
  PageTurn,
  ReadState,
  scrollable,
  SearchFilter,
  textIn,
  useRouteFilters,
  useUi,
  wordsIn,
} from '../../../ui/index.ts';
import { actionWords, outcomeWords } from './activity-words.ts';
import { EntryLine } from './entry-line.tsx';
import styles from './audit-log.module.css';

const PAGE = 50;
/** Of all profiles and the console itself, or of this window's profile. */
const ALL = 'all';

type Filter = NonNullable<CallInput<'activity.page'>['filter']>;

function filterOf(address: Address, timeZone: string): Filter {
  return {
    text: textIn(address, 'text'),
    action: wordsIn(address, 'action'),
    outcome: wordsIn(address, 'outcome'),
    osUser: wordsIn(address, 'by'),
    ...boundsIn(address, 'at', timeZone),
  };
}

/** The log of this window's business, or of all; `changes`: what the last import changed, beside the entries of imports. */
export function ActivityPage({ changes }: { readonly changes: ReactNode }): ReactNode {
  const route = useRouteFilters();
  const { timeZone } = useUi();
  const { id, profiles } = useProfile();
  const all = route.flag(ALL) === true;
  const filter = useMemo(() => filterOf(route, timeZone), [route, timeZone]);
  // Another filter is another list, and begins at its beginning.
  const [turned, setTurned] = useState({ query: '', offset: 0 });
  const offset = turned.query === route.query ? turned.offset : 0;
  const scope = all || id === null ? {} : { profile: id };
  const enabled = id !== null;
  const page = useCall('activity.page', { ...scope, filter, offset, limit: PAGE }, { enabled });
  const facets = useCall('activity.facets', scope, { enabled }).data;
  const file = useExport();
  const { data } = page;
  const isNarrowed = Object.values(filter).some((value) => value !== undefined);
  const turn = (to: number): void => setTurned({ query: route.query, offset: to });
  return (
    <PageFrame
      title="Audit log"
      back={
        <a className="mc-link" href={hashHref(screenPath('settings'))}>
          Settings
        </a>
      }
      fill
      subtitle={
        <span aria-live="polite">{data === undefined ? null : countWords(data.total, 'entry', 'entries')}</span>
      }
      filters={
        <FilterBar onClear={isNarrowed || all ? () => route.keep([]) : undefined}>
          <SearchFilter name="text" label="Search the log" placeholder="Id or word" width={150} />
          <ChoiceFilter name="action" label="What" options={named(facets?.actions, actionWords)} />
          <ChoiceFilter name="outcome" label="Result" options={named(facets?.outcomes, outcomeWords)} />
          <ChoiceFilter name="by" label="Who" options={facets?.users} />
          <DaysFilter name="at" label="When" />
          {profiles.length > 1 ? <OnlyFilter name={ALL} label="All businesses" /> : null}
        </FilterBar>
      }
      actions={
        <ExportButton
          state={file.state}
          count={data?.total ?? null}
          onStart={(asked) => file.start({ kind: 'activity', filter, all, ...asked })}
          onStop={file.cancel}
          onManifest={file.fetchManifest}
        />
      }
    >
      {filter.action?.includes('import-file') === true ? changes : null}
      <ReadState read={page} unreadTitle="The log could not be read">
        {(log) =>
          log.total === 0 ? (
            <ListEmpty isNarrowed={isNarrowed} title="Nothing has been done yet">
              An entry is made for every webhook that is sent again, every invoice that is created, every export, and
              every change of a business. Reading leaves none.
            </ListEmpty>
          ) : (
            <>
              <Entries
                rows={log.rows}
                isOld={page.isPrevious}
                nameOf={(id) => (all ? (profiles.find((one) => one.id === id)?.name ?? null) : null)}
              />
              <PageTurn
                offset={offset}
                limit={PAGE}
                shown={log.rows.length}
                total={log.total}
                noun="entries"
                flush
                onTurn={turn}
              />
            </>
          )
        }
      </ReadState>
    </PageFrame>
  );
}

const COLUMNS = [
  ['Time', 170],
  ['Who', 110],
  ['What', 190],
  ['Detail', 'auto'],
  ['Result', 150],
] as const;

function Entries(props: {
  readonly rows: readonly ActivityRow[];
  readonly isOld: boolean;
  /** The business, where entries of several stand in one list. */
  readonly nameOf: (profileId: string | null) => string | null;
}): ReactNode {
  const { rows, isOld, nameOf } = props;
  return (
    <Box flex={1} mih={200} style={{ overflow: 'auto' }} {...scrollable('Entries')}>
      <Table
        className={styles['log'] ?? ''}
        layout="fixed"
        miw={900}
        stickyHeader
        highlightOnHover
        bg="var(--mc-surface)"
        aria-label="Audit log"
        aria-busy={isOld || undefined}
      >
        <Table.Thead>
          <Table.Tr h={36}>
            {COLUMNS.map(([head, width]) => (
              <Table.Th key={head} scope="col" w={width} fz="xs" fw={500} c="dimmed">
                {head}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((entry) => (
            <EntryLine key={entry.id} entry={entry} profile={nameOf(entry.profileId)} />
          ))}
        </Table.Tbody>
      </Table>
    </Box>
  );
}

/** The values that occur, by their words. */
function named(
  facets: readonly { readonly value: string; readonly count: number }[] | undefined,
  words: (value: string) => string,
) {
  return facets?.map(({ value, count }) => ({ value, count, label: words(value) }));
}
