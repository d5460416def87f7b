/**
 * The rooms of a layer, the same in each (ARCHITECTURE.md, "Rooms"), and how full a folder may be. A room imports itself and
 * the rooms before it; the files at the root of a layer import all of them, and no room imports those.
 */
import { importsOf, resolveTarget } from './imports-of.ts';
import type { Finding, Source } from './source.ts';

/** In the order in which they stand on each other. A new one needs a decision (docs/adr). */
export const ROOMS = [
  'kernel',
  'console',
  'profiles',
  'people',
  'records',
  'pricing',
  'webhooks',
  'sync',
  'support',
  'resend',
  'create',
  'ledger',
  'reconcile',
  'period',
  'news',
  'exports',
] as const;

/** The layers that consist of rooms. */
export const LAYERS = [
  'src/domain',
  'src/reconciliation',
  'src/backend/mirror',
  'src/backend/books',
  'src/backend/jobs',
];

/** Imports against the order, each with what it is for. One that is not there any more is a finding too. */
export const EXCEPTIONS: Readonly<Record<string, string>> = {
  'src/domain/console/console-settings.ts -> src/domain/news/notification-settings.ts':
    'the settings are kept as one, and which news ring is a part of them',
  'src/domain/records/invoice.ts -> src/domain/webhooks/delivery-list.ts':
    'invoices are filtered by how their latest delivery stands',
  'src/domain/ledger/entry.ts -> src/domain/reconcile/exception.ts':
    'a row of the entries shows the exception that hangs on it',
  'src/backend/mirror/records/invoices/counts.ts -> src/backend/mirror/sync/census.ts':
    'what needs attention counts invoices that the API does not show any more',
  'src/backend/mirror/records/invoices/counts.ts -> src/backend/mirror/webhooks/delivery-list/conditions.ts':
    'what needs attention counts failing deliveries',
  'src/backend/mirror/records/invoices/totals.ts -> src/backend/mirror/sync/list-state.ts':
    'sums say how complete their list is',
};

export const MOST_FILES = 25;
const FILES_OF_ONE_PREFIX = 4;

interface Place {
  readonly layer: string;
  /** Undefined for a file at the root of its layer. */
  readonly room: string | undefined;
}

function placeOf(path: string): Place | undefined {
  const layer = LAYERS.find((one) => path.startsWith(`${one}/`));
  if (layer === undefined) return undefined;
  const [room = '', ...rest] = path.slice(layer.length + 1).split('/');
  return { layer, room: rest.length === 0 ? undefined : room };
}

function rank(room: string | undefined): number {
  return room === undefined ? ROOMS.length : ROOMS.findIndex((one) => one === room);
}

/** What the building blocks of the screens may know of the domain: no capability. */
const OF_UI = /^src\/domain\/(kernel|console)\//;

function checkBuildingBlocks(source: Source): Finding[] {
  if (!source.path.startsWith('src/renderer/ui/')) return [];
  return importsOf(source).flatMap(({ specifier, line }) => {
    const target = specifier === undefined ? undefined : resolveTarget(source.path, specifier);
    if (target?.kind !== 'ours' || !target.path.startsWith('src/domain/') || OF_UI.test(target.path)) return [];
    const rule = 'the building blocks know kernel and console of the domain';
    return [{ path: source.path, line, what: `imports ${specifier ?? ''}`, rule }];
  });
}

export function checkRooms(sources: readonly Source[], exceptions = EXCEPTIONS): Finding[] {
  const findings: Finding[] = [];
  const used = new Set<string>();
  for (const source of sources) {
    findings.push(...checkBuildingBlocks(source));
    const from = placeOf(source.path);
    if (from === undefined) continue;
    if (rank(from.room) === -1) {
      findings.push({ path: source.path, line: 1, what: `lies in ${from.room}`, rule: `rooms: ${ROOMS.join(', ')}` });
    }
    for (const { specifier, line } of importsOf(source)) {
      const target = specifier === undefined ? undefined : resolveTarget(source.path, specifier);
      if (target?.kind !== 'ours') continue;
      const to = placeOf(target.path);
      if (to === undefined || to.layer !== from.layer || rank(to.room) <= rank(from.room)) continue;
      const name = `${source.path} -> ${target.path}`;
      if (exceptions[name] === undefined) {
        const rule = `${from.room ?? 'the root'} stands before ${to.room ?? 'the root'}`;
        findings.push({ path: source.path, line, what: `imports ${specifier ?? ''}`, rule });
      }
      used.add(name);
    }
  }
  for (const name of Object.keys(exceptions).filter((one) => !used.has(one)))
    findings.push({
      path: name,
      line: 1,
      what: 'is not there',
      rule: 'an exception from the order of rooms is needed',
    });
  return findings;
}

/** Folders that hold too much, and files whose first word stands in for a folder. `use` is React's own word and stands in for none. */
export function checkFolders(paths: readonly string[]): string[] {
  const folders = new Map<string, Set<string>>();
  const prefixes = new Map<string, Set<string>>();
  for (const path of paths) {
    const folder = path.slice(0, path.lastIndexOf('/'));
    const file = path.slice(folder.length + 1);
    const stem = file.replace(/\..*$/, '');
    const prefix = `${folder}/${stem.replace(/-.*$/, '')}`;
    folders.set(folder, (folders.get(folder) ?? new Set()).add(file));
    if (!stem.startsWith('use-')) prefixes.set(prefix, (prefixes.get(prefix) ?? new Set()).add(stem));
  }
  return [
    ...[...folders]
      .filter(([, files]) => files.size > MOST_FILES)
      .map(([folder, files]) => `${folder} holds ${files.size} files, and may hold ${MOST_FILES}`),
    ...[...prefixes]
      .filter(([, stems]) => stems.size >= FILES_OF_ONE_PREFIX)
      .map(([prefix, stems]) => `${prefix}-* are ${stems.size} files, which are a folder`),
  ];
}
