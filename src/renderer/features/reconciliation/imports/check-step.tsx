// The last step: the dry run, which keeps nothing, with its buckets, sums and rejected rows; then the import.
import { Button, Progress } from '@mantine/core';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import type { CallOutput } from '../../../../contract/calls.ts';
import { FailureNotice, hashHref, Notice, Panel, plainText, type RowLook, Table } from '../../../ui/index.ts';
import { CheckDoubts, doubtBar } from './check-doubts.tsx';
import { CheckProgress } from './check-progress.tsx';
import { CheckedRejects, MissingThere, Sums } from './check-parts.tsx';
import { ImportOutcome, ImportPanel, ImportProgress, useArrivalAt } from './import-panel.tsx';
import { Summary } from './summary.tsx';
import { type Reading, stepHref, type Wizard } from './use-wizard.ts';
import { coverBar, mappingLacks, nameBar } from './wizard.ts';
import { StepFoot } from './wizard-frame.tsx';
import type { SourceKind } from '../../../../domain/entry.ts';
import type { DryRun } from '../../../../domain/import.ts';
import { type BucketGroup, BUCKETS, bucketWords, GROUP_WORDS } from './words.ts';

type Checked = CallOutput<'imports.check'>;

/** `bar`: why nothing can be kept now; null when it can. */
export function CheckStep(props: {
  readonly wizard: Wizard;
  readonly reading: Reading;
  readonly bar: string | null;
}): ReactNode {
  const { wizard, reading, bar } = props;
  const { check, importing } = wizard;
  const lacks = mappingLacks(wizard.draft.kind, reading.mapping);
  const canRun = lacks.length === 0 && !reading.isOld && wizard.look.failure === undefined;
  const { kind } = importing.standing;
  const isKeeping = kind === 'running' || kind === 'done';
  useOwnRun(canRun && !isKeeping && kind !== 'lost', wizard);
  useArrivalAt(importing.standing);
  return (
    <>
      <Summary wizard={wizard} reading={reading} />
      <ImportOutcome wizard={wizard} />
      {lacks.length === 0 ? null : (
        <Notice tone="warn" title="It cannot be checked yet">
          Still missing: {lacks.join('; ')}.{' '}
          <a className="mc-link mc-link-inline" href={hashHref(stepHref('columns'))}>
            Look at the columns
          </a>
        </Notice>
      )}
      {wizard.look.failure === undefined ? null : (
        <FailureNotice failure={wizard.look.failure} onRetry={wizard.look.refresh} />
      )}
      {check.isRunning ? <CheckProgress onStop={check.stop} /> : null}
      {check.failure === null ? null : (
        <FailureNotice failure={check.failure} onRetry={check.run} retryLabel="Check again" />
      )}
      {check.isStopped ? (
        <Notice tone="quiet" title="The check was stopped" action={{ label: 'Check it', run: check.run }}>
          Nothing was kept.
        </Notice>
      ) : null}
      {check.answer === null || isKeeping ? null : (
        <Result wizard={wizard} reading={reading} answer={check.answer} bar={bar} />
      )}
      {isKeeping ? <ImportProgress importing={importing} /> : null}
      {check.answer === null && !isKeeping ? (
        <StepFoot
          step="check"
          bar={check.isRunning ? 'Checking. Nothing is kept.' : null}
          action={<Button disabled>Import</Button>}
        />
      ) : null}
    </>
  );
}

/** Begins by itself once, for exactly what is said now: it keeps nothing, and nobody can decide without it. */
function useOwnRun(canRun: boolean, { check }: Wizard): void {
  const isDue = canRun && !check.isRunning && check.answer === null && check.failure === null && !check.isStopped;
  const run = useEffectEvent(() => check.run());
  useEffect(() => {
    if (isDue) run();
  }, [isDue]);
}

function Result(props: {
  readonly wizard: Wizard;
  readonly reading: Reading;
  readonly answer: Checked;
  readonly bar: string | null;
}): ReactNode {
  const { wizard, reading, answer, bar } = props;
  const { draft, sources } = wizard;
  const { kind } = draft;
  // Of this answer alone: another check may be odd in another way.
  const [looked, setLooked] = useState<Checked | null>(null);
  const isSure = looked === answer;
  const unnamed = nameBar(draft.name, reading.source, sources.data?.sources ?? []) ?? coverBar(draft.covers);
  return (
    <>
      <CheckDoubts kind={kind} answer={answer} isSure={isSure} onSure={(next) => setLooked(next ? answer : null)} />
      <UnknownWords words={answer.unknownStatusWords} isRejected={reading.mapping.otherStatus === null} />
      <Panel title="What would become of its rows" note="Nothing is kept yet." flush>
        <BucketsTable kind={kind} rows={answer.rows} buckets={answer.buckets} />
      </Panel>
      <MissingThere kind={kind} answer={answer} covers={draft.covers} />
      <Sums sums={answer.sums} />
      <CheckedRejects answer={answer} />
      <ImportPanel
        wizard={wizard}
        answer={answer}
        bar={bar ?? unnamed ?? doubtBar(answer, isSure)}
        unnamed={unnamed !== null}
      />
    </>
  );
}

