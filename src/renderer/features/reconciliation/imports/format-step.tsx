/** The second step: how the file is read, as it was guessed or remembered, beside its first rows. Not here: the fields (format-fields.tsx). */
import type { ReactNode } from 'react';
import { countWords, FailureNotice, ForeignText, Notice, Panel } from '../../../ui/index.ts';
import { FormatFields } from './format-fields.tsx';
import { DOUBT_NAMES } from './format-words.ts';
import { PreviewTable } from './preview-table.tsx';
import { SourceChoice } from './source-choice.tsx';
import type { Reading, Wizard } from './use-wizard.ts';
import { type Difference, formatDifferences, openDoubts } from './wizard.ts';
import { StepFoot } from './wizard-frame.tsx';
import classes from './imports.module.css';

export function FormatStep({ wizard, reading }: { readonly wizard: Wizard; readonly reading: Reading }): ReactNode {
  const { draft, look, say } = wizard;
  const { inspection, mapping, isOld } = reading;
  const doubts = openDoubts(inspection, draft.said);
  const { length } = inspection.columns;
  return (
    <>
      <OtherLook wizard={wizard} reading={reading} />
      {look.failure === undefined ? null : <FailureNotice failure={look.failure} onRetry={look.refresh} />}
      <div className={classes.impPair}>
        <Panel
          title="How it is read"
          note={
            doubts.length === 0
              ? undefined
              : `In doubt: ${doubts.map((doubt) => DOUBT_NAMES[doubt]).join(', ')}. Compare with the rows.`
          }
        >
          <div className={classes.impStack}>
            <SourceChoice
              label="Read it like files of"
              nobody="no source: as it looks"
              wizard={wizard}
              source={reading.source}
            />
            <FormatFields
              format={inspection.format}
              doubts={doubts}
              isRemembered={reading.source !== null}
              sheets={inspection.sheets}
              onSay={say}
            />
          </div>
        </Panel>
        <Panel
          title="First rows"
          note={isOld ? 'Looking again…' : `${countWords(length, 'column', 'columns')}, as they stand in the file`}
          flush
        >
          <PreviewTable inspection={inspection} kind={draft.kind} mapping={mapping} isOld={isOld} />
        </Panel>
      </div>
      <StepFoot step="format" bar={look.failure === undefined ? null : 'The file cannot be read so.'} />
    </>
  );
}

/** The source remembers the file in another way than it looks. */
function OtherLook({ wizard, reading }: { readonly wizard: Wizard; readonly reading: Reading }): ReactNode {
  const { source, guess, inspection } = reading;
  if (source === null || guess === null) return null;
  const others = formatDifferences(inspection.format, guess.format);
  if (others.length === 0) return null;
  const { type: _, ...looks } = guess.format;
  return (
    <Notice
      tone="warn"
      title="The file looks different from what its source remembers"
      action={{ label: 'Read it as it looks', run: () => wizard.say(looks) }}
    >
      It is read as <ForeignText text={source.name} /> remembers.
      <DifferenceList differences={others} />
    </Notice>
  );
}

/** What, before, now: each on a line of its own. */
export function DifferenceList({ differences }: { readonly differences: readonly Difference[] }): ReactNode {
  return (
    <ul className={classes.impDifferences}>
      {differences.map(({ what, before, now }) => (
        <li key={what}>
          <ForeignText text={what} />: <ForeignText text={before} /> → <strong>{<ForeignText text={now} />}</strong>
        </li>
      ))}
    </ul>
  );
}
