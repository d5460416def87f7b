/** How a delivery stands, one table for all screens: total, one word each, foreign words safe, and what came back last. */
import { describe, expect, it } from 'vitest';
import { deliveryState } from '../../../src/domain/webhooks/delivery.ts';
import { DELIVERY_CAUSES, DELIVERY_ROW_STATES } from '../../../src/domain/webhooks/delivery-list.ts';
import {
  CAUSE_WORDS,
  DELIVERY_STATES,
  deliveryStateWord,
  hostWords,
  lastAnswerWords,
} from '../../../src/renderer/parts/delivery-state.tsx';
import { delivery, HOSTILE } from '../features/records.ts';

describe('how a delivery stands', () => {
  it('has a word, an icon and a meaning of its own for every state, and a word for every cause', () => {
    const looks = DELIVERY_ROW_STATES.map((state) => DELIVERY_STATES[state]);
    for (const key of ['word', 'icon', 'meaning'] as const) {
      expect(new Set(looks.map((look) => look[key])).size).toBe(DELIVERY_ROW_STATES.length);
    }
    expect(looks.map(({ word }) => word)).toEqual(
      expect.arrayContaining(['pending', 'retrying', 'delivering', 'not checked yet', 'no delivery']),
    );
    expect(new Set(DELIVERY_CAUSES.map((cause) => CAUSE_WORDS[cause])).size).toBe(DELIVERY_CAUSES.length);
    expect(DELIVERY_STATES['never-read'].meaning).toContain('nothing is known');
  });

  it('shows a status that is not known as it came, and safe', () => {
    expect(deliveryStateWord('unknown', 'archived')).toBe('archived');
    expect(deliveryStateWord('unknown', '')).toBe('unknown status');
    expect(deliveryStateWord('unknown', HOSTILE.long)).toHaveLength(40);
    expect(deliveryStateWord('unknown', HOSTILE.rtl)).toContain('⟨202E⟩');
    expect(deliveryStateWord('failed', HOSTILE.status)).toBe('failed');
  });

  it.each([
    ['pending', 0],
    ['pending', 3],
    ['delivering', 1],
    ['delivered', 1],
    ['failed', 7],
    ['archived', 1],
  ] as const)('never hides the API’s own word: %s after %i attempts', (status, attempts) => {
    const one = delivery({ status, attempts });
    const shown = `${deliveryStateWord(deliveryState(one), status)} ${DELIVERY_STATES[deliveryState(one)].meaning}`;
    expect(shown).toContain(status);
  });
});

describe('what came back last', () => {
  it.each([
    [503, 'server-error', 'HTTP 503'],
    [302, 'redirect', 'HTTP 302, redirect'],
    [null, 'timeout', 'timed out'],
    [null, 'refused', 'connection refused'],
    [200, null, 'HTTP 200'],
    [null, null, null],
  ] as const)('is said in a few words: %s, %s', (httpCode, cause, words) => {
    expect(lastAnswerWords({ httpCode, cause })).toBe(words);
  });

  it('came from a host, or from an address that is none', () => {
    expect(hostWords('shop.example')).toBe('shop.example');
    expect(hostWords(null)).toBe('no readable address');
    expect(hostWords(HOSTILE.long)).toHaveLength(120);
  });
});
