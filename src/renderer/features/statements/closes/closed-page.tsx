/**
 * A closed period: who locked it and when, its proof, how it stood then, its statement and what has changed since. Not here: the sheet of the statement
 * (handed in), closing (closing-page.tsx).
 */
import { screenPath } from '../../../../domain/screens.ts';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { CheckedClose, Close } from '../../../../domain/close.ts';
import { useCall } from '../../../bridge/index.ts';
import {
  ApartButton,
  CloseTrust,
  countWords,
  EmptyState,
  Fact,
  FactGrid,
  ForeignText,
  hashHref,
  InstantText,
  Notice,
  PageFrame,
  PaperLocked,
  Panel,
  periodWords,
  plainText,
  PrintButton,
  ReadState,
  statementPath,
  UiProvider,
  useUi,
} from '../../../ui/index.ts';
import { AdjustmentsPanel } from './adjustments-panel.tsx';
import { ProofPanel } from './proof-panel.tsx';
import { RequirementList } from './requirement-list.tsx';
import { TieCoveragePanel } from './tie-coverage-panel.tsx';
import './periods.css';

export interface ClosedPageProps {
  readonly id: string;
  /** The locked statement as a sheet. */
  readonly sheet: (close: Close) => ReactNode;
}

interface ShownClose {
  readonly close: CheckedClose;
  readonly onChecked: () => void;
}

/** Everything that was locked. */
export function ClosedPage({ id, sheet }: ClosedPageProps): ReactNode {
  const read = useCall('periods.get', { id });
  const close = read.isPrevious ? undefined : read.data;
  return (
    <PageFrame
      title={close === undefined ? 'Closed period' : `${periodWords(close.document.statement.period)}, closed`}
      back={
        <a className="mc-link" href={hashHref(screenPath('months'))}>
          Closed periods
        </a>
      }
      subtitle={close === undefined ? undefined : `Whole days of ${close.document.statement.period.timeZone}`}
      actions={
        close === undefined ? undefined : (
          <>
            <a className="mc-link" href={hashHref(statementPath(close.document.statement.period))}>
              Statement to print
            </a>
            <PrintButton name={`Closed period ${periodWords(close.document.statement.period)}`} bar={null} />
            <ApartButton />
          </>
        )
      }
    >
      {read.failure?.kind === 'not-found' ? (
        <EmptyState kind="nothing-matches" title="No period was closed under this id" />
      ) : (
        <ReadState read={{ ...read, data: close }} unreadTitle="The close could not be read">
          {(found) => <Closed close={found} sheet={sheet} onChecked={read.refresh} />}
        </ReadState>
      )}
    </PageFrame>
  );
}

function Closed(props: ShownClose & Pick<ClosedPageProps, 'sheet'>): ReactNode {
  const { close, sheet, onChecked } = props;
  const ui = useUi();
  const { document } = close;
  const { statement, overrideReason, requirements, closedAt, closedBy, business } = document;
  const { period } = statement;
  return (
    <UiProvider environment={{ ...ui, timeZone: period.timeZone }}>
      <PaperLocked document={document} />
      <CloseTrust close={close} />
      {overrideReason === null ? null : <OverrideNotice close={close} reason={overrideReason} />}
      <div className="mc-closed">
        <Panel title="Locked">
          <FactGrid>
            <Fact label="When">
              <InstantText value={closedAt} withZone />
            </Fact>
            <Fact label="By">{plainText(closedBy.slice(0, 200))}</Fact>
            <Fact label="Business">
              {plainText(business.profile.slice(0, 200))}
              {business.sandbox ? ' (SANDBOX)' : ''}
            </Fact>
            <Fact label="API">
              <ForeignText text={business.origin} />
            </Fact>
            <Fact label="Rows it rests on">
              <span className="mc-num">{close.facts.toLocaleString('en-GB')}</span>
            </Fact>
          </FactGrid>
        </Panel>
        <ProofPanel close={close} onChecked={onChecked} />
        <Panel title="What it needed" note="As it stood when it was closed">
          <RequirementList requirements={requirements} period={period} isLocked />
        </Panel>
        <TieCoveragePanel tieOut={document.tieOut} />
      </div>
      <AdjustmentsPanel filter={{ closeId: close.id }} />
      {sheet(close)}
    </UiProvider>
  );
}

function OverrideNotice({ close, reason }: { readonly close: Close; readonly reason: string }): ReactNode {
  const missing = close.document.requirements.filter(({ met }) => !met).length;
  return (
    <Notice
      tone="warn"
      title={`Closed although ${countWords(missing, 'requirement was', 'requirements were')} missing`}
      icon={<IconAlertTriangle size={18} aria-hidden="true" />}
    >
      {plainText(close.document.closedBy.slice(0, 200))} gave the reason: “{plainText(reason)}”
    </Notice>
  );
}
