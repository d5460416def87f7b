/** The list of cases kept no view under a name, where every other list of exceptions does: its screen was not declared as a list. */
import { expect, it } from 'vitest';
import { LIST_SCREENS, SCREENS } from '../../../src/domain/console/screens.ts';

it('every list of exceptions has saved views', () => {
  const lists = SCREENS.filter(({ id }) => id === 'exceptions' || id.startsWith('exceptions-')).map(({ id }) => id);
  expect(lists).toContain('exceptions-cases');
  expect(lists.filter((id) => !LIST_SCREENS.some((list) => list === id))).toEqual([]);
});
