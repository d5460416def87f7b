/** The pure parts of the desktop as tables: places of windows, what is kept of them, links, menus, the tray, the question before the end. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inflateSync } from 'node:zlib';
import type { MenuItemConstructorOptions } from 'electron';
import { describe, expect, test } from 'vitest';
import { trayPictures } from '../../../packaging/pictures.ts';
import { autostartEntry, autostartFolder, startsAtLogin } from '../../../src/main/desktop/autostart.ts';
import {
  contextTemplate,
  type MenuDeed,
  menuTemplate,
  NUMBERED_SCREENS,
} from '../../../src/main/desktop/menu-template.ts';
import { isLinkOfOurs, pathOfLink } from '../../../src/main/desktop/deep-link.ts';
import { fileNameFor } from '../../../src/main/desktop/file-name.ts';
import { placeAside, placeWindow, type Rectangle, standAside } from '../../../src/main/desktop/geometry.ts';
import { keptStateOf, openKeptState } from '../../../src/main/desktop/kept-state.ts';
import { addressOf, isSameScreen, pathOf, placeOf } from '../../../src/main/desktop/screen-address.ts';
import { MARKS } from '../../../src/main/desktop/tray/view.ts';
import { seeded } from '../../support/seeded.ts';

const area = (x: number, y: number, width: number, height: number): Rectangle => ({ x, y, width, height });
const LAPTOP = area(0, 25, 1_440, 835);
const LEFT = area(-1_920, 0, 1_920, 1_040);

describe('a window', () => {
  const wanted = { width: 1_360, height: 860 };
  test.each<readonly [string, Rectangle | null, readonly Rectangle[], Rectangle]>([
    ['without kept bounds stands in the middle, no larger than the display', null, [LAPTOP], area(40, 25, 1_360, 835)],
    ['stays where it was', area(10, 30, 1_000, 700), [LAPTOP], area(10, 30, 1_000, 700)],
    ['stays on the second display', area(-1_800, 20, 1_000, 700), [LAPTOP, LEFT], area(-1_800, 20, 1_000, 700)],
    ['of a display that is gone comes to the first', area(-1_800, 20, 1_000, 700), [LAPTOP], area(220, 92, 1_000, 700)],
    [
      'may hang over an edge while its title bar can be grasped',
      area(1_300, 700, 1_000, 700),
      [LAPTOP],
      area(1_300, 700, 1_000, 700),
    ],
    [
      'that cannot be grasped at the right comes back',
      area(1_400, 100, 1_000, 700),
      [LAPTOP],
      area(440, 100, 1_000, 700),
    ],
    [
      'whose title bar is above the display comes down',
      area(100, -300, 1_000, 700),
      [LAPTOP],
      area(100, 25, 1_000, 700),
    ],
    ['whose title bar is below it comes up', area(100, 850, 1_000, 700), [LAPTOP], area(100, 160, 1_000, 700)],
    ['larger than every display becomes as large as one', area(0, 25, 5_000, 5_000), [LAPTOP], area(0, 25, 1_440, 835)],
    ['is left alone by a system that names no display', area(7, 7, 900, 700), [], area(7, 7, 900, 700)],
  ])('%s', (_what, kept, areas, expected) => {
    expect(placeWindow(kept, wanted, areas)).toEqual(expected);
  });

  test('can always be grasped, whatever was kept', () => {
    const random = seeded(7);
    const any = (least: number, most: number) => least + Math.floor(random() * (most - least));
    for (let run = 0; run < 5_000; run += 1) {
      const kept = area(any(-9_000, 9_000), any(-9_000, 9_000), any(100, 6_000), any(100, 6_000));
      const { x, y, width, height } = placeWindow(kept, wanted, [LAPTOP, LEFT]);
      const isThere = [LAPTOP, LEFT].some((one) => {
        const across = Math.min(x + width, one.x + one.width) - Math.max(x, one.x);
        return y >= one.y && y + 32 <= one.y + one.height && across >= Math.min(120, width);
      });
      expect([kept, isThere]).toEqual([kept, true]);
      expect(width * height).toBeLessThanOrEqual(kept.width * kept.height);
    }
  });

  test('that opens over another stands aside, and begins anew at the corner', () => {
    expect(standAside(area(10, 30, 1_000, 700), [LAPTOP])).toEqual(area(38, 58, 1_000, 700));
    expect(standAside(area(430, 150, 1_000, 700), [LAPTOP])).toEqual(area(0, 25, 1_000, 700));
  });
});

test('no two windows open over each other, as long as there is room', () => {
  const screen = { x: 0, y: 0, width: 1_440, height: 900 };
  const open: Rectangle[] = [];
  for (let at = 0; at < 12; at += 1)
    open.push(placeAside({ x: 100, y: 100, width: 1_000, height: 600 }, open, [screen]));
  expect(new Set(open.map(({ x, y }) => `${x} ${y}`)).size).toBe(12);
  // A screen with room for one place only has them all there.
  const small = { x: 0, y: 0, width: 1_000, height: 600 };
  const full = { x: 0, y: 0, width: 1_000, height: 600 };
  expect(placeAside(full, [full, full], [small])).toEqual(full);
});

describe('what the shell keeps', () => {
  const whole = {
    windows: { main: { bounds: area(1, 2, 1_000, 700), isMaximized: true, isFullScreen: false } },
    zoom: 1.5,
    colourScheme: 'dark',
    keepWatching: true,
    team: '11111111-2222-4333-8444-555555555555',
    saidItStays: true,
  } as const;
  const first = { windows: {}, zoom: 0, colourScheme: 'auto', keepWatching: false, team: null, saidItStays: false };

  test('comes back as it was', () => {
    expect(keptStateOf(JSON.stringify(whole))).toEqual(whole);
  });

  test.each([
    '',
    'null',
    '[]',
    '"x"',
    '{',
    '{"windows":null,"zoom":"1","colourScheme":"red","keepWatching":"true","team":"../x"}',
    '{"windows":{"main":{"bounds":{"x":0,"y":0,"width":1e9,"height":700}}},"zoom":99}',
    '{"windows":{"main":{"bounds":{"x":0.5,"y":0,"width":1000,"height":700}}}}',
    '{"windows":{"main":{"bounds":{"x":0,"y":0,"width":-1000,"height":700}}}}',
    '{"windows":{"__proto__":{"bounds":{"x":0,"y":0,"width":1000,"height":700}},"other":{}}}',
  ])('is forgotten where it is odd: %s', (text) => {
    expect(keptStateOf(text)).toEqual(first);
  });

  test('is written whole, read again, and lost without a word where it cannot be', () => {
    const folder = mkdtempSync(join(tmpdir(), 'kept-test-'));
    const file = join(folder, 'deep', 'desktop.json');
    openKeptState(file).keep({ zoom: 2 });
    expect(openKeptState(file).state()).toEqual({ ...first, zoom: 2 });
    writeFileSync(file, ' '.repeat(20_000) + readFileSync(file, 'utf8'));
    expect(openKeptState(file).state()).toEqual(first);
    const nowhere = openKeptState(join(file, 'below-a-file.json'));
    nowhere.keep({ zoom: 3 });
    expect(nowhere.state().zoom).toBe(3);
    rmSync(folder, { recursive: true });
  });
});

test.each([
  ['/', 'app://console/', 'main'],
  ['/invoices', 'app://console/#/invoices', 'main'],
  ['/invoices?status=paid', 'app://console/#/invoices?status=paid', 'main'],
  ['/invoices/a%2Fb', 'app://console/#/invoices/a%2Fb', 'record'],
  ['/withdrawals/1?x', 'app://console/#/withdrawals/1?x', 'record'],
  ['/reconciliation/ledger', 'app://console/#/reconciliation/ledger', 'main'],
  ['/reconciliation/exceptions/late-changes', 'app://console/#/reconciliation/exceptions/late-changes', 'main'],
  ['/reconciliation/ledger/1', 'app://console/#/reconciliation/ledger/1', 'record'],
])('the screen %s is at %s, in a window of kind %s', (path, address, place) => {
  expect([addressOf(path), pathOf(address), placeOf(path)]).toEqual([address, path, place]);
  expect(isSameScreen(address, path)).toBe(true);
});

test('an address is the same however it is spelled, and never one of others', () => {
  expect(isSameScreen(addressOf('/invoices/é'), '/invoices/é')).toBe(true);
  expect(isSameScreen('https://console/#/invoices', '/invoices')).toBe(false);
  expect(['https://evil/#/x', 'app://console/#//evil', 'app://console/#x', ''].map(pathOf)).toEqual([
    '/',
    '/',
    '/',
    '/',
  ]);
  expect(() => addressOf('javascript:alert(1)')).toThrow('not the address of a screen');
});

describe('links from outside', () => {
  test.each([
    ['merchant-console://invoice/5f0c', '/invoices/5f0c'],
    ['merchant-console://invoice/order-1%2F2', '/invoices/order-1%2F2'],
    ['merchant-console://invoice/%252e', '/invoices/%252e'],
    ['merchant-console://invoice/a&b=c', '/invoices/a%26b%3Dc'],
    ['merchant-console://invoice/a@b:1', '/invoices/a%40b%3A1'],
    ['merchant-console://invoice/%C3%A9/', '/invoices/%C3%A9'],
    ['merchant-console://withdrawal/5f0c', '/withdrawals/5f0c'],
    [`merchant-console://invoice/${'x'.repeat(255)}`, `/invoices/${'x'.repeat(255)}`],
  ])('%s shows %s', (link, path) => {
    expect(pathOfLink(link)).toBe(path);
  });

  test.each([
    '',
    'merchant-console:',
    'merchant-console:invoice/1',
    'merchant-console:/invoice/1',
    'merchant-console:///invoice/1',
    'merchant-console://invoice',
    'merchant-console://invoice/',
    'merchant-console://invoice//1',
    'merchant-console://invoice/1/2',
    'merchant-console://invoice/1//',
    'merchant-console://invoices/1',
    'merchant-console://Invoice/1',
    'MERCHANT-CONSOLE://invoice/1',
    'merchant-console://settings/1',
    'merchant-console://__proto__/1',
    'merchant-console://user@invoice/1',
    'merchant-console://user:pass@invoice/1',
    'merchant-console://invoice:80/1',
    'merchant-console://invoice.evil/1',
    'merchant-console://invoice/1?x=1',
    'merchant-console://invoice/1#x',
    'merchant-console://invoice/1?',
    'merchant-console://invoice/.',
    'merchant-console://invoice/..',
    'merchant-console://invoice/%2e',
    'merchant-console://invoice/%2E%2e',
    'merchant-console://invoice/../settings',
    'merchant-console://invoice/..%2Fsettings/x',
    'merchant-console://invoice/%00',
    'merchant-console://invoice/a%0Ab',
    'merchant-console://invoice/a%7f',
    'merchant-console://invoice/%C2%85',
    'merchant-console://invoice/%E2%80%A8',
    'merchant-console://invoice/%',
    'merchant-console://invoice/%zz',
    'merchant-console://invoice/%C3',
    'merchant-console://invoice/%ED%A0%80',
    'merchant-console://invoice/a b',
    'merchant-console://invoice/a"b',
    'merchant-console://invoice/a\\b',
    'merchant-console://invoice/a\n',
    'merchant-console://invoice/é',
    'merchant-console://invoice/<x>',
    ' merchant-console://invoice/1',
    'merchant-console://invoice/1 --data-dir=/evil',
    `merchant-console://invoice/${'x'.repeat(256)}`,
    `merchant-console://invoice/${'x'.repeat(1_000_000)}`,
    'https://invoice/1',
    'javascript:alert(1)//merchant-console://invoice/1',
  ])('%j shows nothing', (link) => {
    expect(pathOfLink(link)).toBeNull();
  });

  test('of random pieces show a screen of the list with one segment, or nothing', () => {
    const random = seeded(11);
    const pieces = [
      'merchant-console:',
      '//',
      '/',
      'invoice',
      'withdrawal',
      '..',
      '%2e',
      '%2F',
      '%00',
      '?',
      '#',
      '@',
      ':',
      'a',
      '\\',
      ' ',
      'é',
    ];
    let shown = 0;
    for (let run = 0; run < 20_000; run += 1) {
      const tail = Array.from({ length: Math.floor(random() * 6) }, () => pieces[Math.floor(random() * pieces.length)]);
      const path = pathOfLink(`${run % 2 === 0 ? 'merchant-console://invoice/' : ''}${tail.join('')}`);
      if (path === null) continue;
      shown += 1;
      expect(path).toMatch(/^\/(?:invoices|withdrawals)\/(?!\.{1,2}$)[^/?#\\\s]+$/);
    }
    expect(shown).toBeGreaterThan(100);
  });

  test('are known by their scheme, however it is written', () => {
    expect(['Merchant-Console:x', 'merchant-console', '--merchant-console:', 'https://x'].map(isLinkOfOurs)).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });
});

describe('the start at login on Linux', () => {
  const odd = ['/opt/My App/50%/"q" $HOME `id` \\n', '--at-login', '--data-dir=/d'];

  test('is an entry that is found again, until somebody switches it off', () => {
    const text = autostartEntry(odd) ?? '';
    expect(startsAtLogin(text, odd)).toBe(true);
    expect(startsAtLogin(text.replaceAll('\n', '\r\n'), odd)).toBe(true);
    expect(startsAtLogin(`${text}Hidden=true\n`, odd)).toBe(false);
    expect(startsAtLogin(text.replace('enabled=true', 'enabled=false'), odd)).toBe(false);
    expect(startsAtLogin(text, ['/opt/other', ...odd.slice(1)])).toBe(false);
  });

  test('writes a command as the specification of desktop entries has it', () => {
    // As GLib reads it back: once as a string of the file, once as an argument in quotes.
    const exec = [
      String.raw`"/opt/My App/50%%/\\"q\\" \\$HOME \\`,
      '`id\\\\`',
      String.raw` \\\\n" "--at-login" "--data-dir=/d"`,
    ];
    expect(autostartEntry(odd)).toContain(`Exec=${exec.join('')}\n`);
    expect(autostartEntry([])).toBeNull();
    expect(autostartEntry(['/opt/a\nExec=evil'])).toBeNull();
  });

  test('lies where the system looks', () => {
    expect(autostartFolder('/people/u', {})).toBe('/people/u/.config/autostart');
    expect(autostartFolder('/people/u', { XDG_CONFIG_HOME: '/c' })).toBe('/c/autostart');
    expect(autostartFolder('/people/u', { XDG_CONFIG_HOME: 'c' })).toBe('/people/u/.config/autostart');
  });
});

test.each([
  ['Statement 10/2026', 'Statement 10-2026.pdf'],
  ['Statement.PDF', 'Statement.pdf'],
  ['../../etc/passwd', '-..-etc-passwd.pdf'],
  ['.hidden', 'hidden.pdf'],
  ['a\u202Efdp.exe', 'a-fdp.exe.pdf'],
  ['CON', 'Merchant Console CON.pdf'],
  ['com1.x', 'Merchant Console com1.x.pdf'],
  ['...', 'Merchant Console.pdf'],
  ['', 'Merchant Console.pdf'],
  ['x'.repeat(500), `${'x'.repeat(120)}.pdf`],
])('a page that proposes %j gets the file %s', (proposed, name) => {
  expect(fileNameFor(proposed, '.pdf')).toBe(name);
});

type Items = readonly MenuItemConstructorOptions[];
const flat = (items: Items): Items =>
  items.flatMap((item) => (Array.isArray(item.submenu) ? [item, ...flat(item.submenu)] : [item]));

describe.each(['darwin', 'win32', 'linux'] as const)('the menu on %s', (platform) => {
  const deeds: MenuDeed[] = [];
  const template = menuTemplate({ platform, isPackaged: true, act: (deed) => deeds.push(deed) });
  const items = flat(template);
  const isMac = platform === 'darwin';

  test('stands in the order of the platform', () => {
    const tops = template.map(({ role, label }) => role ?? label);
    expect(tops).toEqual([
      ...(isMac ? ['appMenu'] : []),
      'fileMenu',
      'editMenu',
      'viewMenu',
      'Go',
      'windowMenu',
      'help',
    ]);
    const quits = template.flatMap(({ role, submenu }) =>
      flat(Array.isArray(submenu) ? submenu : []).some((one) => one.role === 'quit') ? [role] : [],
    );
    expect(quits).toEqual([isMac ? 'appMenu' : 'fileMenu']);
    expect(items.some(({ role }) => role === 'services')).toBe(isMac);
  });

  test('has each key once', () => {
    const keys = items.flatMap(({ accelerator }) => (accelerator === undefined ? [] : [accelerator]));
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys).toContain('CmdOrCtrl+,');
  });

  test('leaves the keys that the page listens for to the page', () => {
    const pages = items
      .filter(({ registerAccelerator }) => registerAccelerator === false)
      .map(({ accelerator }) => accelerator);
    expect(pages).toEqual([
      'CmdOrCtrl+Shift+L',
      'CmdOrCtrl+K',
      ...NUMBERED_SCREENS.map((_screen, at) => `CmdOrCtrl+${at + 1}`),
    ]);
  });

  test('has developer tools and reload in development only', () => {
    const roles = (isPackaged: boolean) =>
      flat(menuTemplate({ platform, isPackaged, act: () => undefined })).map(({ role }) => role);
    for (const role of ['toggleDevTools', 'reload'] as const)
      expect([roles(true).includes(role), roles(false).includes(role)]).toEqual([false, true]);
    expect(roles(false)).not.toContain('forceReload');
  });

  test('does something behind every item of ours', () => {
    for (const item of items) if (item.click !== undefined) Reflect.apply(item.click, undefined, []);
    expect(
      deeds.map((deed) => (deed.do === 'page' ? deed.command : deed.do === 'show' ? deed.path : deed.do)).toSorted(),
    ).toEqual(
      [
        'new-window',
        'own-window',
        'back',
        'forward',
        'data-folder',
        'print',
        'find',
        'lock',
        'shortcuts',
        '/settings',
        // The licences stand there.
        '/settings',
        ...NUMBERED_SCREENS.map(({ path }) => path),
        ...(isMac ? [] : ['about']),
      ].toSorted(),
    );
  });
});

describe('a right click', () => {
  const editFlags = { canCut: true, canCopy: true, canPaste: false, canSelectAll: true } as const;
  const roles = (isEditable: boolean, selectionText: string) =>
    contextTemplate({
      isEditable,
      selectionText,
      editFlags: { ...editFlags, canUndo: false, canRedo: false, canDelete: false, canEditRichly: false },
    }).map(({ role, type, enabled }) => `${role ?? type}${enabled === false ? ' off' : ''}`);

  test('offers what can be done with a text', () => {
    expect(roles(true, '')).toEqual(['cut', 'copy', 'paste off', 'separator', 'selectAll']);
    expect(roles(false, 'a figure')).toEqual(['copy']);
    expect(roles(false, ' \n')).toEqual([]);
  });
});

describe('the mark', () => {
  const pictures = trayPictures(fileURLToPath(new URL('../../..', import.meta.url)));

  /** Of a PNG of 8 bits a channel with alpha: the side, and red, green, blue, alpha at a point of the drawing, whose sides are 24. */
  function decoded(name: string) {
    const png = Buffer.from(pictures[name] ?? '', 'base64');
    const [side, format] = [png.readUInt32BE(16), png.subarray(24, 29).toString('hex')];
    expect([name, png.readUInt32BE(20), format]).toEqual([name, side, '0806000000']);
    const packed: Buffer[] = [];
    for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at))
      if (png.toString('latin1', at + 4, at + 8) === 'IDAT')
        packed.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
    const rows = inflateSync(Buffer.concat(packed));
    const stride = side * 4 + 1;
    const byte = (row: number, column: number): number =>
      row < 0 || column < 1 ? 0 : (rows[row * stride + column] ?? 0);
    for (let at = 0; at < rows.length; at += 1) {
      const [row, column] = [Math.floor(at / stride), at % stride];
      if (column === 0) continue;
      const [left, up, corner] = [byte(row, column - 4), byte(row - 1, column), byte(row - 1, column - 4)];
      const [a, b, c] = [left, up, corner].map((one) => Math.abs(left + up - corner - one));
      const paeth = (a ?? 0) <= (b ?? 0) && (a ?? 0) <= (c ?? 0) ? left : (b ?? 0) <= (c ?? 0) ? up : corner;
      const filter = rows[row * stride] ?? 0;
      rows[at] = byte(row, column) + ([0, left, up, (left + up) >> 1, paeth][filter] ?? 0);
    }
    const pixel = (x: number, y: number): readonly number[] => {
      const first = Math.floor((y * side) / 24) * stride + 1 + Math.floor((x * side) / 24) * 4;
      return [...rows.subarray(first, first + 4)];
    };
    return { side, pixel };
  }

  const [BRAND, WHITE] = [
    [0x4a, 0x5f, 0xd9, 255],
    [255, 255, 255, 255],
  ];

  test('is there in every state and size, and is that of the icon', () => {
    const wanted = MARKS.flatMap((mark) => [
      ...[16, 20, 24, 32, 48].map((size) => `colour/${mark}-${size}`),
      ...[18, 36].map((size) => `template/${mark}-${size}`),
    ]);
    expect(Object.keys(pictures).toSorted()).toEqual([...wanted, 'overlay'].toSorted());
    for (const name of wanted) {
      const { side, pixel } = decoded(name);
      expect(name).toContain(`-${side}`);
      const isTemplate = name.startsWith('template');
      // A rounded square: empty in its corner, whole in its middle of the top; the letter's leg in it.
      expect([name, pixel(0.1, 0.1)[3], pixel(12, 2)]).toEqual([name, 0, isTemplate ? [0, 0, 0, 255] : BRAND]);
      const leg = pixel(6.6, 12.5);
      if (side >= 32) expect([name, isTemplate ? leg[3] : leg]).toEqual([name, isTemplate ? 0 : WHITE]);
    }
    expect(decoded('overlay').pixel(12, 12)).toEqual([0xe8, 0x8a, 0x0c, 255]);
  });

  test('differs in its shape alone, so that nobody needs to see colours', () => {
    for (const size of ['colour/-16', 'template/-18', 'colour/-48']) {
      const shapes = MARKS.map((mark) => {
        const { side, pixel } = decoded(size.replace('/', `/${mark}`));
        const points = Array.from({ length: side ** 2 }, (_, at) => [at % side, Math.floor(at / side)] as const);
        return points.map(([x, y]) => pixel(((x + 0.5) * 24) / side, ((y + 0.5) * 24) / side)[3]).join();
      });
      expect(new Set(shapes).size).toBe(MARKS.length);
    }
  });
});

test('the canvas of a window and the screens of its menu are those of the page', () => {
  const css = readFileSync(new URL('../../../src/renderer/theme/tokens.css', import.meta.url), 'utf8');
  const code = readFileSync(new URL('../../../src/main/desktop/windows.ts', import.meta.url), 'utf8');
  const [, light, dark] = /CANVAS = \{ light: '(#\w+)', dark: '(#\w+)' \}/.exec(code) ?? [];
  expect(css).toContain(`--mc-canvas: light-dark(${light}, ${dark});`);
});
