/**
 * What the API said of a refusal, below our own words and marked as the API's: its message and its details, as text. Not here: bounding it
 * (domain/api-said), one line among other words (failure-words.ts).
 */
import type { ReactNode } from 'react';
import { apiSaid, saidDetails } from '../../domain/api-said.ts';
import type { Failure } from '../../domain/failure.ts';
import { ForeignText } from './foreign-text.tsx';
import classes from './failure-notice.module.css';

/** Nothing where the API said nothing. */
export function ApiSaidText({ failure }: { readonly failure: Failure }): ReactNode {
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
