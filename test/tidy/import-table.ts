/**
 * The import table of ARCHITECTURE.md as data: which folder may import which of ours and which packages. Type imports
 * count. What is not listed is forbidden. The first zone whose pattern matches a path is its zone.
 */

export interface Zone {
  readonly name: string;
  readonly files: RegExp;
  /** Zones it may import, besides itself; `types:` before a name allows type imports only. */
  readonly ours: readonly string[];
  /** Package names; one that ends in `*` stands for all that begin so. */
  readonly packages: readonly string[];
}

/** Packages that one place alone may know, so that one place alone changes when they do. */
export const SOLE_OWNERS: Readonly<Record<string, RegExp>> = {
  'decimal.js': /^src\/domain\/kernel\/money\//,
  'temporal-polyfill': /^src\/domain\/kernel\/time\//,
  'age-encryption': /^src\/backend\/files\/sealed\.ts$/,
  'better-sqlite3': /^src\/backend\/sqlite\//,
  electron: /^src\/(main|preload)\//,
  fflate: /^src\/backend\/files\/(writing\/archive|reading\/workbook\/zip)\.ts$/,
  keytar: /^src\/keychain\/keytar-vault\.ts$/,
  'openid-client': /^src\/server\/sign-in\.ts$/,
  sax: /^src\/backend\/files\/reading\/workbook\/xml\.ts$/,
  // The sandbox is a program of its own and sends its webhooks itself.
  undici: /^src\/(backend\/api\/transport\/(transport|tunnel)\.ts$|sandbox\/)/,
};

const FILE_PACKAGES = ['age-encryption', 'fflate', 'sax', 'node:'];
const STORES = ['backend/mirror', 'backend/books'];
const BELOW_HANDLERS = [
  'domain',
  'reconciliation',
  'backend/ports',
  'backend/api',
  'backend/sqlite',
  ...STORES,
  'backend/files',
  'backend/workers',
  'backend/jobs',
  'backend/engine',
];
const BACKEND_ROOT = [
  'handlers',
  'app',
  'data-folder',
  'dispatch',
  'log',
  'machine',
  'publisher',
  'restart',
  'system',
  'trouble',
  'whole-file',
].map((name) => `backend/${name}`);
const CONTRACT = ['contract', 'contract/envelope', 'contract/channel'];
const BEHIND_SHELL = [
  'domain',
  'backend/app',
  'backend/data-folder',
  'backend/ports',
  'backend/log',
  'backend/system',
  'backend/whole-file',
  'keychain',
  'contract/envelope',
  'contract/channel',
  'sandbox',
];
const SHELL = [...BEHIND_SHELL, 'shell'];
const LOOK = ['react', 'react-dom', '@mantine/*', '@tabler/icons-react'];
const FEATURE_PACKAGES = [...LOOK, 'zustand', '@tanstack/react-query', 'recharts', 'wouter', 'dayjs'];
const FEATURE = [
  'domain',
  'types:contract',
  'types:contract/envelope',
  'renderer/bridge',
  'renderer/ui',
  'renderer/ui/text/writing',
  'renderer/theme',
];

function zone(
  name: string,
  ours: readonly string[],
  packages: readonly string[],
  files = new RegExp(`^src/${name}/`),
): Zone {
  return { name, files, ours, packages };
}

