/**
 * What this console has done, newest first: who, when, what was asked for and what came of it; an entry opens to its evidence. Filters
 * stand in the address. Not here: who writes the log (the engine), one entry (entry-line.tsx).
 */
import { type ReactNode, useMemo, useState } from 'react';
import type { CallInput } from '../../../../contract/calls.ts';
import { useCall, useExport, useProfile } from '../../../bridge/index.ts';
import {
  type Address,
  boundsIn,
  ChoiceFilter,
  countWords,
  DaysFilter,
  ExportButton,
  FilterBar,
  ListEmpty,
  OnlyFilter,
  PageFrame,
  PageTurn,
  Panel,
  ReadState,
  SearchFilter,
  textIn,
  useRouteFilters,
  useUi,
  wordsIn,
  ZoneNote,
} from '../../../ui/index.ts';
import { actionWords, outcomeWords } from './activity-words.ts';
import { EntryLine } from './entry-line.tsx';
import './activity.css';

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

/** The log of this window's profile, or of all. */
export function ActivityPage(): ReactNode {
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
      subtitle={
        <>
          <span aria-live="polite">{data === undefined ? null : countWords(data.total, 'entry', 'entries')}</span>
          {data === undefined ? '' : '. '}What was changed or sent with this console; no entry is ever changed.
        </>
      }
      actions={
        <>
          <ZoneNote />
          <ExportButton
            state={file.state}
            count={data?.total ?? null}
            onStart={(asked) => file.start({ kind: 'activity', filter, all, ...asked })}
            onStop={file.cancel}
            onManifest={file.fetchManifest}
          />
        </>
      }
    >
      <FilterBar onClear={isNarrowed || all ? () => route.keep([]) : undefined}>
        <SearchFilter name="text" label="Search the log" placeholder="An id or any word of it" width={240} />
        <ChoiceFilter name="action" label="What" options={named(facets?.actions, actionWords)} />
        <ChoiceFilter name="outcome" label="Outcome" options={named(facets?.outcomes, outcomeWords)} />
        <ChoiceFilter name="by" label="Who" options={facets?.users} />
        <DaysFilter name="at" label="When" />
        {profiles.length > 1 ? <OnlyFilter name={ALL} label="All profiles" /> : null}
      </FilterBar>
      <ReadState read={page} unreadTitle="The log could not be read">
        {(log) =>
          log.total === 0 ? (
            <ListEmpty isNarrowed={isNarrowed} title="Nothing has been done yet">
              An entry is made for every webhook that is sent again, every invoice that is created, every export, and
              every change of a profile. Reading leaves none.
            </ListEmpty>
          ) : (
            <Panel flush>
              <ul className="mc-activity" aria-label="Audit log" aria-busy={page.isPrevious || undefined}>
                {log.rows.map((entry) => (
                  <EntryLine
                    key={entry.id}
                    entry={entry}
                    profile={all ? (profiles.find((one) => one.id === entry.profileId)?.name ?? null) : null}
                  />
                ))}
              </ul>
              <PageTurn
                offset={offset}
                limit={PAGE}
                shown={log.rows.length}
                total={log.total}
                noun="entries"
                flush
                onTurn={turn}
              />
            </Panel>
          )
        }
      </ReadState>
    </PageFrame>
  );
}

/** The values that occur, by their words. */
function named(
  facets: readonly { readonly value: string; readonly count: number }[] | undefined,
  words: (value: string) => string,
) {
  return facets?.map(({ value, count }) => ({ value, count, label: words(value) }));
}
