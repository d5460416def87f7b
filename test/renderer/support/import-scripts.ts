/**
 * Scripted answers about imports: a ledger of 5,000 rows with every bucket and reason, sources that remember, files that are taken piece by piece, an
 * import that runs as far as a test lets it. Not here: the server (scripted-engine.ts).
 */
import type { CallOutput } from '../../../src/contract/calls.ts';
import type { JobView } from '../../../src/domain/exports/report-job.ts';
import { failed, success } from '../../../src/domain/kernel/failure/failure.ts';
import {
  claimedDays,
  type FileCheck,
  type FileFormat,
  type Import,
  type Inspection,
  type Mapping,
  type Reject,
  REJECT_REASONS,
} from '../../../src/domain/ledger/import.ts';
import type { ScriptedEngine } from './scripted-engine.ts';
import { SANDBOX } from './scripts.ts';

export const IMPORT_ID = '1a9e0000-0000-4000-8000-000000000001';
export const SOURCE_ID = '50c00000-0000-4000-8000-000000000001';
const SHA = '7c1d41d07be35a6684c2d1e90b7f3a5c8e1d24f6a0b97c35e8d1f2a4b6c8e0d2';

export const LEDGER_FORMAT: FileFormat = {
  type: 'csv',
  encoding: 'windows-1252',
  separator: ';',
  sheet: null,
  headerLine: 3,
  decimal: ',',
  thousands: '.',
  dateOrder: 'dmy',
  timeZone: 'Europe/Warsaw',
};

export const LEDGER_MAPPING: Mapping = {
  columns: { ident: 'Bestellnr.', amount: 'Betrag', unit: 'Währung', at: 'Datum', status: 'Status', customer: 'Kunde' },
  unit: null,
  amountMeaning: 'ordered',
  statusWords: { versendet: 'fulfilled', storniert: 'cancelled', offen: 'unfulfilled' },
  otherStatus: null,
};

const COLUMNS = ['Bestellnr.', 'Datum', 'Kunde', 'Betrag', 'Währung', 'Status', 'Lager', 'Bemerkung'] as const;
const NAMES = ['Anaïs Müller', 'Jürgen Groß', 'Łukasz Żak', 'Renée Ö. Bäcker'] as const;

function cellsOf(index: number): readonly string[] {
  return [
    `order-${(10_482 + index).toString()}`,
    `${String(1 + (index % 28)).padStart(2, '0')}.10.2026 ${String(8 + (index % 12)).padStart(2, '0')}:14`,
    NAMES[index % NAMES.length] ?? '',
    `${index % 3 === 0 ? '1.' : ''}${(204 + index * 37) % 1000},${String((index * 7) % 100).padStart(2, '0')}`,
    index % 5 === 0 ? 'PLN' : 'EUR',
    ['versendet', 'versendet', 'offen', 'versendet', 'storniert'][index % 5] ?? '',
    'Nord',
    index % 4 === 0 ? 'Geschenk; bitte ohne Rechnung' : '',
  ];
}

/** What a look at the ledger tells, with two doubts. */
export function ledgerInspection(): Inspection {
  const rows = Array.from({ length: 20 }, (_, at) => ({ line: 4 + at, cells: [...cellsOf(at)] }));
  return {
    format: LEDGER_FORMAT,
    doubts: ['decimal', 'dateOrder'],
    sheets: [],
    columns: COLUMNS.map((title, at) => ({
      title,
      samples: [...new Set(rows.map(({ cells }) => cells[at] ?? '').filter((cell) => cell !== ''))].slice(0, 5),
    })),
    rows,
    mapping: LEDGER_MAPPING,
    statusWords: ['Versendet', 'Offen', 'Storniert'],
  };
}

/** The n-th rejected row of a file. */
export function rejectAt(index: number): Reject {
  const reason = REJECT_REASONS[(index * 7) % REJECT_REASONS.length] ?? 'no-ident';
  const values = ['12,34,56', '31.02.2026', 'bezahlt', '', '1.204,5O', '#REF!', '-15,00', 'EURO€'];
  return {
    line: 17 + index * 13,
    column: index % 9 === 0 ? null : (COLUMNS[index % COLUMNS.length] ?? null),
    value: values[index % values.length] ?? '',
    reason,
  };
}

export function rejectsByReason(rejects: readonly Reject[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { reason } of rejects) counts[reason] = (counts[reason] ?? 0) + 1;
  return counts;
}

