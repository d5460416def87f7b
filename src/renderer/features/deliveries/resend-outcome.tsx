/**
 * What came of a resend, with its evidence; and the resends before. Not here: the button (resend-control.tsx).
 */
import { IconCircleCheck, IconLoader } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { ResendReportWire } from '../../../contract/wire/records.ts';
import { AgeText, FailureNotice, failureWords, ForeignText, InstantText, Notice } from '../../ui/index.ts';
import type { ResendState } from './resend-state.ts';
import { type OutcomeWords, outcomeWords } from './resend-words.ts';

const TONES = { done: 'good', moving: 'notice', care: 'warn', stopped: 'quiet' } as const satisfies Record<
  OutcomeWords['tone'],
  string
>;

/** The outcome so far of the resend on screen; nothing while there is none. */
export function ResendOutcomeNotice({ state }: { readonly state: ResendState }): ReactNode {
  switch (state.kind) {
    case 'idle':
    case 'confirming':
      return null;
    case 'sending':
      return (
        <Notice tone="notice" title="Reading the delivery before sending" icon={<IconLoader size={18} />}>
          The latest state is read first, so that nothing is sent that should not be.
        </Notice>
      );
    case 'lost':
      return (
        <Notice tone="notice" title="The console’s own answer was lost" icon={<IconLoader size={18} />}>
          Looking up what became of the intent. Nothing is sent again meanwhile.
        </Notice>
      );
    case 'refused-here':
      return <FailureNotice failure={state.failure} />;
    case 'open':
    case 'ended':
      return <Outcome report={state.report} />;
  }
}

function Outcome({ report }: { readonly report: ResendReportWire }): ReactNode {
  const { title, text, tone } = outcomeWords(report);
  const icon =
    tone === 'done' ? <IconCircleCheck size={18} /> : tone === 'moving' ? <IconLoader size={18} /> : undefined;
  return (
    <Notice tone={TONES[tone]} title={title} icon={icon}>
      {text}
      <WhyNotSent report={report} />
      <Evidence report={report} />
      <p className="mc-resend-foot">
        <AgeText since={report.updatedAt} by="console" /> · intent <span className="mc-mono">{report.intentId}</span>
      </p>
    </Notice>
  );
}

/** `not-sent` has a cause on this side of the API; the other outcomes carry theirs in their words. */
function WhyNotSent({ report }: { readonly report: ResendReportWire }): ReactNode {
  if (report.outcome !== 'not-sent' || report.failure === undefined) return null;
  return <> {failureWords(report.failure).sentence}</>;
}

function Evidence({ report: { evidence } }: { readonly report: ResendReportWire }): ReactNode {
  if (evidence === undefined || evidence.facts.length === 0) return null;
  return (
    <>
      <p className="mc-resend-evidence">
        Evidence{evidence.reads === 0 ? '' : `, after ${evidence.reads} ${evidence.reads === 1 ? 'read' : 'reads'}`}
      </p>
      <ul className="mc-resend-facts">
        {[...evidence.facts.entries()].map(([position, fact]) => (
          <li key={position}>
            <ForeignText text={fact} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** Earlier intents of the invoice, newest first; nothing when there are none. */
export function PastResends({ reports }: { readonly reports: readonly ResendReportWire[] }): ReactNode {
  if (reports.length === 0) return null;
  return (
    <details className="mc-foreign-fold">
      <summary>
        Earlier resends from this console <span className="mc-timeline-note">{reports.length}</span>
      </summary>
      <ol className="mc-resend-past">
        {reports.map((report) => {
          const { title, text } = outcomeWords(report);
          return (
            <li key={report.intentId}>
              <span className="mc-timeline-title">{title}</span> <InstantText value={report.updatedAt} withAge />
              <span className="mc-timeline-note">{text}</span>
              <Evidence report={report} />
            </li>
          );
        })}
      </ol>
    </details>
  );
}
