/**
 * Making a match by hand, once: two presses of Enter are one, and after a lost answer the same intent is sent again, which makes no second. Not here:
 * the form.
 */
import { useRef, useState } from 'react';
import type { CallInput, CallOutput } from '../../../contract/calls.ts';
import { useAction } from '../../bridge/index.ts';
import { failureWords, HAND_MATCH_REFUSAL_WORDS } from '../../ui/index.ts';

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
  const { run } = useAction('entries.matchByHand');
  const running = useRef(false);
  /** Of the wish whose answer is still owed. */
  const intent = useRef<{ readonly id: string; readonly wish: string } | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const send = async (wish: Wish): Promise<void> => {
    running.current = true;
    setBusy(true);
    setRefusal(null);
    const told = JSON.stringify(wish);
    // Another wish is another match; the same one after a lost answer is not.
    if (intent.current?.wish !== told) intent.current = { id: crypto.randomUUID(), wish: told };
    const answer = await run({ intentId: intent.current.id, ...wish });
    // What is made is made: an Enter that comes before the form is gone makes no second.
    running.current = answer.ok && answer.value.outcome === 'made';
    setBusy(false);
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
    isBusy,
    refusal,
    forget: () => setRefusal(null),
    make: (wish) => {
      if (!running.current) void send(wish);
    },
  };
}

function refusedWords({ reason, ident }: Extract<Answer, { readonly outcome: 'refused' }>): string {
  return HAND_MATCH_REFUSAL_WORDS[reason](ident);
}
