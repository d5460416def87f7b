// What came of a resend, with its evidence; and the resends before.
import { Text } from '@mantine/core';
import { IconCircleCheck, IconLoader } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { ResendReportWire } from '../../../../contract/wire/records.ts';
import {
  AgeText,
  DecideLink,
  EvidenceList,
  FailureNotice,
  failureWords,
  InstantText,
  Notice,
  type OutcomeWords,
  outcomeWords,
} from '../../../ui/index.ts';
import { type Pause, type ResendState, wasTooSoon } from './resend-state.ts';
import { countdown } from './resend-words.ts';

const TONES = {
  done: 'good',
  moving: 'notice',
  care: 'warn',
  stopped: 'quiet',
  failed: 'bad',
} as const satisfies Record<OutcomeWords['tone'], string>;

/** The outcome so far of the resend on screen; nothing while there is none. */
export function ResendOutcomeNotice({
  state,
  pause,
}: {
  readonly state: ResendState;
  /** How long no other one is offered, if so. */
  readonly pause: Pause | null;
}): ReactNode {
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
      return <Outcome report={state.report} pause={pause?.intentId === state.intentId ? pause : null} />;
  }
}

function Outcome({ report, pause }: { readonly report: ResendReportWire; readonly pause: Pause | null }): ReactNode {
  if (pause?.why === 'in-flight') return <InFlight leftMs={pause.leftMs} />;
  const { title, text, tone } = outcomeWords(report);
  const icon =
    tone === 'done' ? <IconCircleCheck size={18} /> : tone === 'moving' ? <IconLoader size={18} /> : undefined;
  return (
    <Notice tone={TONES[tone]} title={title} icon={icon}>
      {text}
      {wasTooSoon(report) && pause === null ? ' The pause is over; another click asks again.' : null}
      {report.outcome === 'restored' ? <DecideLink /> : null}
      <WhyNotSent report={report} />
      <EvidenceList evidence={report.evidence} />
      <Text size="xs" c="dimmed" mt="xs" style={{ overflowWrap: 'anywhere' }}>
        <AgeText since={report.updatedAt} by="console" /> · intent <span className="mc-mono">{report.intentId}</span>
      </Text>
    </Notice>
  );
}

/** No error: an attempt is on its way, and what came of it is read when it must have ended. */
function InFlight({ leftMs }: { readonly leftMs: number }): ReactNode {
  return (
    <Notice tone="notice" title="In flight right now" icon={<IconLoader size={18} />}>
      An attempt is on its way, so nothing was sent by this click. Checking again in{' '}
      <span className="mc-num" aria-live="off">
        {countdown(leftMs)}
      </span>
      ; then it is offered again if it is still needed.
    </Notice>
  );
}

/** `not-sent` has a cause on this side of the API; the other outcomes carry theirs in their words. */
function WhyNotSent({ report }: { readonly report: ResendReportWire }): ReactNode {
  if (report.outcome !== 'not-sent' || report.failure === undefined) return null;
  return <> {failureWords(report.failure).sentence}</>;
}

/** Earlier intents of the invoice, newest first; nothing when there are none. */
export function PastResends({ reports }: { readonly reports: readonly ResendReportWire[] }): ReactNode {
  if (reports.length === 0) return null;
  return (
    <details>
      <summary>Earlier resends from this console: {reports.length}</summary>
      <ol>
        {reports.map((report) => {
          const { title, text } = outcomeWords(report);
          return (
            <li key={report.intentId}>
              <Text span fw={500}>
                {title}
              </Text>{' '}
              <InstantText value={report.updatedAt} withAge />
              <Text size="xs" c="dimmed">
                {text} {report.outcome === 'restored' ? <DecideLink /> : null}
              </Text>
              <EvidenceList evidence={report.evidence} />
            </li>
          );
        })}
      </ol>
    </details>
  );
}
