// The parts of a workbook that hold no rows: content types, relations, styles, and how a sheet begins and ends.

import { type DateLook, MAX_DECIMALS } from './cell.ts';

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

export const MANIFEST_SHEET = { title: 'Manifest', widths: [40, 60, 24, 24, 32] } as const;

/** The first number of a format that is ours. */
const FIRST_FORMAT = 164;
const NUMBERS = Array.from({ length: MAX_DECIMALS + 1 }, (_, decimals) =>
  decimals === 0 ? '0' : `0.${'0'.repeat(decimals)}`,
);
const LOOKS = ['day', 'moment', 'instant'] as const satisfies readonly DateLook[];
const DATES = {
  day: 'yyyy-mm-dd',
  moment: 'yyyy-mm-dd hh:mm:ss',
  instant: 'yyyy-mm-dd hh:mm:ss.000',
} as const satisfies Readonly<Record<DateLook, string>>;
const FORMATS = [...NUMBERS, ...LOOKS.map((look) => DATES[look])];
/** Formats of texts come first. */
const TEXTS = 4;

/**
 * Numbers of the cell formats. Amounts keep the decimals that the API gave them; a text that looks like a formula is marked as text, so
 * that it stays one when a person edits the cell.
 */
export const STYLES = {
  text: (isBold: boolean, isQuoted: boolean): number => (isBold ? 1 : 0) + (isQuoted ? 2 : 0),
  number: (decimals: number): number => TEXTS + decimals,
  date: (look: DateLook): number => TEXTS + NUMBERS.length + LOOKS.indexOf(look),
} as const;

/** Everything but the sheets. `title` names the first sheet; characters that a sheet's name must not have are left out. */
export function partsAround(title: string): ReadonlyMap<string, string> {
  return new Map([
    ['[Content_Types].xml', contentTypes()],
    ['_rels/.rels', relations([['officeDocument', 'xl/workbook.xml']])],
    ['xl/workbook.xml', workbook([sheetName(title), MANIFEST_SHEET.title])],
    [
      'xl/_rels/workbook.xml.rels',
      relations([
        ['worksheet', 'worksheets/sheet1.xml'],
        ['worksheet', 'worksheets/sheet2.xml'],
        ['styles', 'styles.xml'],
      ]),
    ],
    ['xl/styles.xml', styles()],
  ]);
}

/** A name that a sheet may have: at most 31 characters, none of []:*?/\\, no apostrophe at its ends, never empty. */
export function sheetName(title: string): string {
  const clean = title
    .replaceAll(/[[\]:*?/\\<>&"]/g, ' ')
    .replaceAll(/^'+|'+$/g, '')
    .slice(0, 31)
    .trim();
  return clean === '' || clean.toLowerCase() === MANIFEST_SHEET.title.toLowerCase() ? 'Rows' : clean;
}

/** The letters of a column: A, …, Z, AA. */
export function columnName(index: number): string {
  const rest = Math.floor(index / 26);
  return `${rest === 0 ? '' : columnName(rest - 1)}${String.fromCharCode(65 + (index % 26))}`;
}

/** What stands before the rows of a sheet. `widths` are those of the columns, in characters; a header of one line stays in view. */
export function sheetBegin(widths: readonly number[], { isFrozen } = { isFrozen: true }): string {
  const pane = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>';
  const columns = widths.map((width, index) => {
    const shown = Math.min(100, Math.max(12, width + 2));
    return `<col min="${index + 1}" max="${index + 1}" width="${shown}" customWidth="1"/>`;
  });
  return (
    `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0">${isFrozen ? pane : ''}</sheetView></sheetViews>` +
    `<cols>${columns.join('')}</cols><sheetData>`
  );
}

/** What stands after them. Texts of digits, as ids and exact amounts, are meant to be texts: no mark says so in each of their cells. */
export function sheetEnd(columns: number, rows: number): string {
  const all = `A1:${columnName(columns - 1)}${rows}`;
  return `</sheetData><ignoredErrors><ignoredError sqref="${all}" numberStoredAsText="1"/></ignoredErrors></worksheet>`;
}

function contentTypes(): string {
  const parts = [
    ['/xl/workbook.xml', `${TYPE}.sheet.main+xml`],
    ['/xl/worksheets/sheet1.xml', `${TYPE}.worksheet+xml`],
    ['/xl/worksheets/sheet2.xml', `${TYPE}.worksheet+xml`],
    ['/xl/styles.xml', `${TYPE}.styles+xml`],
  ].map(([name, type]) => `<Override PartName="${name}" ContentType="${type}"/>`);
  return (
    `${HEAD}<Types xmlns="${PACKAGE}/content-types">` +
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    `<Default Extension="xml" ContentType="application/xml"/>${parts.join('')}</Types>`
  );
}

function relations(targets: readonly (readonly [type: string, target: string])[]): string {
  const list = targets.map(
    ([type, target], index) => `<Relationship Id="rId${index + 1}" Type="${RELATIONS}/${type}" Target="${target}"/>`,
  );
  return `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${list.join('')}</Relationships>`;
}

function workbook(names: readonly string[]): string {
  const sheets = names.map((name, index) => `<sheet name="${name}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`);
  return `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>${sheets.join('')}</sheets></workbook>`;
}

function styles(): string {
  const formats = FORMATS.map((code, index) => `<numFmt numFmtId="${FIRST_FORMAT + index}" formatCode="${code}"/>`);
  const text = [false, true].flatMap((isQuoted) =>
    [0, 1].map((font) => cellFormat(0, font, isQuoted ? ' quotePrefix="1"' : '')),
  );
  const numbers = FORMATS.map((_, index) => cellFormat(FIRST_FORMAT + index, 0, ' applyNumberFormat="1"'));
  const cells = [...text, ...numbers];
  return (
    `${HEAD}<styleSheet xmlns="${MAIN}"><numFmts count="${formats.length}">${formats.join('')}</numFmts>` +
    '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
    '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
    '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
    `<cellXfs count="${cells.length}">${cells.join('')}</cellXfs></styleSheet>`
  );
}

function cellFormat(format: number, font: number, rest: string): string {
  return `<xf numFmtId="${format}" fontId="${font}" fillId="0" borderId="0" xfId="0"${font === 1 ? ' applyFont="1"' : ''}${rest}/>`;
}
