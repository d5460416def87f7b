// The latest value of something for code that runs later: callbacks handed to others, answers that come back.
import { type RefObject, useLayoutEffect, useRef } from 'react';

/** A ref that always holds the value of the latest render. Not to be read while rendering. */
export function useLatest<Value>(value: Value): RefObject<Value> {
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  });
  return latest;
}
