/**
 * Making a match by hand: after a lost answer the same intent is sent again, which makes no second. Not here: the form.
 */
import { useRef, useState } from 'react';
import type { CallInput, CallOutput } from '../../../../contract/calls.ts';
import { useAction } from '../../../bridge/index.ts';
import { failureWords, HAND_MATCH_REFUSAL_WORDS } from '../../../ui/index.ts';

type Wish = Omit<CallInput<'entries.matchByHand'>, 'intentId'>;
type Answer = CallOutput<'entries.matchByHand'>;

export interface MakingMatch {
  readonly isBusy: boolean;
  /** Why the last try made none, in a sentence. */
  readonly refusal: string | null;
  readonly forget: () => void;
  readonly make: (wish: Wish) => void;
}

/** `onMade` once it stands. */
export function useHandMatch(onMade: () => void): MakingMatch {
  const { run, busy } = useAction('entries.matchByHand');
  /** Of the wish whose answer is still owed. */
  const intent = useRef<{ readonly id: string; readonly wish: string } | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const send = async (wish: Wish): Promise<void> => {
    setRefusal(null);
    const told = JSON.stringify(wish);
    // Another wish is another match; the same one after a lost answer is not.
    if (intent.current?.wish !== told) intent.current = { id: crypto.randomUUID(), wish: told };
    const answer = await run({ intentId: intent.current.id, ...wish });
    if (answer === null) return;
    if (!answer.ok) {
      const { sentence, nextStep } = failureWords(answer.failure);
      setRefusal(`${sentence} ${nextStep}`);
      return;
    }
    intent.current = null;
    if (answer.value.outcome === 'made') onMade();
    else setRefusal(refusedWords(answer.value));
  };
  return {
    isBusy: busy,
    refusal,
    forget: () => setRefusal(null),
    make: (wish) => void send(wish),
  };
}

function refusedWords({ reason, ident }: Extract<Answer, { readonly outcome: 'refused' }>): string {
  return HAND_MATCH_REFUSAL_WORDS[reason](ident);
}