/** A dry run of 5,000 rows; `rejected` of them cannot be read. */
export function ledgerCheck(rejected = 41): FileCheck {
  const rejects = Array.from({ length: rejected }, (_, at) => rejectAt(at));
  const buckets = {
    matched: 0,
    'within-tolerance': 212,
    'amount-differs': 31,
    'currency-differs': 2,
    'missing-here': 9,
    duplicate: 4,
    replaced: 0,
    expected: 118,
    'fulfilled-not-paid': 6,
    'paid-not-fulfilled': 17,
    'not-compared': 0,
    rejected,
    repeated: 120,
  };
  const rest = Object.values(buckets).reduce((sum, count) => sum + count, 0);
  const rows = Math.max(5_000, rest);
  return {
    rows,
    buckets: { ...buckets, matched: rows - rest },
    replaces: 12,
    missingThere: 14,
    missingDays: [
      { day: '2026-10-07', paid: 160, missing: 2 },
      { day: '2026-10-31', paid: 171, missing: 12 },
    ],
    certificate: 'certified',
    rejects: rejects.slice(0, 1_000),
    rejectsByReason: rejectsByReason(rejects),
    sums: [
      { unit: 'EUR', count: 3_987, amount: '1204775.9' },
      { unit: 'PLN', count: 972, amount: '418230.551' },
    ],
    days: { from: '2026-10-01', to: '2026-11-01' },
    unknownStatusWords: ['Retoure'],
    sha256: SHA,
    bytes: 412_880,
    doubts: [],
    sameFile: null,
  };
}

/** The import of that ledger. */
export function ledgerImport(patch: Partial<Import> = {}): Import {
  return {
    id: IMPORT_ID,
    sourceId: SOURCE_ID,
    sourceName: 'Shop ledger',
    kind: 'orders',
    fileName: 'Bestellungen Oktober.csv',
    sha256: SHA,
    bytes: 412_880,
    rows: 5_000,
    entries: 4_839,
    repeated: 120,
    rejected: 41,
    covers: { from: '2026-10-01', to: '2026-11-01' },
    format: LEDGER_FORMAT,
    mapping: LEDGER_MAPPING,
    at: '2026-11-20T09:14:22Z',
    osUser: 'dana',
    ...patch,
  };
}

export type SavedSource = CallOutput<'sources.list'>['sources'][number];

export function shopSource(patch: Partial<SavedSource> = {}): SavedSource {
  return {
    id: SOURCE_ID,
    name: 'Shop ledger',
    kind: 'orders',
    format: LEDGER_FORMAT,
    mapping: LEDGER_MAPPING,
    tolerances: { EUR: '0.01' },
    updatedAt: '2026-11-20T09:14:20Z',
    imports: 1,
    entries: 4_839,
    lastImportAt: '2026-11-20T09:14:22Z',
    ...patch,
  };
}

export interface ImportWorld {
  sources: SavedSource[];
  imports: Import[];
  /** Whose columns the file has. */
  found: string | null;
  inspection: Inspection;
  check: FileCheck;
  /** Later imports that rely on rows of the one that is looked at. */
  repeatedBy: CallOutput<'imports.get'>['repeatedBy'];
  /** What was handed over, by file; taken away when it was discarded. */
  readonly files: Map<string, Buffer>;
  /** How far an import has come; `done` puts it into the books. */
  job: (state: JobView['state'], done?: number, reason?: string) => void;
}

const OUTCOMES = [
  ['matched', 4_440],
  ['within-tolerance', 212],
  ['expected', 118],
  ['amount-differs', 31],
  ['currency-differs', 2],
  ['missing-here', 9],
  ['duplicate', 4],
  ['fulfilled-not-paid', 6],
  ['paid-not-fulfilled', 17],
] as const;

