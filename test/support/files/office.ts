/** A real spreadsheet, LibreOffice without a window: files that it opens, and what it reckons for formulas that are put into one. */
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';

const OFFICE = 'soffice';

/** Is it here? Says what to install where it is not. */
export function hasOffice(): boolean {
  const isHere = spawnSync(OFFICE, ['--version']).status === 0;
  if (!isHere)
    process.stderr.write('no LibreOffice here, so a soak is left out (Debian: apt install libreoffice-calc)\n');
  return isHere;
}

/** Turns the file into another format, beside it. `filter` is how it is told to take CSV apart. */
export function converted(path: string, folder: string, into: string, filter?: string): void {
  const args = [
    `-env:UserInstallation=file://${folder}/office`,
    '--headless',
    '--convert-to',
    into,
    '--outdir',
    folder,
  ];
  execFileSync(OFFICE, [...args, ...(filter === undefined ? [] : [`--infilter=${filter}`]), path], { stdio: 'ignore' });
}

/** Behind all that the second sheet has. */
const FREE_ROW = 900;
/** The second sheet alone, its numbers whole and not as they are shown. */
const SECOND_SHEET = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,false,false,false,false,2';

/** Puts formulas without a value into a copy of the workbook, and answers what they come to. Nothing but numbers that are not negative. */
export function reckoned(path: string, folder: string, formulas: readonly string[]): readonly number[] {
  const parts = unzipSync(readFileSync(path));
  const name = 'xl/worksheets/sheet2.xml';
  const cells = formulas
    .map((formula, index) => `<c r="${String.fromCodePoint(66 + index)}${FREE_ROW}"><f>${escaped(formula)}</f></c>`)
    .join('');
  const sheet = strFromU8(parts[name] ?? new Uint8Array()).replace(
    '</sheetData>',
    `<row r="${FREE_ROW}">${cells}</row></sheetData>`,
  );
  const copy = join(folder, `reckoned-${basename(path)}`);
  writeFileSync(copy, zipSync({ ...parts, [name]: strToU8(sheet) }));
  converted(copy, folder, SECOND_SHEET);
  const lines = readFileSync(copy.replace(/\.xlsx$/, '-Manifest.csv'), 'utf8')
    .trimEnd()
    .split('\n');
  return [...(lines.at(-1) ?? '').matchAll(/[\d.]+/g)].map(([sum]) => Number(sum));
}

const escaped = (formula: string): string =>
  formula.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
