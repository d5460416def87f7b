// What has changed since the last import: what came with it, and which older entries stand otherwise now; each count
// opens its rows. Stands in the audit log, above the entries of imports.
import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { screenPath } from '../../../../domain/console/screens.ts';
import type { CallOutput } from '../../../../contract/calls.ts';
import { type EntryMove, MATCH_OUTCOMES, type SourceKind } from '../../../../domain/ledger/entry.ts';
import { useCall } from '../../../bridge/index.ts';
import {
  type Address,
  AgeText,
  cellText,
  countWords,
  EmptyState,
  entriesPath,
  entryPath,
  grouped,
  importPath,
  knownIn,
  InstantText,
  Link,
  Note,
  ChoiceFilter,
  Panel,
  plainText,
  ReadState,
  Table,
  textIn,
  useRouteFilters,
} from '../../../ui/index.ts';
import { outcomeName } from '../../../parts/index.ts';
import { OutcomeBadge } from './lines.tsx';

type Answer = CallOutput<'entries.changes'>;

const LIMIT = 50;

/** Of the last import of any source, or of one. */
export function Changes(): ReactNode {
  const route = useRouteFilters();
  const sources = useCall('sources.list', {}, { refreshOn: ['imports'] }).data?.sources;
  const sourceId = textIn(route, 'sourceId');
  const offset = Number.parseInt(route.text('offset') ?? '0', 10);
  const input = {
    sourceId,
    move: moveIn(route) ?? undefined,
    offset: Number.isSafeInteger(offset) && offset > 0 ? offset : 0,
    limit: LIMIT,
  };
  const read = useCall('entries.changes', input, { refreshOn: ['entries', 'imports'], of: sourceId ?? '' });
  return (
    <Panel
      title="What the last import changed"
      note={<Since since={read.data?.since ?? null} />}
      actions={
        <ChoiceFilter
          isOne
          name="sourceId"
          label="Source"
          options={sources?.map(({ id, name }) => ({ value: id, label: plainText(name.slice(0, 64)) }))}
        />
      }
    >
      <ReadState read={read} unreadTitle="What has changed could not be read">
        {(changes) =>
          changes.since === null ? (
            <EmptyState kind="nothing-yet" title="Nothing was imported yet">
              Once a file is, this tells what it has changed.{' '}
              <Link to={screenPath('new-import')} inline>
                Import a file
              </Link>
            </EmptyState>
          ) : (
            <Told changes={changes} since={changes.since} offset={input.offset} />
          )
        }
      </ReadState>
    </Panel>
  );
}

function Since({ since }: { readonly since: Answer['since'] }): ReactNode {
  if (since === null) return 'Since the last import';
  return (
    <>
      Since{' '}
      <Link to={importPath(since.id)} inline>
        {plainText(since.fileName.slice(0, 120))}
      </Link>
      , {plainText(since.sourceName.slice(0, 64))}, imported <AgeText since={since.at} by="console" /> (
      <InstantText value={since.at} />)
    </>
  );
}

function Told(props: {
  readonly changes: Answer;
  readonly since: NonNullable<Answer['since']>;
  readonly offset: number;
}): ReactNode {
  const { changes, since, offset } = props;
  const { kind } = since;
  const route = useRouteFilters();
  const chosen = moveIn(route);
  return (
    <>
      <Group gap="xs" pb="sm">
        <Note>{countWords(since.entries, 'new entry', 'new entries')} came with it:</Note>
        {changes.fresh.map(({ outcome, count }) => (
          <Link key={outcome ?? 'none'} to={entriesPath({ kind, importId: since.id, outcome: outcome ?? NONE })}>
            <b className="mc-num">{grouped(count)}</b> {outcomeName(outcome, kind)}
          </Link>
        ))}
      </Group>
      {changes.moves.length === 0 ? (
        <Note>No entry of an earlier import has moved since.</Note>
      ) : (
        <>
          <Group gap={2} pb="sm" role="group" aria-label="How they have moved">
            {changes.moves.map(({ before, after, count }) => {
              const isOn = before === chosen?.before && after === chosen.after;
              const said = isOn ? { before: undefined, after: undefined } : { before: before ?? NONE, after };
              return (
                <Button
                  key={`${before} ${after}`}
                  variant={isOn ? 'light' : 'subtle'}
                  size="compact-sm"
                  justify="flex-start"
                  aria-pressed={isOn}
                  onClick={() => route.change({ offset: undefined, ...said })}
                >
                  {grouped(count)} {moveWords({ before, after }, kind)}
                </Button>
              );
            })}
          </Group>
          <Table
            label={chosen === null ? 'Entries that have moved' : `From ${moveWords(chosen, kind)}`}
            rows={changes.rows}
            keyOf={({ id }) => `${id}`}
            page={{
              offset,
              limit: LIMIT,
              total: changes.total,
              noun: 'changes',
              onTurn: (next) => route.change({ offset: next === 0 ? undefined : `${next}` }),
            }}
            columns={({ cell, money }) => [
              cell('Entry', ({ entryId, ident }) => (
                <Link to={entryPath(entryId)}>{cellText(ident ?? entryId, 64)}</Link>
              )),
              money('Ledger amount', ({ amount }) => amount, { currency: ({ unit }) => plainText(unit.slice(0, 16)) }),
              cell('Before', ({ before }) => <OutcomeBadge outcome={before} kind={kind} />),
              cell('Now', ({ after }) => <OutcomeBadge outcome={after} kind={kind} />),
              cell('When', ({ at }) => <InstantText value={at} />),
            ]}
          />
        </>
      )}
    </>
  );
}

const NONE = 'unmatched-yet';

function moveIn(route: Address): EntryMove | null {
  const [after] = knownIn(route, 'after', MATCH_OUTCOMES) ?? [];
  const [before = null] = knownIn(route, 'before', MATCH_OUTCOMES) ?? [];
  return after === undefined || (before === null && route.text('before') !== NONE) ? null : { before, after };
}

function moveWords({ before, after }: EntryMove, kind: SourceKind): string {
  return `${outcomeName(before, kind)} → ${outcomeName(after, kind)}`;
}
