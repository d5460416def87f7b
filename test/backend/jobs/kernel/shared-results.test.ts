/** Results that are shared and kept: one computation for equal requests, nobody's leaving ends another's, old versions are not answered. */
import { describe, expect, it } from 'vitest';
import { type Computed, SharedResults } from '../../../../src/backend/jobs/kernel/shared-results.ts';

interface Work {
  readonly signal: AbortSignal;
  readonly end: (result: string) => void;
  readonly fail: (error: Error) => void;
}

function bench(): {
  works: Work[];
  ask: (key: string, version: string, signal?: AbortSignal) => Promise<Computed<string>>;
} {
  const works: Work[] = [];
  const shared = new SharedResults<string>();
  return {
    works,
    ask: (key, version, signal = new AbortController().signal) =>
      shared.get({
        key,
        version,
        signal,
        compute: (wanted) =>
          new Promise((resolve, reject) => {
            const end = (result: string): void => resolve({ result, computedAt: `at ${works.length}` });
            works.push({ signal: wanted, end, fail: reject });
            wanted.addEventListener('abort', () => reject(new Error('aborted')));
          }),
      }),
  };
}

const CANCELLED = { failure: { kind: 'cancelled' } };

describe('shared results', () => {
  it('are computed once for equal requests and kept until the version changes', async () => {
    const { works, ask } = bench();
    const both = [ask('a', '1'), ask('a', '1')];
    const other = ask('b', '1');
    expect(works).toHaveLength(2);
    works[0]?.end('first');
    works[1]?.end('second');
    expect((await Promise.all(both)).map(({ result }) => result)).toEqual(['first', 'first']);
    expect((await other).result).toBe('second');
    expect((await ask('a', '1')).result).toBe('first');
    expect(works).toHaveLength(2);
    const fresh = ask('a', '2');
    expect(works).toHaveLength(3);
    works[2]?.end('third');
    expect((await fresh).result).toBe('third');
    expect((await ask('a', '2')).result).toBe('third');
  });

  it('are not joined by a request that knows more', async () => {
    const { works, ask } = bench();
    const early = ask('a', '1');
    const late = ask('a', '2');
    expect(works).toHaveLength(2);
    works[1]?.end('new');
    works[0]?.end('old');
    expect([(await early).result, (await late).result]).toEqual(['old', 'new']);
    expect((await ask('a', '2')).result).toBe('new');
    expect(works).toHaveLength(2);
  });

  it('go on for the others when one gives up, and end with the last', async () => {
    const { works, ask } = bench();
    const [first, second] = [new AbortController(), new AbortController()];
    const asked = [ask('a', '1', first.signal), ask('a', '1', second.signal)];
    first.abort();
    await expect(asked[0]).rejects.toMatchObject(CANCELLED);
    expect(works[0]?.signal.aborted).toBe(false);
    second.abort();
    await expect(asked[1]).rejects.toMatchObject(CANCELLED);
    expect(works[0]?.signal.aborted).toBe(true);
    // Whoever comes now does not wait for what is being given up.
    const again = ask('a', '1');
    expect(works).toHaveLength(2);
    works[1]?.end('again');
    expect((await again).result).toBe('again');
  });

  it('tell everybody when they fail, and are tried anew', async () => {
    const { works, ask } = bench();
    const both = [ask('a', '1'), ask('a', '1')];
    works[0]?.fail(new Error('the disk'));
    for (const one of both) await expect(one).rejects.toThrow('the disk');
    const again = ask('a', '1');
    works[1]?.end('well');
    expect((await again).result).toBe('well');
    await expect(ask('a', '1', AbortSignal.abort())).rejects.toMatchObject(CANCELLED);
  });

  it('keep the latest used, and no more than a few', async () => {
    const { works, ask } = bench();
    const asked = Array.from({ length: 12 }, (_, at) => ask(`k${at}`, '1'));
    for (const [at, work] of works.entries()) work.end(`r${at}`);
    await Promise.all(asked);
    expect((await ask('k11', '1')).result).toBe('r11');
    expect(works).toHaveLength(12);
    const forgotten = ask('k0', '1');
    expect(works).toHaveLength(13);
    works[12]?.end('anew');
    await forgotten;
  });
});
