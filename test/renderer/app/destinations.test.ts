/** The navigation: every screen has one key of its own, and a digit goes to an entry of the navigation, never to the fifth of a group. */
import { describe, expect, it } from 'vitest';
import { NUMBERED_SCREENS } from '../../../src/main/desktop/menu-template.ts';
import {
  CHECK_SIGNATURE,
  DESTINATIONS,
  destinationOf,
  NAVIGATION,
  NEW_INVOICE,
  NUMBERED,
  PLAN_RESEND,
} from '../../../src/renderer/app/destinations.ts';

describe('destinations', () => {
  it('have one letter and one address each', () => {
    const places = [NEW_INVOICE, PLAN_RESEND, CHECK_SIGNATURE, ...DESTINATIONS];
    expect(new Set(places.map(({ key }) => key)).size).toBe(places.length);
    expect(new Set(places.map(({ path }) => path)).size).toBe(places.length);
    // `g` itself begins the chord.
    for (const { key } of places) expect(key).toMatch(/^[a-fh-z]$/);
  });

  it('keep the screens of reconciliation together, and count them as one entry', () => {
    expect(NUMBERED).toHaveLength(NAVIGATION.length);
    expect(NUMBERED.map(({ label }) => label).slice(3, 6)).toEqual(['Withdrawals', 'Adjusted', 'Rates']);
    // The desktop's own menu shows the same keys.
    expect(NUMBERED.map(({ path, label }) => ({ path, label }))).toEqual(NUMBERED_SCREENS);
    expect(destinationOf('/exceptions')?.label).toBe('Exceptions');
    expect(destinationOf('/periods/abc')?.label).toBe('Closed periods');
    expect(destinationOf('/resend/runs/1')?.label).toBe('Deliveries');
  });
});
