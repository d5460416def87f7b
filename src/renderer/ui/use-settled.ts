// A text that has stood still, for what is asked while somebody types.
import { useEffect, useState } from 'react';

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
