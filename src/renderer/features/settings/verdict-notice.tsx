// A refused key on screen: the named verdict, and with keychain trouble the offer to keep the key for this run only.
import type { ReactNode } from 'react';
import { Notice } from '../../ui/index.ts';
import { isKeychainVerdict, type Verdict, verdictWords } from './verdict-words.ts';

/** The verdict in words. `onSessionOnly` is offered when only the key store was in the way. */
export function VerdictNotice({
  verdict,
  onSessionOnly,
}: {
  readonly verdict: Verdict;
  readonly onSessionOnly: () => void;
}): ReactNode {
  const { title, sentence, nextStep } = verdictWords(verdict);
  const action = isKeychainVerdict(verdict) ? { label: 'Keep for this run only', run: onSessionOnly } : undefined;
  return (
    <Notice tone="bad" title={title} action={action}>
      {sentence} {nextStep} What you pasted stays in its field.
      {verdict.code === undefined ? null : (
        <span className="mc-notice-code">
          {' '}
          Code <span className="mc-mono">{verdict.code.slice(0, 80)}</span>
        </span>
      )}
    </Notice>
  );
}
