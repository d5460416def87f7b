// Small hooks: the latest value, whether a component is still there, what is done again and again, and a text that has stood still.
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';

/** A ref that always holds the value of the latest render. Not to be read while rendering. */
export function useLatest<Value>(value: Value): RefObject<Value> {
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  });
  return latest;
}

/** False once the component is gone: a late answer takes nobody elsewhere, and what it says is told as news. */
export function useIsHere(): () => boolean {
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  return () => isMounted.current;
}

interface Wish {
  /** Does it: at once where what it needs is known, and else once it is. */
  readonly ask: () => void;
  /** It is not wanted any more. */
  readonly forget: () => void;
}

/** For a key that may come before what it is about is read: it is not lost, and does not go by less than there is. */
export function useOnceKnown(isKnown: boolean, run: () => void): Wish {
  const isAsked = useRef(false);
  const runLate = useEffectEvent(() => {
    if (isAsked.current) run();
    isAsked.current = false;
  });
  useEffect(() => {
    if (isKnown) runLate();
  }, [isKnown]);
  return {
    ask: () => {
      if (isKnown) run();
      else isAsked.current = true;
    },
    forget: () => {
      isAsked.current = false;
    },
  };
}

/** Does it every so many milliseconds; null: not now. */
export function useEvery(milliseconds: number | null, run: () => void): void {
  const again = useEffectEvent(run);
  useEffect(() => {
    if (milliseconds === null) return undefined;
    const timer = setInterval(() => again(), milliseconds);
    return () => clearInterval(timer);
  }, [milliseconds]);
}

/** Milliseconds; long enough that nobody is still typing: a look at the API costs a request of the budget. What costs nothing waits less. */
const SETTLED_MS = 700;

/** The last text that did not change for a while; null before the first. The text is settled while the two are equal. */
export function useSettled(text: string, milliseconds: number = SETTLED_MS): string | null {
  const [settled, setSettled] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), milliseconds);
    return () => clearTimeout(timer);
  }, [text, milliseconds]);
  return settled;
}
