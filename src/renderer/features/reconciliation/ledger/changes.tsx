// What has changed since the last import: what came with it, and which older entries stand otherwise now; each count
// opens its rows. Stands in the audit log, above the entries of imports.
import { screenPath } from '../../../../domain/screens.ts';
import { Anchor, Button, SimpleGrid, Skeleton, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import type { CallInput, CallOutput } from '../../../../contract/calls.ts';
import {
  type EntryChange,
  type EntryMove,
  MATCH_OUTCOMES,
  type MatchOutcome,
  type SourceKind,
} from '../../../../domain/entry.ts';
import { useCall } from '../../../bridge/index.ts';
import {
  AgeText,
  cellText,
  countWords,
  EmptyState,
  entriesPath,
  entryPath,
  FailureNotice,
  Table,
  hashHref,
  importPath,
  InstantText,
  Note,
  OneChoiceFilter,
  outcomeName,
  PageTurn,
  Panel,
  plainText,
  textIn,
  useRouteFilters,
} from '../../../ui/index.ts';
import { OutcomeBadge } from './outcome-badge.tsx';

type Answer = CallOutput<'entries.changes'>;
type Wish = CallInput<'entries.changes'>;

/** Rows on one page. */
const LIMIT = 50;

/** Of the last import of any source, or of one. */
export function Changes(): ReactNode {
  const route = useRouteFilters();
  const sources = useCall('sources.list', {}, { refreshOn: ['imports'] }).data?.sources;
  const sourceId = textIn(route, 'sourceId');
  const offset = Number.parseInt(route.text('offset') ?? '0', 10);
  const input: Wish = {
    ...(sourceId === undefined ? {} : { sourceId }),
    ...(moveIn(route) === null ? {} : { move: moveIn(route) ?? undefined }),
    offset: Number.isSafeInteger(offset) && offset > 0 ? offset : 0,
    limit: LIMIT,
  };
  const { data, failure, refresh } = useCall('entries.changes', input, {
    refreshOn: ['entries', 'imports'],
    of: sourceId ?? '',
  });
  return (
    <Panel
      title="What the last import changed"
      note={data === undefined ? 'Since the last import' : <Since since={data.since} />}
      actions={
        <OneChoiceFilter
          name="sourceId"
          label="Source"
          options={sources?.map(({ id, name }) => ({ value: id, label: plainText(name.slice(0, 64)) }))}
        />
      }
    >
      {failure === undefined ? null : <FailureNotice failure={failure} onRetry={refresh} />}
      {data === undefined ? (
        failure === undefined ? (
          <Skeleton height={120} radius="lg" />
        ) : null
      ) : data.since === null ? (
        <EmptyState kind="nothing-yet" title="Nothing was imported yet">
          Once a file is, this tells what it has changed.{' '}
          <a className="mc-link mc-link-inline" href={hashHref(screenPath('new-import'))}>
            Import a file
          </a>
        </EmptyState>
      ) : (
        <Told changes={data} since={data.since} offset={input.offset} />
      )}
    </Panel>
  );
}

function Since({ since }: { readonly since: Answer['since'] }): ReactNode {
  if (since === null) return 'Since the last import';
  return (
    <>
      Since{' '}
      <a className="mc-link mc-link-inline" href={hashHref(importPath(since.id))}>
        {plainText(since.fileName.slice(0, 120))}
      </a>
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
  const route = useRouteFilters();
  const chosen = moveIn(route);
  const moved = changes.moves.reduce((sum, { count }) => sum + count, 0);
  return (
    <>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
        <Panel title="Came with it" note={cameWords(since)}>
          <Fresh changes={changes} since={since} />
        </Panel>
        <Panel
          title="Stand otherwise now"
          note={
            moved === 0
              ? 'Entries of earlier imports that have moved since.'
              : `${countWords(moved, 'entry of an earlier import has', 'entries of earlier imports have')} moved since.`
          }
        >
          {changes.moves.length === 0 ? (
            <Note>None has moved: every older entry stands where it stood.</Note>
          ) : (
            <Stack gap={2} align="flex-start">
              {changes.moves.map((move) => (
                <MoveLine key={moveKey(move)} move={move} kind={since.kind} isOn={isSame(move, chosen)} />
              ))}
            </Stack>
          )}
        </Panel>
      </SimpleGrid>
      {changes.moves.length === 0 ? null : (
        <Panel
          title={chosen === null ? 'Entries that have moved' : `From ${moveWords(chosen, since.kind)}`}
          note="The latest first, each from where it stood before the import to where it stands now."
          flush
        >
          <ChangeRows rows={changes.rows} kind={since.kind} />
          <PageTurn
            offset={offset}
            limit={LIMIT}
            shown={changes.rows.length}
            total={changes.total}
            noun="changes"
            flush
            onTurn={(next) => route.change({ offset: next === 0 ? undefined : `${next}` })}
          />
        </Panel>
      )}
    </>
  );
}

/** "4,990 new entries, as they stand now. 7 rows were there already, 3 rows rejected." */
function cameWords({ entries, repeated, rejected }: NonNullable<Answer['since']>): string {
  const rows = [
    ...(repeated === 0 ? [] : [`${countWords(repeated, 'row was', 'rows were')} there already`]),
    ...(rejected === 0 ? [] : [`${countWords(rejected, 'row', 'rows')} rejected`]),
  ];
  const rest = rows.length === 0 ? '' : ` ${rows.join(', ')}.`;
  return `${countWords(entries, 'new entry', 'new entries')}, as ${entries === 1 ? 'it stands' : 'they stand'} now.${rest}`;
}

function Fresh({
  changes,
  since,
}: {
  readonly changes: Answer;
  readonly since: NonNullable<Answer['since']>;
}): ReactNode {
  if (changes.fresh.length === 0) return <Note>It brought no new entry: all of its rows were there already.</Note>;
  return changes.fresh.map(({ outcome, count }) => (
    <Anchor
      key={outcome ?? 'none'}
      display="block"
      size="sm"
      py={2}
      href={hashHref(entriesPath({ kind: since.kind, importId: since.id, outcome: outcome ?? 'unmatched-yet' }))}
    >
      <b className="mc-num">{count.toLocaleString('en-GB')}</b> {outcomeName(outcome, since.kind)}
    </Anchor>
  ));
}

/** Pressed it shows its rows below; pressed again all. */
function MoveLine(props: {
  readonly move: Answer['moves'][number];
  readonly kind: NonNullable<Answer['since']>['kind'];
  readonly isOn: boolean;
}): ReactNode {
  const { move, kind, isOn } = props;
  const route = useRouteFilters();
  return (
    <Button
      variant={isOn ? 'light' : 'subtle'}
      size="compact-sm"
      justify="flex-start"
      aria-pressed={isOn}
      onClick={() =>
        route.change({
          offset: undefined,
          before: isOn ? undefined : (move.before ?? NONE),
          after: isOn ? undefined : move.after,
        })
      }
    >
      {move.count.toLocaleString('en-GB')} {moveWords(move, kind)}
    </Button>
  );
}

/** In the address; an empty word says nothing there. */
const NONE = 'unmatched-yet';

function moveIn(route: Pick<ReturnType<typeof useRouteFilters>, 'text'>): EntryMove | null {
  const after = known(route.text('after'));
  const before = known(route.text('before'));
  if (after === null || (before === null && route.text('before') !== NONE)) return null;
  return { before, after };
}

function known(word: string | undefined): MatchOutcome | null {
  return MATCH_OUTCOMES.find((outcome) => outcome === word) ?? null;
}

function isSame(move: EntryMove, other: EntryMove | null): boolean {
  return move.before === other?.before && move.after === other.after;
}

function moveKey({ before, after }: EntryMove): string {
  return `${before} ${after}`;
}

/** "Expected → Matched". */
function moveWords({ before, after }: EntryMove, kind: NonNullable<Answer['since']>['kind']): string {
  return `${outcomeName(before, kind)} → ${outcomeName(after, kind)}`;
}

/** As the engine gives them, the latest first. */
function ChangeRows(props: { readonly rows: readonly EntryChange[]; readonly kind: SourceKind }): ReactNode {
  const { rows, kind } = props;
  return (
    <Table
      label="Entries that have moved"
      rows={rows}
      keyOf={({ id }) => `${id}`}
      columns={({ cell, money }) => [
        cell('Entry', ({ entryId, ident }) => (
          <a className="mc-link" href={hashHref(entryPath(entryId))}>
            {cellText(ident ?? entryId, 64)}
          </a>
        )),
        money('Ledger amount', ({ amount }) => amount, { currency: ({ unit }) => plainText(unit.slice(0, 16)) }),
        cell('Before', ({ before }) => <OutcomeBadge outcome={before} kind={kind} />),
        cell('Now', ({ after }) => <OutcomeBadge outcome={after} kind={kind} />),
        cell('When', ({ at }) => <InstantText value={at} />),
      ]}
    />
  );
}
