/**
 * What was asked for, as whoever reads the manifest needs it: the filter as data and in words, and the order. What only the console itself
 * needs to carry it out is not told. Not here: carrying it out (export-job.ts).
 */
import type { ExportSelection } from '../files/export.ts';
import { filterInWords, type Manifest, sortInWords } from '../files/manifest.ts';

/** Of one export. */
export function askedFor(selection: ExportSelection): Manifest['selection'] {
  const filter = given(filterOf(selection));
  const sort = 'sort' in selection ? selection.sort : [];
  return { filter, sort, filterInWords: filterInWords(filter), sortInWords: sortWordsOf(selection) };
}

function sortWordsOf(selection: ExportSelection): string {
  if (selection.kind === 'close') return 'as it was locked';
  return sortInWords('sort' in selection ? selection.sort : []);
}

type Filter = object;

/** By the names of the call `exports.start`; `bounds` are the instants of its period. */
function filterOf(selection: ExportSelection): Filter {
  switch (selection.kind) {
    case 'invoices':
    case 'withdrawals':
    // What a filter means by acknowledged is a list of groups, which the filter names.
    case 'deliveries':
    case 'exceptions':
    case 'entries':
      return selection.filter;
    case 'adjusted':
      return { ...selection.filter, triage: selection.triage };
    case 'activity':
      return { ...selection.filter, all: selection.all };
    case 'resend-report':
      return { runId: selection.runId, standings: selection.standings };
    case 'late-changes':
    case 'quarantine':
      return {};
    case 'rates':
    case 'payment-methods':
      return { currency: selection.currency };
    case 'tie-rows':
      return { bounds: selection.bounds, coverage: selection.coverage, currency: selection.currency };
    case 'statement':
      return {
        period: selection.period,
        // Of a closed period what was typed then is in its figures.
        typed: selection.closeId === null ? selection.typed : undefined,
        closeId: selection.closeId,
      };
    case 'movements':
      return { period: selection.period, token: selection.token, closeId: selection.closeId };
    case 'statement-rows':
      return {
        bounds: selection.bounds,
        // Withdrawals of which the API names no token.
        token: selection.token ?? 'none',
        line: selection.line,
        closeId: selection.closeId,
      };
    case 'take-rates':
      return { bounds: selection.bounds, tolerance: selection.tolerance };
    case 'take-rate-rows':
      return {
        bounds: selection.bounds,
        tolerance: selection.tolerance,
        method: selection.method,
        currency: selection.currency,
        estimate: selection.estimate,
      };
    case 'prior-period': {
      const { closeId, token, seenFrom, seenTo } = selection;
      return { closeId, token: token === null ? 'none' : token, seenFrom, seenTo };
    }
    case 'close':
      return { closeId: selection.closeId };
  }
}

/** Without what was not narrowed. */
function given(filter: Filter): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined && value !== null));
}
