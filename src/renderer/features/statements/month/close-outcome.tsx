/** What came of the last try to close a month, above whatever tab is shown. */
import type { ReactNode } from 'react';
import { screenPath } from '../../../../domain/screens.ts';
import { FailureNotice, hashHref, Notice } from '../../../ui/index.ts';
import { refusalWords } from '../closes/words.ts';
import type { Month } from './use-month.ts';

/** What came of the last try to close the month. */
export function CloseOutcome({ month: { closing, readiness } }: { readonly month: Month }): ReactNode {
  const { standing, isBusy, askAgain } = closing;
  switch (standing.kind) {
    case 'none':
      return null;
    case 'refused':
      return (
        <Notice tone="warn" title="Not closed" action={{ label: 'Look again', run: readiness.refresh }}>
          {refusalWords(standing.reason)}
        </Notice>
      );
    case 'failed':
      return <FailureNotice failure={standing.failure} />;
    case 'lost':
      return (
        <Notice
          tone="warn"
          title="The answer did not come"
          action={isBusy ? undefined : { label: 'Ask for the answer again', run: askAgain }}
        >
          The month may have been closed; look at the{' '}
          <a className="mc-link mc-link-inline" href={hashHref(screenPath('months'))}>
            list of months
          </a>
          . Asking again sends exactly the same close, which is never made a second time.
        </Notice>
      );
  }
}
