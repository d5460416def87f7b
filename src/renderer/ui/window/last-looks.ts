// The records that this window has shown lately, for support to come back to; as long as the window lives.
import { windowStore } from './window-store.ts';

/** A record that was opened, as its address names it. */
export interface LastLook {
  readonly profile: string;
  readonly kind: 'invoice' | 'customer' | 'withdrawal';
  readonly ident: string;
  /** Milliseconds since the epoch, of the last time it was opened. */
  readonly at: number;
}

const MOST = 40;
const looks = windowStore<readonly LastLook[]>([]);

/** It was opened just now; what was there before moves to the front. */
export function noteLook(look: LastLook): void {
  const isOther = ({ profile, kind, ident }: LastLook) =>
    profile !== look.profile || kind !== look.kind || ident !== look.ident;
  looks.set([look, ...looks.get().filter(isOther)].slice(0, MOST));
}

/** Of all businesses, the latest first. */
export const useLooks = looks.use;
