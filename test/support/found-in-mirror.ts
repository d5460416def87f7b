/** Findings that the real engine has in a mirror. Not here: findings by hand (findings.ts). */
import type { Finding } from '../../src/domain/kernel/finding.ts';
import type { Store } from '../../src/backend/workers/threads/store.ts';

/** All of the profile `p1`, as they are handed over. */
export async function foundIn(store: Store): Promise<readonly Finding[]> {
  const found: Finding[] = [];
  await store.compute(
    { kind: 'findings', profileId: 'p1' },
    {
      onProgress: () => undefined,
      onBatch: async (rows) => {
        for (const row of rows) found.push(Object(row));
      },
    },
  );
  return found;
}
