// What was asked for, as whoever reads the manifest needs it: the filter as data and in words, and the order.
import type { ExportSelection } from '../../../domain/exports/export.ts';
import { boundsOrNull } from '../../../domain/period/period.ts';
import type { ExportJob } from '../../files/writing/export.ts';
import { filterInWords, type Manifest, sortInWords } from '../../files/writing/manifest.ts';

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
  const { kind } = selection;
  if (kind === 'tie-rows' || kind === 'take-rates' || kind === 'take-rate-rows') {
    return { bounds: boundsOrNull(selection.period), ...without(selection, ['kind', 'period']) };
  }
  if (kind === 'statement-rows' || kind === 'prior-period') {
    const bounds = kind === 'statement-rows' ? boundsOrNull(selection.period) : null;
    // Null are those of which the API names no token.
    const token = selection.token === null ? 'none' : selection.token;
    return { bounds, ...without(selection, ['kind', 'period']), token };
  }
  // Of a closed period what was typed then is in its figures.
  if (kind === 'statement' || kind === 'pack')
    return without(selection, closeId === null ? ['kind'] : ['kind', 'typed']);
  const filter = 'filter' in selection ? selection.filter : {};
  return { ...filter, ...without(selection, ['kind', 'filter', 'sort']) };
}

function without(value: object, names: readonly string[]): object {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));
}

/** Without what was not narrowed. */
function given(filter: object): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined && value !== null));
}
