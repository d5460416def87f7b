/** The head of a printed statement: whose it is, of which days, how it stands, how complete its lists were. Shown on paper only. Not here: the sheet (statement-view.tsx). */
import type { ReactNode } from 'react';
import type { Close } from '../../../../domain/close.ts';
import type { Statement } from '../../../../domain/statement.ts';
import type { MirrorNow } from '../../../bridge/index.ts';
import {
  InstantText,
  PaperLists,
  PaperMirror,
  paperName,
  type PaperOwner,
  PaperSandbox,
  periodWords,
  plainText,
  UiProvider,
  useUi,
} from '../../../ui/index.ts';
import { type ClosedExtent, EXTENT_WORDS } from './closed-around.tsx';

export interface PrintHeadProps {
  readonly statement: Statement;
  readonly business: PaperOwner;
  /** What an open one rests on. */
  readonly now: MirrorNow;
  readonly computedAt: string;
  /** Whether it is closed, or how it stands to what is; null while that is not known. */
  readonly standing: 'closed' | ClosedExtent | null;
  /** Of a closed period, once it is read. */
  readonly lock: Close | null;
}

function standingWords(standing: PrintHeadProps['standing']): string {
  if (standing === 'closed') return 'Closed ';
  if (standing === null) return 'Figures as of ';
  const words = EXTENT_WORDS[standing];
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}: figures as of `;
}

/** Everything that a sheet of paper needs to stand alone. */
export function PrintHead({ statement, business, now, computedAt, standing, lock }: PrintHeadProps): ReactNode {
  const ui = useUi();
  const { period } = statement;
  return (
    <UiProvider environment={{ ...ui, timeZone: period.timeZone }}>
      <div className="mc-print-head mc-print-only">
        <PaperSandbox isSandbox={business.isSandbox} />
        <p className="mc-print-title">Statement, {periodWords(period)}</p>
        <p>
          {paperName(business.name)}. Whole days of {period.timeZone}. {standingWords(standing)}
          <InstantText value={computedAt} /> {period.timeZone}
          {lock === null ? '.' : ` by ${plainText(lock.document.closedBy.slice(0, 200))}.`}
        </p>
        {standing === 'closed' ? (
          <PaperLists lists={lock?.document.certificates ?? null} isLocked />
        ) : (
          <PaperMirror {...now} />
        )}
        {lock === null ? null : (
          <>
            {lock.document.overrideReason === null ? null : (
              <p>Closed although something was missing: {plainText(lock.document.overrideReason)}</p>
            )}
            <p>
              SHA-256 <span className="mc-mono">{lock.sha256}</span>
            </p>
          </>
        )}
      </div>
    </UiProvider>
  );
}