/** The one-file zones come before the folders that hold them. */
export const ZONES: readonly Zone[] = [
  zone('domain', [], ['decimal.js', 'temporal-polyfill', 'zod']),
  zone('reconciliation', ['domain'], []),
  zone('contract/channel', [], [], /^src\/contract\/channel\.ts$/),
  zone('contract/envelope', ['domain', 'contract'], ['zod'], /^src\/contract\/envelope\.ts$/),
  zone('contract', ['domain', 'contract/envelope', 'contract/channel'], ['zod']),
  zone('backend/ports', ['domain'], [], /^src\/backend\/ports\.ts$/),
  zone('backend/api', ['domain', 'backend/ports'], ['undici', 'zod', 'node:']),
  zone('backend/sqlite', ['backend/whole-file'], ['better-sqlite3', 'node:']),
  zone('backend/mirror', ['domain', 'backend/ports', 'backend/sqlite'], ['zod']),
  zone('backend/books', ['domain', 'backend/ports', 'backend/sqlite'], ['zod']),
  zone('backend/whole-file', [], ['node:'], /^src\/backend\/whole-file\.ts$/),
  zone('backend/files', ['domain', 'backend/whole-file'], FILE_PACKAGES),
  zone(
    'backend/workers',
    [...STORES, 'backend/sqlite', 'reconciliation', 'backend/files', 'domain', 'backend/ports', 'backend/system'],
    ['node:'],
  ),
  zone('backend/jobs', ['domain', 'reconciliation', 'backend/api', ...STORES, 'backend/files', 'backend/ports'], []),
  zone(
    'backend/engine',
    ['domain', 'reconciliation', 'backend/ports', 'backend/api', ...STORES, 'backend/files', 'backend/jobs'],
    [],
  ),
  zone('backend/handlers', [...BELOW_HANDLERS, ...CONTRACT], []),
  // The clock and randomness of the machine behind the ports, for both shells.
  zone('backend/system', ['backend/ports'], ['node:'], /^src\/backend\/system\.ts$/),
  // Loaded by the shells before the engine is, which is most of the program.
  zone('backend/data-folder', ['backend/sqlite'], [], /^src\/backend\/data-folder\.ts$/),
  ...['app', 'dispatch', 'log', 'machine', 'publisher', 'restart', 'trouble'].map((name) =>
    zone(
      `backend/${name}`,
      [...BELOW_HANDLERS, ...BACKEND_ROOT, ...CONTRACT],
      ['zod', 'pino', 'node:'],
      new RegExp(`^src/backend/${name}\\.ts$`),
    ),
  ),
  zone('keychain', ['backend/ports', 'backend/whole-file'], ['keytar', 'node:']),
  // What the shells do alike: it knows none of them. Over HTTP only those that browsers reach.
  zone('shell/http', [...BEHIND_SHELL, 'shell'], ['fastify', 'node:']),
  zone('shell', BEHIND_SHELL, ['node:']),
  // The shell's own line to the engine is parsed by the contract, as a window's is; it is loaded with the engine and not before.
  zone(
    'main/desktop/follow-engine',
    ['contract', 'contract/envelope', 'backend/app', 'main'],
    [],
    /^src\/main\/desktop\/follow-engine\.ts$/,
  ),
  zone('main', [...SHELL, 'types:contract', 'main/desktop/follow-engine'], ['electron', 'node:']),
  zone('loopback', [...SHELL, 'shell/http'], ['fastify', 'node:']),
  zone('server', [...SHELL, 'shell/http'], ['fastify', '@fastify/*', 'openid-client', 'zod', 'node:']),
  zone('preload', ['contract/channel'], ['electron']),
  zone('sandbox', [], ['fastify', '@fastify/*', 'undici', 'node:']),
  // How a window writes numbers and days: words of the bridge have numbers too.
  zone('renderer/ui/text/writing', ['domain'], [], /^src\/renderer\/ui\/text\/(system-)?writing\.ts$/),
  ...['ui', 'theme'].map((name) =>
    zone(
      `renderer/${name}`,
      ['domain', 'renderer/ui/text/writing'],
      [...LOOK, 'ag-grid-*', 'uqr', '@fontsource-variable/*', 'get-nonce'],
    ),
  ),
  zone(
    'renderer/bridge',
    ['domain', 'renderer/ui/text/writing', ...CONTRACT],
    ['zod', 'react', '@tanstack/react-query', 'eventsource-parser'],
  ),
  zone('renderer/parts', FEATURE, FEATURE_PACKAGES),
  zone('renderer/features', [...FEATURE, 'renderer/parts'], FEATURE_PACKAGES),
  zone(
    'renderer/app',
    [...FEATURE, 'renderer/parts', 'renderer/features'],
    [...FEATURE_PACKAGES, 'get-nonce'],
    /^src\/renderer\/(app\/|[^/]+$)/,
  ),
];
