/** 10,000 streams of bytes against the transport: whether a write can have left is never understated, and every request ends in its time. */
import { expect, it } from 'vitest';
import { scaled } from '../../../support/scale.ts';
import { streamed } from './byte-streams.ts';

it('FAULT-2 FAULT-17 FAULT-32: no request is called not sent once a byte of it left, none is sent twice, none waits for ever', async () => {
  const wrong: string[] = [];
  const ends = { reply: 0, 'not-sent': 0, 'maybe-sent': 0 };
  for (let seed = 0; seed < scaled(10_000); seed += 1) {
    const stream = await streamed(seed);
    wrong.push(...stream.wrong);
    for (const kind of stream.ends) ends[kind] += 1;
  }
  expect(wrong).toEqual([]);
  // Each end is met often enough to be judged.
  for (const count of Object.values(ends)) expect(count).toBeGreaterThan(scaled(2_000));
});
