/** One table of screens: every address of now and of before leads to exactly one, no key and no address is given twice. */
import { describe, expect, it } from 'vitest';
import {
  firstScreen,
  movedAddress,
  PLACES,
  type Screen,
  screenAt,
  screenPath,
  SCREENS,
} from '../../../src/domain/console/screens.ts';
import { isScreenPath } from '../../../src/domain/console/screen-path.ts';
import { NUMBERED_SCREENS } from '../../../src/main/desktop/menu-template.ts';

describe('the table of screens', () => {
  it('gives no id, address or key twice', () => {
    for (const pick of [({ id }: Screen) => id, ({ path }: Screen) => path, ({ key }: Screen) => key]) {
      const values = SCREENS.map(pick).filter((value) => value !== undefined);
      expect(new Set(values).size).toBe(values.length);
    }
    // `g` itself begins the chord.
    for (const { key } of SCREENS) expect(key ?? 'a').toMatch(/^[a-fh-z]$/);
  });

  it('reaches every screen by its own address, with the names that stand in it', () => {
    for (const { id, path } of SCREENS) {
      const wanted = [...path.matchAll(/:([a-z]+)/g)].map(([, name = '']) => name);
      const names = Object.fromEntries(wanted.map((name) => [name, 'a/b ü']));
      const address = screenPath(id, names);
      expect(isScreenPath(address)).toBe(true);
      expect(screenAt(address)).toMatchObject({ screen: { id }, names });
    }
    expect(() => screenPath('invoice')).toThrow('needs its ident');
    expect(screenAt('/invoices/')).toBeNull();
    expect(screenAt('/nowhere')).toBeNull();
    // An escape that means nothing is an id like any other.
    expect(screenAt('/invoices/%E0%A4%A')?.names).toEqual({ ident: '%E0%A4%A' });
  });

  it('begins every place with a screen that needs no name, and numbers the places as the menu does', () => {
    for (const { id } of PLACES) expect(firstScreen(id).path).not.toContain(':');
    expect(NUMBERED_SCREENS.map(({ label }) => label)).toEqual(PLACES.map(({ label }) => label));
    expect(PLACES.length).toBeLessThan(10);
  });

  it.each([
    ['/deliveries?state=failed', '/webhooks/deliveries?state=failed'],
    ['/deliveries/hosts', '/webhooks/endpoints'],
    ['/resend?of=ids', '/webhooks/resends/new?of=ids'],
    ['/resend/runs/a%2Fb', '/webhooks/resends/a%2Fb'],
    ['/adjusted?state=all', '/reconciliation?state=all'],
    ['/exceptions?kind=adjusted', '/reconciliation/exceptions?kind=adjusted'],
    ['/entries/changes', '/settings/audit-log?action=import-file'],
    ['/reconciliation/ledger/changes?sourceId=1', '/settings/audit-log?action=import-file&sourceId=1'],
    ['/entries/7', '/reconciliation/ledger/7'],
    ['/periods/close?from=1', '/statements/month/close?from=1'],
    ['/periods/abc', '/statements/closed/abc'],
    ['/create?again=1', '/new-invoice?again=1'],
    ['/statement?from=2026-10-01&opening=USDT+1?', '/statements/month?from=2026-10-01&opening=USDT+1?'],
    ['/late-changes', '/reconciliation/exceptions/late-changes'],
    ['/reconciliation/late-changes', '/reconciliation/exceptions/late-changes'],
    ['/quarantine', '/reconciliation/exceptions/unreadable'],
    ['/reconciliation/unreadable', '/reconciliation/exceptions/unreadable'],
  ])('leads %s to %s', (old, now) => {
    expect(screenAt(old.split('?', 1)[0] ?? '')).toBeNull();
    expect(movedAddress(old)).toBe(now);
    expect(screenAt(now.split('?', 1)[0] ?? '')).not.toBeNull();
  });

  it('knows no other address of before', () => {
    for (const address of ['/', '/nowhere', '/invoices/1', '']) expect(movedAddress(address)).toBeNull();
  });
});
