/**
 * One point of a delivery's timeline: an attempt that was made, the next one, or an estimate. Foreign text stays text. Not
 * here: which points there are (timeline.ts).
 */
import type { ReactNode } from 'react';
import type { Attempt } from '../../../domain/delivery.ts';
import { AgeText, CopyText, ForeignText, InstantText } from '../../ui/index.ts';
import {
  answerWords,
  type AttemptOutcome,
  durationWords,
  excerpt,
  numberWords,
  type TimelinePoint,
  triggerWords,
} from './timeline.ts';

const OUTCOME_WORDS: Readonly<Record<AttemptOutcome, string>> = {
  succeeded: 'Accepted',
  failed: 'Failed',
  unknown: 'Result not named',
};

/** A point of the timeline. */
export function TimelineLine({ point }: { readonly point: TimelinePoint }): ReactNode {
  switch (point.kind) {
    case 'attempt':
      return <AttemptLine attempt={point.attempt} outcome={point.outcome} />;
    case 'next':
      return (
        <li data-point="next">
          <span className="mc-timeline-line">
            <span className="mc-timeline-title">Next attempt</span>
            <InstantText value={point.at} />
          </span>
          <span className="mc-timeline-note">
            {point.overdue ? 'overdue, due ' : ''}
            <AgeText since={point.at} /> · by the API
          </span>
        </li>
      );
    case 'estimate':
      return (
        <li data-point="estimate">
          <span className="mc-timeline-line">
            <span>Then about</span>
            <InstantText value={point.at} />
          </span>
          <span className="mc-timeline-note">estimate, if the one before fails</span>
        </li>
      );
  }
}

function AttemptLine({ attempt, outcome }: { readonly attempt: Attempt; readonly outcome: AttemptOutcome }): ReactNode {
  const { error, response_body: body } = attempt;
  const facts = [durationWords(attempt), numberWords(attempt), triggerWords(attempt)].filter((fact) => fact !== null);
  return (
    <li data-point={outcome}>
      <span className="mc-timeline-line">
        <span className="mc-timeline-title">
          {OUTCOME_WORDS[outcome]}, {answerWords(attempt)}
        </span>
        <InstantText value={attempt.created_at} />
      </span>
      <span className="mc-timeline-note">
        <ForeignText text={facts.join(' · ')} />
      </span>
      {attempt.triggered_uuid_user === null ? null : (
        <span className="mc-timeline-note">
          by user <ForeignText text={attempt.triggered_uuid_user} />
        </span>
      )}
      <ErrorLine error={error} />
      {body === null || body === '' ? null : <ForeignBlock title="Response body" text={body} />}
    </li>
  );
}

/** Errors longer than a line are folded. */
const SHORT_ERROR = 160;

function ErrorLine({ error }: { readonly error: string | null }): ReactNode {
  if (error === null || error === '') return null;
  if (error.length > SHORT_ERROR || error.includes('\n')) return <ForeignBlock title="Error" text={error} />;
  return (
    <span className="mc-timeline-error mc-mono">
      <ForeignText text={error} />
    </span>
  );
}

/** Foreign text behind a fold, cut on screen and whole in the clipboard. */
export function ForeignBlock(props: {
  readonly title: string;
  readonly text: string;
  readonly note?: string;
}): ReactNode {
  const { title, text, note } = props;
  const { text: shown, hidden } = excerpt(text);
  return (
    <details className="mc-foreign-fold">
      <summary>
        {title} <span className="mc-timeline-note">{text.length.toLocaleString('en-GB')} characters</span>
      </summary>
      {note === undefined ? null : <p className="mc-deliveries-words">{note}</p>}
      <pre
        className="mc-foreign-body"
        aria-label={title}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
        tabIndex={0}
      >
        <ForeignText text={shown} block />
      </pre>
      {hidden === 0 ? null : (
        <p className="mc-deliveries-words">{hidden.toLocaleString('en-GB')} more characters are not shown.</p>
      )}
      <span className="mc-copy-whole">
        Copy all of it <CopyText value={text} label={title.toLowerCase()} />
      </span>
    </details>
  );
}
