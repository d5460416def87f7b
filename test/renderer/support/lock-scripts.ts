/** The lock of a scripted engine. */
import type { LockStatus } from '../../../src/domain/console/lock.ts';
import { success } from '../../../src/domain/kernel/failure/failure.ts';
import type { ScriptedEngine } from './scripted-engine.ts';

/** One that is set, and open. */
export const ON: LockStatus = { isOn: true, isLocked: false, waitMs: 0, bySystem: false };

/** The engine's side of it: locked, every call but those of the lock is refused, as it is there; the passphrase is “correct horse”. */
export function withLock(engine: ScriptedEngine): { readonly tell: (status: Partial<LockStatus>) => void } {
  let status = ON;
  const tell = (next: Partial<LockStatus>): void => {
    status = { ...status, ...next };
    engine.push('lock.changed', status, null);
  };
  engine
    .on('lock.status', () => success(status))
    .on('lock.touch', () => success({}))
    .on('lock.now', () => {
      tell({ isLocked: true });
      return success({ ok: true });
    })
    .on('lock.open', ({ passphrase }) => {
      const ok = passphrase === 'correct horse';
      if (ok) tell({ isLocked: false });
      else status = { ...status, waitMs: 40_000 };
      return success({ ok });
    });
  return { tell };
}
