/** What a world costs in which nothing happens but the watch: questions to the store for each request to the API. Not here: what they ask for. */
import { afterEach, expect, it, vi } from 'vitest';
import { ReaderHost, WriterHost } from '../../../src/backend/workers/threads/hosts.ts';
import { scenarioOf } from '../../sim/scenario.ts';
import { simulate } from '../../sim/simulation.ts';

/** With eight of them a person's question finds the reader free. */
const MOST_A_REQUEST = 8;

afterEach(() => vi.restoreAllMocks());

it('asks the store at most eight times a request', async () => {
  const asked = [vi.spyOn(WriterHost.prototype, 'handle'), vi.spyOn(ReaderHost.prototype, 'handle')];
  const world = scenarioOf(1, { days: 1, openMinutes: 6, sittings: 1 });
  const { lines, violations } = await simulate({ ...world, faults: [], second: [], acts: [] }, { trace: true });
  expect(violations).toEqual([]);
  const requests = lines.filter((line) => / (GET|POST) \/api\//.test(line)).length;
  const questions = asked.reduce((sum, { mock }) => sum + mock.calls.length, 0);
  expect(requests).toBeGreaterThan(100);
  expect(questions / requests).toBeLessThanOrEqual(MOST_A_REQUEST);
});
