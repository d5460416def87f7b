/** Handlers of the lock: whether it is on, opening, locking, its passphrase. */
import type { lockCalls } from '../../contract/calls/lock.ts';
import { done, type Engine, type HandlersOf } from './kernel/handler.ts';

export function lockHandlers({ lock }: Engine): HandlersOf<typeof lockCalls> {
  return {
    'lock.status': async () => lock.status(),
    'lock.open': ({ passphrase }, { by }) => lock.unlock(passphrase, by),
    'lock.now': async () => ({ ok: lock.lock() }),
    'lock.touch': () => done(lock.touch()),
    'lock.set': ({ passphrase, present = '' }, { by }) => lock.set(passphrase, present, by),
    'lock.remove': ({ present }, { by }) => lock.remove(present, by),
  };
}
