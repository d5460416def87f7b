// Handing a file over for screens. What was handed over and not kept is discarded when the screen is left.
import { useEffect, useRef, useState } from 'react';
import type { Failure } from '../../../domain/kernel/failure/failure.ts';
import type { Bridge } from '../wire/client.ts';
import { useBridge } from '../context.ts';
import { type HandCalls, type HandedOver, handOver, type HandProgress } from '../wire/hand-over.ts';
import { pause } from '../wire/throttled.ts';
import { useWindowProfile } from '../window-profile.tsx';

export type HandedState =
  | { readonly kind: 'none' }
  | { readonly kind: 'sending'; readonly name: string; readonly progress: HandProgress }
  | { readonly kind: 'there'; readonly file: HandedOver }
  | { readonly kind: 'failed'; readonly name: string; readonly failure: Failure };

export interface HandingOver {
  readonly state: HandedState;
  /** Hands this file over instead of the one before, which is discarded. */
  readonly give: (file: File) => void;
  /** Hands the file over once more that failed. */
  readonly again: () => void;
  /** Gives the file up, also while it is on its way. */
  readonly drop: () => void;
  /** Whether the engine may have the file in work: then leaving the screen does not discard it. */
  readonly setTaken: (isTaken: boolean) => void;
}

const NONE: HandedState = { kind: 'none' };

export function useHandedFile(): HandingOver {
  const bridge = useBridge();
  const profile = useWindowProfile().id;
  const [state, setState] = useState<HandedState>(NONE);
  const last = useRef<File | null>(null);
  const present = useRef<(() => void) | null>(null);
  const isTaken = useRef(false);
  useEffect(
    () => () => {
      if (!isTaken.current) present.current?.();
    },
    [],
  );
  const give = (file: File): void => {
    if (profile === null) return;
    last.current = file;
    if (!isTaken.current) present.current?.();
    isTaken.current = false;
    present.current = handed(bridge, profile, file, setState);
  };
  return {
    state,
    give,
    again: () => {
      if (last.current !== null) give(last.current);
    },
    drop: () => {
      if (!isTaken.current) present.current?.();
      isTaken.current = false;
      present.current = null;
      setState(NONE);
    },
    setTaken: (next) => {
      isTaken.current = next;
    },
  };
}

/** Hands the file over. What is returned gives it up: stops the sending, discards what the engine has of it, and nothing is told after that. */
function handed(bridge: Bridge, profile: string, file: File, tell: (state: HandedState) => void): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  let fileId: string | null = null;
  const discard = (id: string): void => void bridge.call('files.discard', { fileId: id }, { profile });
  const calls: HandCalls = {
    open: (input) => bridge.call('files.open', input, { profile }),
    append: (input) => bridge.call('files.append', input, { profile }),
    discard,
    wait: (milliseconds) => pause(milliseconds, signal),
  };
  const { name } = file;
  const progress = (now: HandProgress): void => {
    if (!signal.aborted) tell({ kind: 'sending', name, progress: now });
  };
  progress({ sent: 0, total: file.size, isWaiting: false });
  void handOver(file, calls, signal, progress).then((result) => {
    if (signal.aborted) {
      if (result.ok) discard(result.value.fileId);
      return;
    }
    if (result.ok) {
      fileId = result.value.fileId;
      tell({ kind: 'there', file: result.value });
    } else tell({ kind: 'failed', name, failure: result.failure });
  });
  return () => {
    if (signal.aborted) return;
    stop.abort();
    if (fileId !== null) discard(fileId);
  };
}
