// The way from a file to an import, step by step; the step stands in the address.
import { screenPath } from '../../../../domain/screens.ts';
import { type ReactNode, useDeferredValue } from 'react';
import { shortText } from '../../../../domain/plain-text.ts';
import { ForeignText, hashHref, PageFrame } from '../../../ui/index.ts';
import { CheckStep } from './check-step.tsx';
import { ColumnsStep } from './columns-step.tsx';
import { FileStep } from './file-step.tsx';
import { useBooksBar } from './use-books-bar.ts';
import { useWizard, type Wizard } from './use-wizard.ts';
import type { Step } from './wizard.ts';
import { StepBody, StepRow } from './wizard-frame.tsx';

export function NewImportPage(): ReactNode {
  const wizard = useWizard();
  const { state } = wizard.handing;
  const file = state.kind === 'there' ? state.file : null;
  const isBusy = wizard.importing.standing.kind === 'running';
  // A step has many fields and rows: it is made in slices while the one before stays, and not in one long task.
  const step = useDeferredValue(wizard.reading === null ? 'file' : wizard.step);
  return (
    <PageFrame
      title="Import a file"
      standing={<StepRow step={step} isOpen={wizard.reading !== null && !isBusy} />}
      actions={file === null ? undefined : <ForeignText text={shortText(file.name, 48)} />}
      back={
        <a className="mc-link" href={hashHref(screenPath('imports'))}>
          Imports
        </a>
      }
    >
      <StepBody step={step}>
        <Body wizard={wizard} step={step} />
      </StepBody>
    </PageFrame>
  );
}

function Body({ wizard, step }: { readonly wizard: Wizard; readonly step: Step }): ReactNode {
  const bar = useBooksBar();
  const { reading } = wizard;
  if (reading === null) return <FileStep wizard={wizard} bar={bar} />;
  switch (step) {
    case 'file':
      return <FileStep wizard={wizard} bar={bar} />;
    case 'columns':
      return <ColumnsStep wizard={wizard} reading={reading} />;
    case 'check':
      return <CheckStep wizard={wizard} reading={reading} bar={bar} />;
  }
}
