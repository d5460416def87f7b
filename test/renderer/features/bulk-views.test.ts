/** Resending many on screen: what an address asks for, estimates, reasons and outcomes in words. */
import { describe, expect, it } from 'vitest';
import { EXCLUSIONS, ITEM_STATES, RUN_STATES, RUN_STOPS, RUN_WAITS } from '../../../src/domain/resend/bulk.ts';
import { RESEND_OUTCOMES } from '../../../src/domain/resend/resend.ts';
import {
  askedBy,
  askedWords,
  EXCLUSION_WORDS,
  groupedByReason,
  retryWords,
  verbWords,
} from '../../../src/renderer/features/webhooks/resends/plan-words.ts';
import { itemWords } from '../../../src/renderer/features/webhooks/resends/badges.tsx';
import { cancelWords, overCount, runStateWords } from '../../../src/renderer/features/webhooks/resends/run/words.ts';
import { STOP_WORDS } from '../../../src/renderer/parts/run/run.tsx';
import { openRunIn } from '../../../src/renderer/parts/run/use-run.ts';
import { planOfSelectionPath } from '../../../src/renderer/ui/window/kept.ts';
import { planOfFilterPath } from '../../../src/renderer/ui/window/route.ts';
import { excluded, item, run } from './bulk-scene.ts';

/** An address as the route gives it. */
function address(query: string) {
  const parameters = new URLSearchParams(query);
  return {
    text: (name: string) => parameters.get(name) ?? undefined,
    list: (name: string) => parameters.getAll(name),
    flag: (name: string) => {
      const text = parameters.get(name);
      return text === 'true' ? true : text === 'false' ? false : undefined;
    },
  };
}

const ask = (query: string) => askedBy(address(query), 'UTC', 'p-1');
const queryOf = (path: string): string => path.split('?')[1] ?? '';

describe('what an address asks for', () => {
  it('is a filter of the list of deliveries, under its names', () => {
    const asked = ask(queryOf(planOfFilterPath('state=failed&host=shop.example&httpCode=503&sort=-createdAt')));
    expect(asked).toMatchObject({
      kind: 'selection',
      selection: { kind: 'filter', filter: { state: ['failed'], host: ['shop.example'], httpCode: [503] } },
    });
    expect(asked.kind === 'selection' ? askedWords(asked.selection) : '').toBe(
      'Deliveries: failed, shop.example, HTTP 503',
    );
  });

  it('is the whole list only when the list says so', () => {
    expect(ask(queryOf(planOfFilterPath('')))).toMatchObject({ kind: 'selection', selection: { kind: 'filter' } });
    expect(ask('')).toEqual({ kind: 'nothing' });
  });

  it.each(['state=nonsense', 'state=failed&state=nonsense', 'cause=gremlins', 'httpCode=5xx'])(
    'is not widened by leaving out what is not understood: %s',
    (query) => expect(ask(query)).toEqual({ kind: 'misread' }),
  );

  it('is rows that this window holds for this profile', () => {
    const path = planOfSelectionPath('p-1', ['a', 'b', 'a']);
    expect(ask(queryOf(path))).toEqual({
      kind: 'selection',
      selection: { kind: 'invoices', uuids: ['a', 'b'] },
    });
    expect(askedBy(address(queryOf(path)), 'UTC', 'p-2')).toEqual({ kind: 'gone' });
    expect(ask('selection=of-another-window')).toEqual({ kind: 'gone' });
  });
});

describe('the plan in words', () => {
  it('counts what goes out and what retries', () => {
    expect(verbWords(1)).toBe('Resend 1 webhook');
    expect(retryWords(1, 'later')).toBe('1 that will retry by itself later');
    expect(retryWords(31, 'later')).toBe('31 that will retry by themselves later');
  });

  it('has a reason for everything left out, and groups by it', () => {
    expect(new Set(EXCLUSIONS.map((reason) => EXCLUSION_WORDS[reason].short)).size).toBe(EXCLUSIONS.length);
    expect(EXCLUSION_WORDS.gone.why).toBe('The API does not show this invoice any more.');
    const groups = groupedByReason([...excluded('delivered', 2), ...excluded('not-found', 3)]);
    expect(groups.map(({ reason, rows }) => [reason, rows.length])).toEqual([
      ['not-found', 3],
      ['delivered', 2],
    ]);
  });

  it('names the run that is in the way', () => {
    const failure = { kind: 'rejected', code: 'RUN_ALREADY_OPEN', status: 409, message: 'x' } as const;
    expect(openRunIn({ ...failure, details: { openRunId: 'run-7' } })).toBe('run-7');
    expect(openRunIn(failure)).toBeNull();
    expect(openRunIn({ kind: 'profile-changed', reason: 'read-only' })).toBeNull();
  });
});

describe('the run in words', () => {
  it('has a line for every state and every wait', () => {
    const lines = RUN_STATES.map((state) => runStateWords(run({ state })));
    expect(new Set(lines).size).toBe(RUN_STATES.length);
    expect(runStateWords(run())).toBe('Resending, 112 of 200');
    const waits = RUN_WAITS.map((waitingFor) => runStateWords(run({ state: 'waiting', waitingFor })));
    expect(new Set(waits).size).toBe(RUN_WAITS.length);
    expect(overCount(run().counts)).toBe(112);
  });

  it.each(RUN_STOPS)('tells the next step after a stop: %s', (stop) => {
    expect(STOP_WORDS[stop].nextStep).toMatch(/resume/i);
  });

  it('tells what cancelling does to each part', () => {
    expect(cancelWords(run().counts).join(' ')).toMatch(
      /stays sent.*found out.*87 webhooks that are waiting are not sent/,
    );
    expect(cancelWords({ ...run().counts, running: 0 }).join(' ')).not.toMatch(/on the wire/);
  });

  it('speaks of an item with the words of one resend', () => {
    const ended = item(0);
    const titles = RESEND_OUTCOMES.map((outcome) => {
      const report = ended.report === undefined ? undefined : { ...ended.report, outcome };
      return itemWords({ ...ended, report }).title;
    });
    expect(new Set(titles).size).toBe(RESEND_OUTCOMES.length);
    expect(itemWords(item(3)).title).toBe('Skipped: already delivered');
    for (const state of ITEM_STATES) {
      expect(itemWords({ ...ended, state, report: undefined }).text).toMatch(/nothing was sent|before anything/i);
    }
  });
});
