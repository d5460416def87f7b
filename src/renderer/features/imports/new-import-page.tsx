/** The way from a file to an import, step by step; the step stands in the address. Not here: the steps, and their state (use-wizard.ts). */
import type { ReactNode } from 'react';
import { hashHref, PageFrame } from '../../ui/index.ts';
import { CheckStep } from './check-step.tsx';
import { ColumnsStep } from './columns-step.tsx';
import { FileStep } from './file-step.tsx';
import { FormatStep } from './format-step.tsx';
import { SourceStep } from './source-step.tsx';
import { useBooksBar } from './use-books-bar.ts';
import { useWizard, type Wizard } from './use-wizard.ts';
import { StepBody, StepRow } from './wizard-frame.tsx';
import './imports.css';

export function NewImportPage(): ReactNode {
  const wizard = useWizard();
  const isBusy = wizard.importing.standing.kind === 'running';
  const step = wizard.reading === null ? 'file' : wizard.step;
  return (
    <PageFrame
      title="Import a file"
      subtitle="What you wrote down yourself, held against the records of the API. Nothing is sent to the API."
      back={
        <a className="mc-link" href={hashHref('/imports')}>
          Imports
        </a>
      }
    >
      <StepRow step={step} isOpen={wizard.reading !== null && !isBusy} />
      <StepBody step={step}>
        <Body wizard={wizard} />
      </StepBody>
    </PageFrame>
  );
}

function Body({ wizard }: { readonly wizard: Wizard }): ReactNode {
  const bar = useBooksBar();
  const { step, reading } = wizard;
  if (reading === null) return <FileStep wizard={wizard} bar={bar} />;
  switch (step) {
    case 'file':
      return <FileStep wizard={wizard} bar={bar} />;
    case 'format':
      return <FormatStep wizard={wizard} reading={reading} />;
    case 'columns':
      return <ColumnsStep wizard={wizard} reading={reading} />;
    case 'source':
      return <SourceStep wizard={wizard} reading={reading} />;
    case 'check':
      return <CheckStep wizard={wizard} reading={reading} bar={bar} />;
  }
}
