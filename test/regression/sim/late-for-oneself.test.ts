/**
 * Somebody who wrote on the same exception in two windows at once is told by the console that they themselves were first, and that was called a violation: a soak of teams
 * would have failed at it.
 */
import { expect, test } from 'vitest';
import { Journal } from '../../sim/journal.ts';
import { Files } from '../../sim/judges/files.ts';
import { TeamJudge } from '../../sim/judges/team.ts';
import { Verdicts } from '../../sim/judges/verdicts.ts';
import { Roster } from '../../sim/team/roster.ts';

const ANN = { id: 'ann', name: 'Ann', address: 'ann@team.example' };
const input = { ids: ['x'], action: { kind: 'note', note: 'edit' }, seen: { x: '2026-10-24T09:00:00Z' } };
const told = (result: object) => ({ id: 'a', ok: true, output: { results: [{ id: 'x', ...result }] } }) as const;

test('whoever is late for themselves was there twice', () => {
  const verdicts = new Verdicts(new Journal(() => 0, false), () => 0);
  const roster = new Roster();
  roster.invite(ANN, { isIn: true, isHostAdmin: false, roles: ['finance'] })(true);
  const judge = new TeamJudge(verdicts, new Files(() => ''), roster);
  const late = { result: 'changed-since', by: 'Ann' };
  const [one, other] = [1, 2].map(() => judge.asked('exceptions.act', input, 'ann'));
  one?.(told({ result: 'done' }));
  other?.(told(late));
  expect(verdicts.violations).toEqual([]);
  // Nobody is late for themselves who was there once.
  const alone = { ...input, ids: ['y'] };
  judge.asked('exceptions.act', alone, 'ann')({ id: 'a', ok: true, output: { results: [{ id: 'y', ...late }] } });
  expect(verdicts.violations).toEqual(['edits: Ann is told that Ann was first']);
});
