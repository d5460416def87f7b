/** A loss of power at any moment, with whatever of the unsynced writes the disk has, leaves books and mirror as they were promised. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scaled } from '../support/scale.ts';
import { lossesOf, type RecordedLife, recordLife } from './power-loss.ts';

const folder = mkdtempSync(join(tmpdir(), 'durability-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let life: RecordedLife;
beforeAll(async () => {
  life = await recordLife(folder);
});

describe.skipIf(process.platform !== 'linux')('after a loss of power', () => {
  it('FAULT-89: books hold every commit, a mirror those until some moment, copies are whole, and all of it opens', async () => {
    expect(await lossesOf(life, { seed: 1, points: scaled(600) })).toEqual([]);
  });
});
