/**
 * One attempt that was made, and foreign text behind a fold. Foreign text stays text. Not here: which attempts there are (timeline.ts)
 * and those to come (retry-clock.tsx).
 */
import type { ReactNode } from 'react';
import type { AttemptOutcome } from '../../../../domain/delivery-cause.ts';
import { CopyText, ForeignText, InstantText } from '../../../ui/index.ts';
import { answerWords, durationWords, excerpt, numberWords, type ShownAttempt, triggerWords } from './timeline.ts';

const OUTCOME_WORDS: Readonly<Record<AttemptOutcome, string>> = {
  succeeded: 'Accepted',
  failed: 'Failed',
  unknown: 'Result not named',
};

/** When, what came back, how long it took, who asked for it, and what was answered. */
export function AttemptLine({ shown: { attempt, outcome } }: { readonly shown: ShownAttempt }): ReactNode {
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
  readonly note?: ReactNode;
}): ReactNode {
  const { title, text, note } = props;
  const { text: shown, hidden } = excerpt(text);
  return (
    <details className="mc-foreign-fold">
      <summary>
        {title} <span className="mc-timeline-note">{text.length.toLocaleString('en-GB')} characters</span>
      </summary>
      {note === undefined ? null : <p className="mc-note">{note}</p>}
      <pre
        className="mc-foreign-body"
        aria-label={title}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
        tabIndex={0}
      >
        <ForeignText text={shown} block />
      </pre>
      {hidden === 0 ? null : <p className="mc-note">{hidden.toLocaleString('en-GB')} more characters are not shown.</p>}
      <span className="mc-copy-whole">
        Copy all of it <CopyText value={text} label={title.toLowerCase()} />
      </span>
    </details>
  );
}
