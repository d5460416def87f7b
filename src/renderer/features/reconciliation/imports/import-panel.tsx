// The import at the end of the wizard: what it would keep, the one button, its progress, a lost answer, and its end.
import { Button } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { useEffect, useEffectEvent } from 'react';
import { screenPath } from '../../../../domain/console/screens.ts';
import type { CallOutput } from '../../../../contract/calls.ts';
import type { Importing, ImportSoFar } from '../../../bridge/index.ts';
import {
  countWords,
  FailureNotice,
  ForeignText,
  importPath,
  Link,
  navigateTo,
  Notice,
  Panel,
} from '../../../ui/index.ts';
import { FileProgress } from './check-progress.tsx';
import { stepHref, type Wizard } from './use-wizard.ts';
import { claimOf } from './wizard.ts';
import { partsOf } from './words.ts';
import { StepFoot } from './wizard-frame.tsx';

type Checked = CallOutput<'imports.check'>;

/** `bar`: why it cannot be imported now; `unnamed`: because the source step is not done. */
export function ImportPanel(props: {
  readonly wizard: Wizard;
  readonly answer: Checked;
  readonly bar: string | null;
  readonly unnamed: boolean;
}) {
  const { wizard, answer, bar, unnamed } = props;
  const { importing, draft, input, reading } = wizard;
  const { standing } = importing;
  const start = (): void => {
    if (input === null || reading === null) return;
    const { fileId, kind, format, mapping, tolerances } = input;
    const id = reading.source?.id ?? draft.newId;
    const name = reading.source?.name ?? draft.name.trim();
    importing.start({
      source: {
        id,
        name,
        kind,
        format,
        mapping,
        tolerances,
        ...(reading.source === null ? {} : { seen: reading.source.updatedAt }),
      },
      run: { fileId, covers: claimOf(draft.covers) },
    });
  };
  return (
    <StepFoot
      step="check"
      bar={standing.kind === 'lost' ? 'Ask for the answer to the last import first.' : bar}
      words={keptWords(answer)}
      action={
        <>
          <Button
            variant="filled"
            leftSection={<IconFileImport size={16} aria-hidden="true" />}
            disabled={bar !== null || standing.kind === 'lost' || answer.rows === 0}
            onClick={start}
          >
            Import {countWords(partsOf(answer).fresh, 'new entry', 'new entries')}
          </Button>
          {unnamed ? <Link to={stepHref('columns')}>Name it</Link> : null}
        </>
      }
    />
  );
}

export function ImportProgress({ importing }: { readonly importing: Importing }) {
  const { standing, cancel } = importing;
  const job = standing.kind === 'running' ? standing.job : null;
  return (
    <Panel title="Importing">
      <FileProgress
        words="You can leave this screen; Imports shows how far it is. All of it is kept, or nothing."
        part={job}
      >
        <Button size="xs" disabled={job === null} onClick={cancel}>
          Cancel the import
        </Button>
      </FileProgress>
    </Panel>
  );
}

/** Once it is done its own screen says what was kept; going back does not lead into a wizard without a file. */
export function useArrivalAt(standing: ImportSoFar): void {
  const id = standing.kind === 'done' ? standing.importId : null;
  const go = useEffectEvent((path: string) => navigateTo(path, { replace: true }));
  useEffect(() => {
    if (id !== null) go(`${importPath(id)}?done=true`);
  }, [id]);
}

function keptWords(answer: Checked): string {
  const { fresh, rejected } = partsOf(answer);
  if (answer.rows === 0) return 'The file has no rows: there is nothing to import.';
  if (fresh === 0 && rejected === 0) {
    return 'Every row is here already: importing adds no entry. It only notes that the file came again, and its days.';
  }
  return 'Nothing is imported yet, and nothing is sent to the API.';
}

/** What came of the last try; nothing before it, and while one is under way. */
export function ImportOutcome({ wizard }: { readonly wizard: Wizard }) {
  const { standing, askAgain } = wizard.importing;
  switch (standing.kind) {
    case 'none':
    case 'running':
    case 'done':
      return null;
    case 'cancelled':
      return (
        <Notice tone="quiet" title="The import was cancelled">
          Nothing of it was kept.
        </Notice>
      );
    case 'stopped':
      return (
        <Notice tone="bad" title="Not imported">
          <ForeignText text={standing.reason} /> Nothing of it was kept.
        </Notice>
      );
    case 'failed': {
      const { failure } = standing;
      // Another check tells what is there by now, with the way to it.
      const isOutdated =
        failure.kind === 'file-refused' && (failure.reason === 'source-changed' || failure.reason === 'read-otherwise');
      return (
        <FailureNotice failure={failure} onRetry={isOutdated ? wizard.check.run : undefined} retryLabel="Check again" />
      );
    }
    case 'lost':
      return (
        <Notice
          tone="warn"
          title="The answer did not come"
          action={{ label: 'Ask for the answer again', run: askAgain }}
        >
          The import may have begun; look at the{' '}
          <Link to={screenPath('imports')} inline>
            list of imports
          </Link>
          . Asking again sends exactly the same import, which is never made a second time.
        </Notice>
      );
  }
}