/** Words that the mapping does not know decide nothing without anybody noticing. */
function UnknownWords(props: { readonly words: readonly string[]; readonly isRejected: boolean }): ReactNode {
  const { words, isRejected } = props;
  if (words.length === 0) return null;
  const few = words.slice(0, 8).map((word) => `“${word.slice(0, 40)}”`);
  return (
    <Notice
      tone="warn"
      title={words.length === 1 ? 'A word has no meaning yet' : `${words.length} words have no meaning yet`}
    >
      {isRejected
        ? words.length === 1
          ? 'Rows with it are rejected: '
          : 'Rows with them are rejected: '
        : 'Taken like any other word: '}
      <WordList words={few} more={words.length - few.length} />.{' '}
      <a className="mc-link mc-link-inline" href={hashHref(stepHref('columns'))}>
        {words.length === 1 ? 'Say what it means' : 'Say what they mean'}
      </a>
    </Notice>
  );
}

function WordList({ words, more }: { readonly words: readonly string[]; readonly more: number }): ReactNode {
  return (
    <>
      {words.map((word, at) => (
        <span key={word} dir="auto">
          {at === 0 ? '' : ', '}
          {plainText(word)}
        </span>
      ))}
      {more > 0 ? ` and ${more} more` : ''}
    </>
  );
}

const COLOURS: Readonly<Record<BucketGroup, string>> = {
  agree: 'var(--mc-good-text)',
  look: 'var(--mc-warn-text)',
  aside: 'var(--mc-control)',
};
const GROUPS = ['agree', 'look', 'aside'] as const;

interface Line {
  readonly name: string;
  readonly count: number;
  readonly meaning: string;
  readonly look: RowLook;
}

/** A bar of the groups, then every bucket that has rows, then the sum beside the file's rows. */
function BucketsTable(props: {
  readonly kind: SourceKind;
  readonly rows: number;
  readonly buckets: DryRun['buckets'];
}): ReactNode {
  const { kind, rows, buckets } = props;
  const sum = BUCKETS.reduce((total, bucket) => total + buckets[bucket], 0);
  const groups = GROUPS.map((group) => {
    const own = BUCKETS.filter((bucket) => bucketWords(bucket, kind).group === group);
    return { group, own, count: own.reduce((total, bucket) => total + buckets[bucket], 0) };
  });
  const lines = groups.flatMap(({ group, own, count }): Line[] => [
    { name: GROUP_WORDS[group].name, count, meaning: GROUP_WORDS[group].hint, look: 'sum' },
    ...own
      .filter((bucket) => buckets[bucket] > 0)
      .map((bucket): Line => {
        const { title, meaning } = bucketWords(bucket, kind);
        return { name: title, count: buckets[bucket], meaning, look: 'part' };
      }),
  ]);
  const total: Line = {
    name: 'Rows of the file',
    count: rows,
    meaning: sum === rows ? 'The counts above add up to it.' : '',
    look: 'total',
  };
  return (
    <>
      {sum === rows ? null : <NotAddedUp sum={sum} rows={rows} />}
      <Progress.Root size={8} mx="md" mb="xs" aria-hidden="true">
        {groups.map(({ group, count }) => (
          <Progress.Section key={group} value={rows === 0 ? 0 : (count * 100) / rows} color={COLOURS[group]} />
        ))}
      </Progress.Root>
      <Table
        label="Rows by what became of them"
        rows={[...lines, total]}
        keyOf={({ name }) => name}
        lookOf={({ look }) => look}
        columns={({ cell, count }) => [
          cell('Rows', ({ name }) => name),
          count('Count', (line) => line.count),
          cell('Meaning', ({ meaning }) => meaning),
        ]}
      />
    </>
  );
}

/** Never expected; a sum that is not right is said, not hidden. */
function NotAddedUp({ sum, rows }: { readonly sum: number; readonly rows: number }): ReactNode {
  return (
    <Notice tone="bad" title="The counts do not add up">
      The buckets hold {sum.toLocaleString('en-GB')} rows and the file has {rows.toLocaleString('en-GB')}. Do not import
      it; report this with the file’s format.
    </Notice>
  );
}
