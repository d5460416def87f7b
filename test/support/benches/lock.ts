/** A lock that nobody has opened yet, over books and a clock of the caller's; whatever else it is made of is as harmless as can be, unless it is given. */
import { derive } from '../../../src/backend/api/passphrase.ts';
import { ActivityLog } from '../../../src/backend/engine/activity-log.ts';
import { Lock, type LockParts } from '../../../src/backend/engine/lock.ts';
import { systemIds } from '../../../src/backend/system.ts';
import { SILENT } from '../../backend/workers/fixture.ts';
import { MemoryVault } from '../../integration/bench.ts';

export function aLock(parts: Pick<LockParts, 'books' | 'clock'> & Partial<LockParts>): Lock {
  return new Lock({
    vault: new MemoryVault(),
    ids: systemIds,
    log: SILENT,
    activity: new ActivityLog(parts.books, parts.clock, SILENT, 'anna'),
    host: { authenticate: null },
    settings: async () => ({ lockMinutes: 0 }),
    isKey: () => false,
    derive,
    changed: () => undefined,
    ...parts,
  });
}
