// What was asked for, as whoever reads the manifest needs it: the filter as data and in words, and the order.
import type { ExportSelection } from '../../domain/export.ts';
import { boundsOrNull } from '../../domain/period.ts';
import type { ExportJob } from '../files/export.ts';
import { filterInWords, type Manifest, sortInWords } from '../files/manifest.ts';

/** Of one export. What only the console itself needs to carry it out is not told. */
export function askedFor({
  selection,
  closeId = null,
}: Pick<ExportJob, 'selection' | 'closeId'>): Manifest['selection'] {
  const filter = given({ ...filterOf(selection, closeId), closeId: closeId ?? idOfClose(selection) });
  const sort = 'sort' in selection ? selection.sort : [];
  const words = selection.kind === 'close' ? 'as it was locked' : sortInWords(sort);
  return { filter, sort, filterInWords: filterInWords(filter), sortInWords: words };
}

function idOfClose(selection: ExportSelection): string | undefined {
  return selection.kind === 'close' || selection.kind === 'prior-period' ? selection.closeId : undefined;
}

/** By the names of the call `exports.start`; `bounds` are the instants of its period. */
function filterOf(selection: ExportSelection, closeId: string | null): object {
  switch (selection.kind) {
    case 'tie-rows':
    case 'take-rates':
    case 'take-rate-rows':
      return { bounds: boundsOrNull(selection.period), ...without(selection, ['kind', 'period']) };
    case 'statement-rows':
    case 'prior-period': {
      const bounds = 'period' in selection ? boundsOrNull(selection.period) : null;
      // Null are those of which the API names no token.
      const token = selection.token === null ? 'none' : selection.token;
      return { bounds, ...without(selection, ['kind', 'period']), token };
    }
    case 'statement':
      // Of a closed period what was typed then is in its figures.
      return without(selection, closeId === null ? ['kind'] : ['kind', 'typed']);
    default:
      return {
        ...('filter' in selection ? selection.filter : {}),
        ...without(selection, ['kind', 'filter', 'sort']),
      };
  }
}

function without(value: object, names: readonly string[]): object {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));
}

/** Without what was not narrowed. */
function given(filter: object): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined && value !== null));
}
