// The records that this window has shown lately, for support to come back to; as long as the window lives.
import { useSyncExternalStore } from 'react';

/** A record that was opened, as its address names it. */
export interface Look {
  readonly profile: string;
  readonly kind: 'invoice' | 'customer' | 'withdrawal';
  readonly ident: string;
  /** Milliseconds since the epoch, of the last time it was opened. */
  readonly at: number;
}

const MOST = 40;
let looks: readonly Look[] = [];
const listeners = new Set<() => void>();

/** It was opened just now; what was there before moves to the front. */
export function noteLook(look: Look): void {
  const isOther = ({ profile, kind, ident }: Look) =>
    profile !== look.profile || kind !== look.kind || ident !== look.ident;
  looks = [look, ...looks.filter(isOther)].slice(0, MOST);
  for (const tell of listeners) tell();
}

function subscribe(tell: () => void): () => void {
  listeners.add(tell);
  return () => listeners.delete(tell);
}

/** Of all businesses, the latest first. */
export function useLooks(): readonly Look[] {
  return useSyncExternalStore(subscribe, () => looks);
}
