// A value of this window, outside of the components: it outlives a step to another screen, and ends with the window.
import { useSyncExternalStore } from 'react';

export interface WindowStore<Value> {
  readonly get: () => Value;
  readonly set: (value: Value) => void;
  /** The value, drawn anew whenever it is another. */
  readonly use: () => Value;
}

export function windowStore<Value>(first: Value): WindowStore<Value> {
  let value = first;
  const listeners = new Set<() => void>();
  const get = (): Value => value;
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return {
    get,
    set: (next) => {
      value = next;
      for (const tell of listeners) tell();
    },
    use: () => useSyncExternalStore(subscribe, get),
  };
}
