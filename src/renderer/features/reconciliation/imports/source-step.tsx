/**
 * The fourth step: which source the file is of, what it remembers, the differences that count as none, and the days that the file is complete for.
 * Not here: sources by themselves (sources-panel.tsx).
 */
import { Radio, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { DateRange, ForeignText, Note, Panel } from '../../../ui/index.ts';
import { DifferenceList } from './format-step.tsx';
import { SourceChoice } from './source-choice.tsx';
import { ToleranceFields } from './tolerances.tsx';
import type { Reading, Wizard } from './use-wizard.ts';
import { coverBar, type CoverChoice, differences, MAX_SOURCE_NAME, nameBar, type SavedSource } from './wizard.ts';
import { StepFoot } from './wizard-frame.tsx';
import classes from './imports.module.css';

export function SourceStep({ wizard, reading }: { readonly wizard: Wizard; readonly reading: Reading }): ReactNode {
  const { draft, change, sources } = wizard;
  const all = sources.data?.sources ?? [];
  const { source, tolerances } = reading;
  const bar = nameBar(draft.name, source, all) ?? coverBar(draft.covers);
  return (
    <>
      <div className={`${classes.impPair} ${classes.impPairEven}`}>
        <Panel
          title="Source"
          note="The ledger or wallet that such files come from. It remembers how they are read; its next file needs no answers."
        >
          <div className={classes.impStack}>
            <SourceChoice label="The file is of" nobody="A new source" wizard={wizard} source={source} />
            {source === null ? (
              <TextInput
                label="Name of the source"
                placeholder={draft.kind === 'orders' ? 'Shop ledger' : 'TRON wallet'}
                maxLength={MAX_SOURCE_NAME}
                autoComplete="off"
                value={draft.name}
                onChange={({ currentTarget }) => change({ name: currentTarget.value })}
              />
            ) : (
              <Remembered source={source} wizard={wizard} />
            )}
          </div>
        </Panel>
        <Panel
          title="Tolerances"
          note="A difference up to this counts as none, in that currency only. Such entries stand apart as within tolerance."
        >
          <ToleranceFields tolerances={tolerances} onChange={(next) => change({ tolerances: next })} />
        </Panel>
      </div>
      <Panel
        title="Days the file is complete for"
        note={`${draft.kind === 'orders' ? 'A paid invoice' : 'A sent withdrawal'} that ended on one of these days and is not in the file is told as missing in your ledger. On other days nothing can be missing, because nobody claims that the file has them.`}
      >
        <CoverageField covers={draft.covers} onChange={(covers) => change({ covers })} />
      </Panel>
      <StepFoot step="source" bar={bar} />
    </>
  );
}

/** What saving the source would change of it. */
function Remembered({ source, wizard }: { readonly source: SavedSource; readonly wizard: Wizard }): ReactNode {
  const changes = wizard.input === null ? [] : differences(source, wizard.input);
  if (changes.length === 0) return <Note>The file is read exactly as this source remembers.</Note>;
  return (
    <div>
      <p className="mc-note">
        With the import <ForeignText text={source.name} /> remembers anew:
      </p>
      <DifferenceList differences={changes} />
    </div>
  );
}

const COVER_CHOICES: readonly CoverChoice[] = [
  { kind: 'rows' },
  { kind: 'days', from: undefined, to: undefined },
  { kind: 'none' },
];

function CoverageField(props: {
  readonly covers: CoverChoice;
  readonly onChange: (covers: CoverChoice) => void;
}): ReactNode {
  const { covers, onChange } = props;
  return (
    <div className={classes.impStack}>
      <Radio.Group
        aria-label="Days the file is complete for"
        value={covers.kind}
        onChange={(next) => onChange(COVER_CHOICES.find(({ kind: one }) => one === next) ?? { kind: 'rows' })}
      >
        <div className={classes.impRadios}>
          <Radio
            value="rows"
            label="The days of its rows"
            description="From the earliest to the latest date in the file. Today is not over, so it is not among them; nor are a few rows that stand months apart from the others."
          />
          <Radio
            value="days"
            label="These days"
            description="Say them when the file has quiet days at its ends, or must have every record of them: then also what another of your ledgers has is missing in it."
          />
          {covers.kind === 'days' ? (
            <div className={classes.impDaysField}>
              <DateRange
                label="First and last day"
                value={{ from: covers.from, to: covers.to }}
                onChange={({ from, to }) => onChange({ kind: 'days', from, to })}
              />
            </div>
          ) : null}
          <Radio
            value="none"
            label="None"
            description="It has only some of the records, as a list of refunds: nothing can be missing in it."
          />
        </div>
      </Radio.Group>
    </div>
  );
}
