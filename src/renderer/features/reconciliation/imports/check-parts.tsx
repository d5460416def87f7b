// Parts of a check: its five figures, what the import does, what is missing in the file, sums by currency, rejected rows.
import { Anchor, Box, Checkbox, Group, Progress, Radio, SimpleGrid, Stack, Text } from '@mantine/core';
import { Fragment, type ReactNode, useState } from 'react';
import type { CallOutput } from '../../../../contract/calls.ts';
import type { SourceKind } from '../../../../domain/ledger/entry.ts';
import { nextDay } from '../../../../domain/kernel/time/time.ts';
import type { MissingDay } from '../../../../domain/ledger/import.ts';
import {
  countWords,
  ForeignText,
  grouped,
  importPath,
  InstantText,
  Link,
  Notice,
  Panel,
  TablePanel,
  plainText,
  Table,
  Under,
  useRouteFilters,
} from '../../../ui/index.ts';
import { REASON, reasonIn, REJECTS_PAGE, RejectsTable } from './rejects-table.tsx';
import { BUCKETS, bucketWords, doubtWords, missingWords, partsOf } from './words.ts';
import { coverAnswers, type CoverChoice, type ImportDraft } from './wizard.ts';
import { stepHref } from './use-wizard.ts';

type Checked = CallOutput<'imports.check'>;

export interface CheckProps {
  readonly kind: SourceKind;
  readonly answer: Checked;
}

/** What a person looks at first. Entries, repeats and rejects add up to the rows of the file. */
export function CheckFigures({ kind, answer }: CheckProps) {
  const { rows, buckets } = answer;
  const { fresh, repeated, rejected } = partsOf(answer);
  const within = buckets['within-tolerance'];
  const look = lookedAt({ kind, answer });
  const figures: readonly (readonly [title: string, count: number, note: ReactNode])[] = [
    ['Entries', fresh, `of ${countWords(rows, 'row', 'rows')}`],
    ['Repeats', repeated, repeated === 0 ? 'none was imported before' : 'imported before'],
    [
      'Rejects',
      rejected,
      rejected === 0 ? (
        'every row can be read'
      ) : (
        <Anchor key="rejects" component="button" type="button" inherit onClick={toRejects}>
          Lines and reasons
        </Anchor>
      ),
    ],
    [
      'Matched',
      buckets.matched + within,
      within === 0 ? 'to the last digit' : `${grouped(within)} of them within tolerance`,
    ],
    ['To look at', look.count, look.words],
  ];
  return (
    <SimpleGrid
      component="dl"
      cols={{ base: 2, xs: 5 }}
      spacing={0}
      m={0}
      className="mc-panel"
      aria-label="The check in figures"
    >
      {figures.map(([title, count, note]) => (
        <Box key={title} p="md" miw={0}>
          <Text component="dt" fz="xs" fw={500} c="dimmed">
            {title}
          </Text>
          <Text component="dd" m={0} fz="xl" fw={600} className="mc-num">
            {grouped(count)}
            <Under>{note}</Under>
          </Text>
        </Box>
      ))}
    </SimpleGrid>
  );
}

const REJECTS_ID = 'rejected-rows';

/** The address holds the step, so that it cannot hold a place on it. */
function toRejects(): void {
  document.getElementById(REJECTS_ID)?.scrollIntoView();
}

/** The rows that become exceptions, and the two most frequent kinds of them in words. */
function lookedAt({ kind, answer: { buckets } }: CheckProps): { readonly count: number; readonly words: string } {
  const own = BUCKETS.filter((bucket) => bucketWords(bucket, kind).group === 'look' && buckets[bucket] > 0);
  const most = own.toSorted((left, right) => buckets[right] - buckets[left]).slice(0, 2);
  const words = most.map((bucket) => `${grouped(buckets[bucket])} ${bucketWords(bucket, kind).title.toLowerCase()}`);
  return {
    count: own.reduce((all, bucket) => all + buckets[bucket], 0),
    words: words.length === 0 ? 'nothing differs' : words.join(', '),
  };
}

