// Handlers of the merchant's own books as they come in: files that are handed over, sources, imports. They change the
// books only, never the API, so every profile may.
import type { importCalls } from '../../contract/calls/imports.ts';
import type { CallInput } from '../../contract/calls.ts';
import { FailureError } from '../../domain/kernel/failure/failure.ts';
import {
  checkDoubts,
  type FileFormat,
  type Inspection,
  type Mapping,
  MAX_IMPORT_BYTES,
  type Source,
} from '../../domain/ledger/import.ts';
import { dayAt } from '../../domain/kernel/time/time.ts';
import { deedOf, type JobContext } from '../jobs/kernel/context.ts';
import type { HandlersFor, HandlersOf } from './kernel/handler.ts';

type FilesCall = 'files.open' | 'files.append' | 'files.discard';
type SourcesCall = 'sources.list' | 'sources.save' | 'sources.remove';

export function importsHandlers(): HandlersOf<typeof importCalls> {
  return { ...filesHandlers(), ...sourcesHandlers(), ...readingHandlers(), ...keptHandlers() };
}

function filesHandlers(): HandlersFor<FilesCall> {
  return {
    'files.open': async ({ name, bytes }, { business }) => {
      const fileId = await business.handed.open(name, bytes);
      return { fileId, maxBytes: MAX_IMPORT_BYTES };
    },
    'files.append': async ({ fileId, offset, data }, { business }) => {
      const piece = Buffer.allocUnsafeSlow(Buffer.byteLength(data, 'base64'));
      const bytes = piece.subarray(0, piece.write(data, 'base64'));
      try {
        return { received: await business.handed.append(fileId, offset, bytes) };
      } finally {
        // Otherwise a whole file of pieces is held until somebody collects them, which nothing on this thread makes anybody do.
        piece.buffer.transfer(0);
      }
    },
    'files.discard': async ({ fileId }, { business }) => {
      await business.handed.discard(fileId);
      return {};
    },
  };
}

function sourcesHandlers(): HandlersFor<SourcesCall> {
  return {
    'sources.list': async (_input, { business }) => {
      const { books, profileId } = business.context;
      return { sources: await books.read('sources.list', { profileId }) };
    },
    'sources.save': async ({ seen, ...source }, { business, by }) => {
      const { context: job, reconciliation } = business;
      const saved = await job.books.write('sources.save', { ...deedOf(job, by), source, seen });
      announceImports(job);
      // A tolerance may be another one now.
      reconciliation.booksChanged();
      return { source: saved };
    },
    'sources.remove': async ({ id, seen }, { business, by }) => {
      const job = business.context;
      await job.books.write('sources.remove', { ...deedOf(job, by), id, seen });
      announceImports(job);
      return {};
    },
  };
}

/** What looks at a file and keeps nothing of it. */
function readingHandlers(): HandlersFor<'imports.inspect' | 'imports.check'> {
  return {
    'imports.inspect': async ({ fileId, kind, format = {}, timeZone }, { business, signal }) => {
      const { handed, reports, context: job } = business;
      const { profileId, books } = job;
      const known = saidOf(format);
      const sources = await books.read('sources.list', { profileId });
      const ofKind = sources.filter((source) => source.kind === kind);
      return handed.use(fileId, async ({ path }) => {
        const look = async (asked: Partial<FileFormat>, columns: Mapping['columns'] = {}): Promise<Inspection> => {
          const reading = { path, format: asked, sourceKind: kind, timeZone, columns };
          return (await reports.result({ kind: 'inspect-file', profileId, ...reading }, signal)).result;
        };
        const inspection = await look(known);
        const source = sourceOfColumns(ofKind, inspection);
        if (source !== undefined) {
          // What its amounts and dates look like is asked of the columns that the source has them in.
          const { columns } = source.mapping;
          const isGuessed =
            columns.amount === inspection.mapping.columns.amount && columns.at === inspection.mapping.columns.at;
          return { inspection: isGuessed ? inspection : await look(known, columns), sourceId: source.id };
        }
        // Its titles may stand where nobody would guess them: in the line in which those of a source do.
        for (const { format: own } of byHeaderLine(ofKind, inspection, known)) {
          const again = await look({ ...known, type: own.type, headerLine: own.headerLine, separator: own.separator });
          const other = sourceOfColumns(ofKind, again);
          if (other !== undefined) return { inspection: again, sourceId: other.id };
        }
        return { inspection, sourceId: null };
      });
    },
    'imports.check': async ({ fileId, kind, ...asked }, { business, signal }) => {
      const { handed, reports, context: job } = business;
      const { profileId } = job;
      return handed.use(fileId, async ({ path }) => {
        const today = dayAt(job.clock.now(), asked.format.timeZone);
        const check = { kind: 'dry-run', profileId, path, sourceKind: kind, ...asked, today } as const;
        const run = (await reports.result(check, signal)).result;
        const { sha256, rows, buckets } = run;
        const entries = rows - buckets.repeated - buckets.rejected;
        const read = { profileId, sourceId: asked.sourceId, sha256, entries, repeated: buckets.repeated };
        const sameFile = await job.books.read('imports.sameFile', read);
        return { ...run, doubts: checkDoubts(run, kind), sameFile };
      });
    },
  };
}

