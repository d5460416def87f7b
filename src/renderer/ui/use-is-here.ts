/** Whether the screen that has begun something is still the one that is shown: another period, another profile and another page are not. */
import { useEffect, useRef } from 'react';

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