/** Before the button: what is added, which exceptions come of it, and that it can be taken back. */
export function WhatItDoes({ kind, answer, sourceName }: CheckProps & { readonly sourceName: string }) {
  const { fresh, rejected } = partsOf(answer);
  const look = lookedAt({ kind, answer }).count;
  const { missingThere } = answer;
  const lines: readonly (readonly [id: string, what: ReactNode, beside: string])[] = [
    [
      'adds',
      <Fragment key="adds">
        Adds {countWords(fresh, 'entry', 'entries')} to <ForeignText text={sourceName} />
      </Fragment>,
      rejected === 0 ? '' : `${countWords(rejected, 'reject stays', 'rejects stay')} out`,
    ],
    [
      'opens',
      look + missingThere === 0
        ? 'Opens no exception'
        : `Opens ${countWords(look + missingThere, 'exception', 'exceptions')}`,
      `${grouped(look)} of rows to look at, ${grouped(missingThere)} of records that the file does not have`,
    ],
    ['undo', 'Can be undone in one step, under Imports', ''],
  ];
  return (
    <Panel title="What the import does">
      <Stack gap="xs" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
        {lines.map(([id, what, beside]) => (
          <Group key={id} component="li" justify="space-between" fz="sm">
            <span>{what}</span>
            <Text span fz="sm" c="dimmed">
              {beside}
            </Text>
          </Group>
        ))}
      </Stack>
    </Panel>
  );
}

/** How complete the records are that it is held against, and the earlier rows that it replaces. */
export function HeldAgainst({ answer: { certificate, replaces } }: Pick<CheckProps, 'answer'>) {
  return (
    <>
      {certificate === 'certified' ? null : (
        <Notice tone="warn" title="The console’s copy of the records is not certified complete">
          What is missing here may only be unread. Entries are held against new records by themselves as they come.
        </Notice>
      )}
      {replaces === 0 ? null : (
        <Notice tone="quiet" title={`It replaces ${countWords(replaces, 'earlier row', 'earlier rows')}`}>
          The file says something newer of the same orders, and that holds from then on. The earlier rows stay as
          history; what was found in them is settled. Taking the import back brings them back.
        </Notice>
      )}
    </>
  );
}

/**
 * For which days the file is complete, each answer with what it would lack, beside the days of which records are missing: whether the file begins too
 * late, ends too early or has holes. `answer` is the check of the days that were said.
 */
export function MissingDays(
  props: CheckProps & {
    readonly draft: Pick<ImportDraft, 'covers' | 'coversSaid'>;
    /** Another source of the kind may have what this file does not: of days that are said that is missing, too. */
    readonly isAlone: boolean;
    readonly onCovers: (covers: CoverChoice) => void;
  },
) {
  const { kind, answer, draft, isAlone, onCovers } = props;
  const { missingDays, missingThere, days } = answer;
  const most = missingDays.reduce<MissingDay | undefined>(
    (all, day) => (all === undefined || day.missing > all.missing ? day : all),
    undefined,
  );
  if (most === undefined) return null;
  const isAtEnd = days !== null && nextDay(most.day) === days.to && most.missing * 2 > missingThere;
  const tallest = Math.max(...missingDays.map(({ paid }) => paid));
  const answers = coverAnswers(draft.coversSaid, answer);
  return (
    <Panel
      // The doubt above has said it already.
      title={
        answer.doubts.includes('most-missing')
          ? 'Missing by day'
          : `${missingWords(kind, missingThere)} missing from this file`
      }
      note={`${grouped(most.missing)} of them on ${most.day}${isAtEnd ? ': the file may end too early' : ''}`}
      flush
    >
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing={0}>
        <Table
          label="Missing by day"
          rows={missingDays}
          keyOf={({ day }) => day}
          isDense
          mah={300}
          columns={({ cell, count }) => [
            cell('Day', ({ day }) => <span className="mc-num">{day}</span>),
            cell('', ({ paid, missing }) => (
              <Progress.Root size={8} w={120} bg="transparent" radius={2} aria-hidden="true">
                <Progress.Section value={((paid - missing) * 100) / tallest} color="var(--mc-bar)" />
                <Progress.Section value={(missing * 100) / tallest} color="var(--mc-warn-mark)" />
              </Progress.Root>
            )),
            count(kind === 'orders' ? 'Paid' : 'Sent', ({ paid }) => paid, { sum: true }),
            count('Found', ({ paid, missing }) => paid - missing, { sum: true }),
            count('Missing', ({ missing }) => missing, { sum: true }),
          ]}
        />
        <Radio.Group
          label="For which days is the file complete?"
          px="md"
          pb="md"
          value={keyOf(draft.covers)}
          onChange={(key) => onCovers(answers.find(({ covers }) => keyOf(covers) === key)?.covers ?? draft.covers)}
        >
          <Stack gap="sm" mt="xs">
            {answers.map(({ covers, title, note, count }) => (
              <Group key={keyOf(covers)} justify="space-between" wrap="nowrap">
                <Radio value={keyOf(covers)} label={title} description={note} />
                <Text fw={600} className="mc-num" style={{ whiteSpace: 'nowrap' }}>
                  {isAlone || covers.kind !== 'days' || covers === draft.coversSaid
                    ? grouped(count)
                    : `${grouped(count)} or more`}
                </Text>
              </Group>
            ))}
          </Stack>
        </Radio.Group>
      </SimpleGrid>
    </Panel>
  );
}