function keptHandlers(): HandlersFor<
  'imports.run' | 'imports.list' | 'imports.get' | 'imports.rejects' | 'imports.undo'
> {
  return {
    'imports.run': async (request, { business, by }) => ({ jobId: await business.imports.start(request, by) }),
    'imports.list': (asked, { business }) => {
      const { books, profileId } = business.context;
      return books.read('imports.list', { profileId, ...asked });
    },
    'imports.get': async ({ id }, { business }) => {
      const { books, profileId } = business.context;
      const found = await books.read('imports.get', { profileId, id });
      if (found === null) throw new FailureError({ kind: 'not-found', what: 'import', ident: id });
      return found;
    },
    'imports.rejects': (asked, { business }) => {
      const { books, profileId } = business.context;
      return books.read('imports.rejects', { profileId, ...asked });
    },
    'imports.undo': async ({ id, reason }, { business, by }) => {
      const undone = await business.imports.undo(id, by, reason);
      return undone.outcome === 'undone' ? undone : { ...undone, reason: 'rows-repeated-later' };
    },
  };
}

/** Looks at the beginning of one file, at most, beside the first. */
const MOST_LOOKS = 4;

function announceImports({ announce, profileId }: JobContext): void {
  announce({ kind: 'books', profileId, kinds: ['imports'] });
}

/**
 * The source whose files look so: all the columns that its mapping names are there, and the file is of the same type. Of several the one that
 * names the most, of equal ones the latest changed.
 */
function sourceOfColumns(sources: readonly Source[], { columns, format }: Inspection): Source | undefined {
  const titles = new Set(columns.map(({ title }) => title));
  const namesOf = ({ mapping }: Source): readonly string[] => Object.values(mapping.columns);
  return sources
    .filter((source) => isSameType(source.format, format) && namesOf(source).every((title) => titles.has(title)))
    .toSorted(
      (left, right) => namesOf(right).length - namesOf(left).length || (left.updatedAt < right.updatedAt ? 1 : -1),
    )
    .at(0);
}

/** Sources of the same type whose titles stand in another line than the guessed one, one a line; none when a person has said which. */
function byHeaderLine(
  sources: readonly Source[],
  { format }: Inspection,
  known: Partial<FileFormat>,
): readonly Source[] {
  if (known.headerLine !== undefined) return [];
  const others = sources.filter(
    (source) => isSameType(source.format, format) && source.format.headerLine !== format.headerLine,
  );
  return [...new Map(others.map((source) => [source.format.headerLine, source])).values()].slice(0, MOST_LOOKS);
}

function isSameType(known: FileFormat, found: FileFormat): boolean {
  return known.type === found.type;
}

/** What was said of a format, and nothing else: what was not said is guessed. */
function saidOf(format: NonNullable<CallInput<'imports.inspect'>['format']>): Partial<FileFormat> {
  const { type, encoding, separator, sheet, headerLine, decimal, thousands, dateOrder, timeZone } = format;
  return {
    ...(type === undefined ? {} : { type }),
    ...(encoding === undefined ? {} : { encoding }),
    ...(separator === undefined ? {} : { separator }),
    ...(sheet === undefined ? {} : { sheet }),
    ...(headerLine === undefined ? {} : { headerLine }),
    ...(decimal === undefined ? {} : { decimal }),
    ...(thousands === undefined ? {} : { thousands }),
    ...(dateOrder === undefined ? {} : { dateOrder }),
    ...(timeZone === undefined ? {} : { timeZone }),
  };
}
