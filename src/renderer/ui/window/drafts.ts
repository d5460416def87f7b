// What is half written outlives the lock, which takes every screen out of the page: it waits in the memory of this window, and is shown and sent by nobody.
import { type Dispatch, type SetStateAction, useEffect, useState } from 'react';

/** The screens were taken away, and come back. */
let isLocked = false;

/** For as long as nothing of the console is in the page; the returned function ends it. */
export function holdDrafts(): () => void {
  isLocked = true;
  return () => {
    isLocked = false;
  };
}

/** Drafts of one kind, each under its name: a state like any other, which is as it was where the lock has taken its place away. Left in another way it is gone. */
export function draftsOf<Value>(): (name: string, first: Value) => readonly [Value, Dispatch<SetStateAction<Value>>] {
  const held = new Map<string, Value>();
  return function useDraft(name, first) {
    const [value, setValue] = useState(() => (held.has(name) ? (held.get(name) ?? first) : first));
    useEffect(() => {
      held.set(name, value);
    }, [name, value]);
    useEffect(
      () => () => {
        if (!isLocked) held.delete(name);
      },
      [name],
    );
    return [value, setValue];
  };
}