const keyOf = (covers: CoverChoice): string => JSON.stringify(covers);

/** Σ of the entries, exact, each currency by itself. */
export function Sums({ sums }: { readonly sums: Checked['sums'] }) {
  if (sums.length === 0) return null;
  return (
    <TablePanel
      title="Sums of its entries"
      note="Exact, each currency by itself. Compare them with your own."
      rows={sums}
      keyOf={({ unit }) => unit}
      columns={({ cell, count, money }) => [
        cell('Currency', ({ unit }) => plainText(unit.slice(0, 40))),
        count('Entries', (sum) => sum.count),
        money('Amount', ({ amount }) => amount),
      ]}
    />
  );
}

/** The rejected rows of the check: as many as it gives, and how many there are. */
export function CheckedRejects({ answer }: { readonly answer: Checked }) {
  const reason = reasonIn(useRouteFilters().text(REASON));
  const [place, setPlace] = useState({ reason, offset: 0 });
  // Another reason begins at its first row.
  const offset = place.reason === reason ? place.offset : 0;
  const all = answer.buckets.rejected;
  if (all === 0) return null;
  const held = reason === null ? answer.rejects : answer.rejects.filter((reject) => reject.reason === reason);
  return (
    <div id={REJECTS_ID}>
      <Panel
        title={countWords(all, 'rejected row', 'rejected rows')}
        note={heldWords(answer.rejects.length, all)}
        flush
      >
        <RejectsTable
          rejects={held.slice(offset, offset + REJECTS_PAGE)}
          total={held.length}
          offset={offset}
          byReason={answer.rejectsByReason}
          reason={reason}
          isBefore
          onTurn={(next) => setPlace({ reason, offset: next })}
        />
      </Panel>
    </div>
  );
}

function heldWords(held: number, all: number): string {
  if (held >= all) return 'Every one of them. They are kept with the import, so that none is lost from sight.';
  return `The first ${grouped(held)} are listed. All are kept with the import, so that none is lost from sight.`;
}

/** Why the import waits for a person, who has looked (`isSure`) or not; null when it does not. */
export function doubtBar({ doubts, sameFile }: Checked, isSure: boolean): string | null {
  if (sameFile?.isReadOtherwise === true) return 'This file is in the source already, read in another way.';
  return doubts.length === 0 || isSure ? null : 'Say above that you have looked at what is odd about this file.';
}

export function CheckDoubts(
  props: CheckProps & { readonly isSure: boolean; readonly onSure: (isSure: boolean) => void },
) {
  const { kind, answer, isSure, onSure } = props;
  const { doubts, sameFile } = answer;
  const isAsked = doubts.length > 0 && sameFile?.isReadOtherwise !== true;
  return (
    <>
      {sameFile === null ? null : <SameFileNotice same={sameFile} />}
      {doubts.map((doubt, at) => (
        <Notice key={doubt} tone="warn" title={doubtWords(doubt, kind, answer).title}>
          {doubtWords(doubt, kind, answer).meaning}{' '}
          {doubt === 'most-missing' ? null : (
            <Link to={stepHref('columns')} inline>
              Look at the columns
            </Link>
          )}
          {isAsked && at === doubts.length - 1 ? (
            <Checkbox
              mt="sm"
              label={`I have looked at ${doubts.length === 1 ? 'this, and it is' : 'these, and they are'} meant so`}
              checked={isSure}
              onChange={(event) => onSure(event.currentTarget.checked)}
            />
          ) : null}
        </Notice>
      ))}
    </>
  );
}

function SameFileNotice({ same }: { readonly same: NonNullable<Checked['sameFile']> }) {
  const { isReadOtherwise } = same;
  const { id, at, entries, sourceName } = same.import;
  const link = (
    <Link to={importPath(id)} inline>
      Open that import
    </Link>
  );
  if (isReadOtherwise) {
    return (
      <Notice tone="bad" title="This file is in the source already, read in another way">
        It was imported <InstantText value={at} /> with other columns or in another format, so its rows would stand
        there twice. Undo that import first and choose the file again, or put columns and format back as they were.{' '}
        {link}
      </Notice>
    );
  }
  return (
    <Notice tone="notice" title="The same file is in another source already">
      <ForeignText text={sourceName} /> has it with {countWords(entries, 'entry', 'entries')} since{' '}
      <InstantText value={at} />. Each source may name every record once, so both are held against the same ones. {link}
    </Notice>
  );
}
