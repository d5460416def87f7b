/** Electron's options of printing as the protocol takes them. An option that is not here throws: it would be lost silently. Not here: printing. */
import type * as Electron from 'electron';

type Options = Electron.PrintToPDFOptions;

const SAME = [
  'displayHeaderFooter',
  'footerTemplate',
  'generateDocumentOutline',
  'generateTaggedPDF',
  'headerTemplate',
  'landscape',
  'pageRanges',
  'preferCSSPageSize',
  'printBackground',
  'scale',
] as const satisfies readonly (keyof Options)[];

/** In inches. */
const SIZES: Readonly<Record<string, readonly [width: number, height: number]>> = {
  A3: [11.7, 16.54],
  A4: [8.27, 11.7],
  A5: [5.83, 8.27],
  Letter: [8.5, 11],
  Legal: [8.5, 14],
};

/** The parameters of Page.printToPDF. */
export function printOptions({ pageSize, margins, ...rest }: Options) {
  const unknown = Object.keys(rest).filter((name) => !SAME.some((same) => same === name));
  const size = typeof pageSize === 'string' ? SIZES[pageSize] : undefined;
  if (unknown.length > 0 || (pageSize !== undefined && size === undefined))
    throw new Error(`the stand-in cannot print with ${JSON.stringify({ pageSize, unknown })}`);
  const { top, bottom, left, right } = margins ?? {};
  const sides = { marginTop: top, marginBottom: bottom, marginLeft: left, marginRight: right };
  const given = Object.entries(sides).filter(([, inches]) => inches !== undefined);
  return {
    ...rest,
    ...(size === undefined ? {} : { paperWidth: size[0], paperHeight: size[1] }),
    ...Object.fromEntries(given),
  };
}
