// A failure on screen: what happened, what to do, and a way to try again. Calm: it never covers what is still readable.
import { Button } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Failure } from '../../domain/failure.ts';
import { failureCode, ownWords } from './failure-words.ts';
import { apiSaid, saidDetails } from '../../domain/api-said.ts';
import { ForeignText } from './foreign-text.tsx';
import classes from './failure-notice.module.css';

/** Title, sentence and next step; the API's code in small, and below it what the API itself said. Nothing without a failure. */
export function FailureNotice({
  failure,
  onRetry,
  retryLabel = 'Try again',
}: {
  readonly failure: Failure | null | undefined;
  readonly onRetry?: (() => void) | undefined;
  readonly retryLabel?: string;
}): ReactNode {
  if (failure === null || failure === undefined) return null;
  const { title, sentence, nextStep } = ownWords(failure);
  const code = failureCode(failure);
  return (
    <Notice tone="bad" title={title} action={onRetry === undefined ? undefined : { label: retryLabel, run: onRetry }}>
      {sentence} {nextStep}
      {code === null ? null : (
        <span className="mc-notice-code">
          {' '}
          Code <span className="mc-mono">{code.slice(0, 80)}</span>
        </span>
      )}
      <ApiSaidText failure={failure} />
    </Notice>
  );
}

/** A calm strip with a title, a few words and perhaps one action. */
export function Notice({
  tone,
  title,
  action,
  icon,
  children,
}: {
  readonly tone: 'bad' | 'warn' | 'notice' | 'good' | 'quiet';
  readonly title: string;
  readonly action?: { readonly label: string; readonly run: () => void } | undefined;
  readonly icon?: ReactNode;
  readonly children?: ReactNode;
}): ReactNode {
  return (
    <div
      className="mc-notice"
      data-tone={tone}
      role={tone === 'bad' ? 'alert' : 'status'}
      // An age inside moves; only what is new is told, not the whole again.
      aria-atomic={tone === 'bad'}
    >
      <span className={classes.noticeIcon}>{icon ?? <IconAlertCircle size={18} aria-hidden="true" />}</span>
      <div className={classes.noticeWords}>
        <p className={classes.noticeTitle}>{title}</p>
        {children === undefined ? null : <div className={classes.noticeBody}>{children}</div>}
      </div>
      {action === undefined ? null : (
        <Button size="xs" variant="default" onClick={action.run}>
          {action.label}
        </Button>
      )}
    </div>
  );
}

/** Nothing where the API said nothing. */
function ApiSaidText({ failure }: { readonly failure: Failure }): ReactNode {
  const said = apiSaid(failure);
  if (said === null) return null;
  const { shown, more } = saidDetails(said);
  const { message = '' } = said;
  return (
    <div className={classes.noticeSaid}>
      <span className={classes.noticeSaidWhose}>In the API’s own words</span>
      {message === '' ? null : (
        <p>
          <ForeignText text={message} />
        </p>
      )}
      {shown.length === 0 ? null : (
        <ul>
          {shown.map(({ name, value }) => (
            <li key={name}>
              <span className="mc-mono">{name}</span>: <ForeignText text={value} />
            </li>
          ))}
          {more === 0 ? null : <li>{more} more</li>}
        </ul>
      )}
    </div>
  );
}
