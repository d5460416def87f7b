/**
 * Any sequence of runs and actions: one exception a key, each in the state that an independent reading of its history gives, no deed ever
 * changed or lost, and what the facts show is what is there. Fifty sequences under soak, a tenth in CI.
 */
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import type { Books } from '../../../../../src/backend/books/books.ts';
import { type ExceptionAction, RESOLUTION_REASONS } from '../../../../../src/domain/reconcile/exception.ts';
import type { Finding } from '../../../../../src/domain/kernel/finding.ts';
import { contradictions } from '../../../../support/oracles/exception-history.ts';
import { finding, runOver } from '../../../../support/findings.ts';
import { scaled } from '../../../../support/scale.ts';
import { seeded } from '../../../../support/seeded.ts';
import { openedForEach } from '../../../workers/opened.ts';

const SEQUENCES = scaled(50);
const STEPS = 25;
const RECORDS = 8;

let books: Books;
let folder: string;

openedForEach((opened) => {
  ({ books } = opened);
  folder = opened.folder.path;
});

class Chance {
  readonly random: () => number;

  constructor(seed: number) {
    this.random = seeded(seed);
  }

  below(limit: number): number {
    return Math.floor(this.random() * limit);
  }

  of<Value>(values: readonly Value[]): Value {
    const value = values[this.below(values.length)];
    if (value === undefined) throw new Error('of nothing');
    return value;
  }
}

/** A fact that each kind rests on. */
const FACT_OF = {
  adjusted: 'adjustment.actual_amount_usdt',
  'adjustment-missing': 'adjustment',
  'ordered-differs': 'amount',
} as const;

/** Findings as a run might have them: each record of a few kinds, with one of three facts, written in one of two ways. */
function someFindings(chance: Chance): readonly Finding[] {
  return Array.from({ length: RECORDS }, (_, record) => record).flatMap((record) =>
    (['adjusted', 'adjustment-missing', 'ordered-differs'] as const)
      .filter(() => chance.random() < 0.4)
      .map((kind) => {
        const amount = chance.of(['1', '2', '3']) + chance.of(['', '.00']);
        return finding(record, { kind, delta: amount, evidence: { [FACT_OF[kind]]: amount } });
      }),
  );
}

function someAction(chance: Chance): ExceptionAction {
  const note = chance.of(['one', 'two']);
  return chance.of<ExceptionAction>([
    { kind: 'assign', assignee: chance.of(['anna', 'ben', null]) },
    { kind: 'note', note },
    { kind: 'resolve', reason: chance.of(RESOLUTION_REASONS), note },
    { kind: 'resolve', reason: 'accepted', note },
    { kind: 'reopen', note },
  ]);
}

const keyOf = ({ kind, recordUuid }: { readonly kind: string; readonly recordUuid: string }): string =>
  `${kind} ${recordUuid}`;

it.each(Array.from({ length: SEQUENCES }, (_, seed) => seed))('sequence %i', async (seed) => {
  const chance = new Chance(seed);
  const file = new Database(join(folder, 'books.db'));
  await books.read('profiles.list', {});
  let shown = new Map<string, Finding>();
  let deedsBefore = '';
  for (let step = 0; step < STEPS; step += 1) {
    const at = new Date(Date.UTC(2026, 10, 1, 0, step)).toISOString();
    if (chance.random() < 0.45) {
      const findings = someFindings(chance);
      const isWhole = chance.random() < 0.8;
      await runOver(books, findings, { at, isWhole });
      const found = new Map(findings.map((one) => [keyOf(one), one]));
      shown = isWhole ? found : new Map([...shown, ...found]);
    } else {
      const known: string[] = Object(file.prepare('SELECT id FROM exceptions').pluck().all());
      const ids = [...known.filter(() => chance.random() < 0.3), 'unknown'];
      const act = { profileId: 'p1', ids, action: someAction(chance), at, osUser: 'finance' };
      const results = await books.write('exceptions.act', act);
      expect(results.map(({ id }) => id)).toEqual(ids);
      const again = await books.write('exceptions.act', act);
      expect(again.filter(({ result }) => result === 'done')).toEqual([]);
    }
    expect(contradictions(file)).toEqual([]);
    const deeds = JSON.stringify(file.prepare('SELECT * FROM exception_deeds ORDER BY id').raw().all()).slice(1, -1);
    expect(deeds.startsWith(deedsBefore)).toBe(true);
    deedsBefore = deeds;
    const { rows } = await books.read('exceptions.page', {
      profileId: 'p1',
      filter: {},
      sort: [],
      now: at,
      offset: 0,
      limit: 500,
    });
    expect(rows.map(({ evidence, ...row }) => `${keyOf(row)} ${JSON.stringify(evidence)}`).toSorted()).toEqual(
      [...shown].map(([key, { evidence }]) => `${key} ${JSON.stringify(evidence)}`).toSorted(),
    );
  }
  file.close();
});
