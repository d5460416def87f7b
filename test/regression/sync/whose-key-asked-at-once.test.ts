/**
 * Whose the key is could not be told, and each list that was read next asked for the same record at once, four times each: thirty times within half a
 * minute for two profiles. It is the answer of all that is read on its own for a moment; a person who asks is asked for anew.
 */
import { expect, it } from 'vitest';
import { Passage } from '../../../src/backend/engine/passage.ts';
import { failed, type Failure, success } from '../../../src/domain/kernel/failure/failure.ts';
import { DiscreteClock } from '../../support/discrete-clock.ts';

const FAILURE: Failure = { kind: 'rejected', code: 'INTERNAL_ERROR', status: 500, message: 'x' };

it('what is read on its own asks once a moment whose the key is, a person at any moment, and a mended server is seen within a second', async () => {
  const clock = new DiscreteClock();
  let asked = 0;
  let isMended = false;
  const passage = new Passage(
    {
      clock,
      bar: () => null,
      identify: () => {
        asked += 1;
        return Promise.resolve(isMended ? success('proved') : failed(FAILURE));
      },
      onDifferent: () => undefined,
      onChange: () => undefined,
    },
    false,
  );
  for (const lane of ['backfill', 'check', 'backfill', 'check'] as const)
    expect(await passage.admit(lane)).toEqual(FAILURE);
  expect(asked).toBe(1);
  expect(await passage.admit('click')).toEqual(FAILURE);
  expect(asked).toBe(2);
  isMended = true;
  expect(await passage.admit('check')).toEqual(FAILURE);
  await clock.run(clock.sleep(1_000));
  expect(await passage.admit('check')).toBeNull();
  expect([asked, passage.standing]).toEqual([3, 'same']);
});