/** A console with one source and one import; a test empties it or changes what it is about. */
export function scriptImports(engine: ScriptedEngine): ImportWorld {
  const rejects = Array.from({ length: 41 }, (_, at) => rejectAt(at));
  let jobs: JobView[] = [];
  let imported: Import | null = null;
  let opened = 0;
  const world: ImportWorld = {
    sources: [shopSource()],
    imports: [ledgerImport()],
    found: null,
    inspection: ledgerInspection(),
    check: ledgerCheck(),
    repeatedBy: [],
    files: new Map(),
    job: (state, done = 0, reason) => {
      jobs = jobs.map((job) => ({ ...job, state, done, ...(reason === undefined ? {} : { reason }) }));
      if (state === 'done' && imported !== null) world.imports = [imported, ...world.imports];
      engine.push('jobs.changed', { jobs }, SANDBOX.id);
    },
  };
  engine
    .on('files.open', () => {
      opened += 1;
      const fileId = `file-${opened}`;
      world.files.set(fileId, Buffer.alloc(0));
      return success({ fileId, maxBytes: 1_073_741_824 });
    })
    .on('files.append', ({ fileId, offset, data }) => {
      const before = world.files.get(fileId);
      if (before === undefined) return failed({ kind: 'not-found', what: 'file', ident: fileId });
      if (offset === before.length) world.files.set(fileId, Buffer.concat([before, Buffer.from(data, 'base64')]));
      return success({ received: world.files.get(fileId)?.length ?? 0 });
    })
    .on('files.discard', ({ fileId }) => {
      world.files.delete(fileId);
      return success({});
    })
    .on('imports.inspect', ({ format = {} }) => {
      const said = Object.entries(format).filter(([, value]) => value !== undefined);
      const { inspection } = world;
      const doubts = inspection.doubts.filter((doubt) => said.every(([name]) => name !== doubt));
      return success({
        inspection: { ...inspection, doubts, format: { ...inspection.format, ...Object.fromEntries(said) } },
        sourceId: world.found,
      });
    })
    .on('imports.check', () => success(world.check))
    .on('imports.run', ({ intentId, sourceId, covers }) => {
      const source = world.sources.find(({ id }) => id === sourceId);
      const days = claimedDays(covers, world.check.days);
      imported = ledgerImport({ id: intentId, sourceId, sourceName: source?.name ?? '', covers: days });
      if (jobs.every(({ id }) => id !== intentId)) {
        const fileName = 'Bestellungen Oktober.csv';
        const label = `Import of ${fileName}`;
        jobs = [{ id: intentId, kind: 'import', label, state: 'running', done: 0, total: 412_880, fileName }];
        engine.push('jobs.changed', { jobs }, SANDBOX.id);
      }
      return success({ jobId: intentId });
    })
    .on('jobs.list', () => success({ jobs }))
    .on('jobs.cancel', () => {
      world.job('cancelled');
      return success({});
    })
    .on('imports.list', ({ sourceId, offset, limit }) => {
      const rows = world.imports.filter((one) => sourceId === undefined || one.sourceId === sourceId);
      return success({ rows: rows.slice(offset, offset + limit), total: rows.length });
    })
    .on('imports.get', ({ id }) => {
      const found = world.imports.find((one) => one.id === id);
      if (found === undefined) return failed({ kind: 'not-found', what: 'import', ident: id });
      return success({
        import: found,
        outcomes: OUTCOMES.map(([outcome, count]) => ({ outcome, count })),
        rejectsByReason: rejectsByReason(rejects),
        handMatches: 2,
        repeatedBy: world.repeatedBy,
      });
    })
    .on('imports.rejects', ({ reason, offset, limit }) => {
      const rows = rejects.filter((one) => reason === undefined || one.reason === reason);
      return success({ rows: rows.slice(offset, offset + limit), total: rows.length });
    })
    .on('imports.undo', ({ id }) => {
      world.imports = world.imports.filter((one) => one.id !== id);
      engine.push('books.changed', { kinds: ['imports', 'entries'] }, SANDBOX.id);
      return success({ outcome: 'undone', entries: 4_839, handMatches: 2 });
    })
    .on('sources.list', () => success({ sources: world.sources }))
    .on('sources.save', (saved) => {
      const source = shopSource({ ...saved, imports: 0, entries: 0, lastImportAt: null });
      world.sources = [...world.sources.filter(({ id }) => id !== saved.id), source];
      return success({ source });
    })
    .on('sources.remove', ({ id }) => {
      world.sources = world.sources.filter((source) => source.id !== id);
      engine.push('books.changed', { kinds: ['imports'] }, SANDBOX.id);
      return success({});
    });
  return world;
}

/** A file as a person chooses one. */
export function ledgerFile(bytes = 412_880) {
  return { name: 'Bestellungen Oktober.csv', mimeType: 'text/csv', buffer: Buffer.alloc(bytes, 0x61) };
}
