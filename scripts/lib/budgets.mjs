/**
 * What the build weighs where it counts: what a page loads before it paints and what a program loads before it does anything, as they lie on the
 * disk and packed. The limits lie about a tenth above what there is; whoever needs more raises them here, and says why in the commit. Not here: building.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { gzipSync } from 'node:zlib';

/**
 * @typedef {object} Weight
 * @property {string} what
 * @property {number} files
 * @property {number} bytes
 * @property {number} packed By gzip, each file by itself
 *
 * @typedef {{ bytes: number, packed: number }} Limit In thousands of bytes
 */

const STATIC_IMPORT = /(?:\bfrom|\bimport)\s*["'`](\.{1,2}\/[^"'`]+\.js)["'`]/g;
const LOADED_BY_PAGE = /<(?:script|link)\b[^>]*>/g;

/**
 * The file and every one that it imports before it runs; what is imported later is left out.
 * @param {string} folder
 * @param {string} entry Its name in the folder
 * @param {Set<string>} [known]
 * @returns {Set<string>} Names in the folder
 */
export function loadedAtOnce(folder, entry, known = new Set()) {
  if (known.has(entry)) return known;
  known.add(entry);
  for (const [, address = ''] of readFileSync(join(folder, entry), 'utf8').matchAll(STATIC_IMPORT))
    loadedAtOnce(folder, posix.join(dirname(entry), address), known);
  return known;
}

/**
 * The page, its script with all that this imports, and its styles. Fonts come when a text needs them.
 * @param {string} folder
 */
function loadedByPage(folder) {
  const page = 'index.html';
  const names = new Set();
  for (const [tag] of readFileSync(join(folder, page), 'utf8').matchAll(LOADED_BY_PAGE)) {
    const address = /(?:src|href)="\.\/([^"]+\.(?:js|css))"/.exec(tag)?.[1];
    if (address?.endsWith('.js')) loadedAtOnce(folder, address, names);
    else if (address !== undefined) names.add(address);
  }
  names.add(page);
  return names;
}

const LOADED_LATER = /"\.\/([^"]+\.(?:js|css))"/g;

/**
 * What the page's script loads by itself once that is painted, with what those load: the frame of the screens. Throws where it loads nothing.
 * @param {string} folder
 * @param {Set<string>} before What is there by then
 */
function loadedAfter(folder, before) {
  const names = new Set();
  for (const entry of [...before].filter((name) => name.endsWith('.js')))
    for (const [, address = ''] of readFileSync(join(folder, entry), 'utf8').matchAll(LOADED_LATER)) {
      const name = posix.join(dirname(entry), address);
      if (name.endsWith('.js')) loadedAtOnce(folder, name, names);
      else names.add(name);
    }
  for (const name of before) names.delete(name);
  if (names.size === 0) throw new Error('the page loads no screens');
  return names;
}

/** @param {string} folder @param {RegExp} kind */
function everything(folder, kind) {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return new Set(names.map((name) => name.replaceAll('\\', '/')).filter((name) => kind.test(name)));
}

/** @param {string} what @param {string} folder @param {Set<string>} names @returns {Weight} */
function weigh(what, folder, names) {
  let bytes = 0;
  let packed = 0;
  for (const name of names) {
    const content = readFileSync(join(folder, name));
    bytes += content.length;
    packed += gzipSync(content).length;
  }
  return { what, files: names.size, bytes, packed };
}

/**
 * Weighs a build. Throws when a part of it is missing.
 * @param {string} out A folder like out/
 * @returns {Weight[]}
 */
export function weighBuild(out) {
  const [renderer, main, preload] = ['renderer', 'main', 'preload'].map((name) => join(out, name));
  const page = loadedByPage(renderer);
  return [
    weigh('page, before its first paint', renderer, page),
    weigh('page, the frame of its screens', renderer, loadedAfter(renderer, page)),
    weigh('page, all screens', renderer, everything(renderer, /\.(?:html|js|css)$/)),
    weigh('preload', preload, everything(preload, /\.cjs$/)),
    weigh('desktop program, before its window', main, loadedAtOnce(main, 'main.js')),
    weigh('browser program, before it serves', main, loadedAtOnce(main, 'loopback.js')),
    weigh('programs and threads, all of it', main, everything(main, /\.js$/)),
  ];
}

/** @type {Readonly<Record<string, Limit>>} */
export const LIMITS = {
  'page, before its first paint': { bytes: 26, packed: 8 },
  'page, the frame of its screens': { bytes: 1_420, packed: 400 },
  // The chart of Home is 450 of it, loaded after the figures. Six pictures (days, endpoints, ages, share paid, fees, the way to the close) are 7 kB packed.
  // Scheduled exports and the checklist of a month brought 9.
  // The journal of a month with its accounts, its file and the home currency is 12 kB packed, loaded when it is opened.
  // Values beside a statement's lines, and days as a person writes them, are 1.
  // Labels on endpoints and as a file, the folder of copies outside and what people of a team see are 4 so far.
  // A team beside this computer, and what people of a team are told of each other, are 6.
  'page, all screens': { bytes: 3_600, packed: 1_160 },
  preload: { bytes: 1.7, packed: 0.8 },
  'desktop program, before its window': { bytes: 62, packed: 27 },
  'browser program, before it serves': { bytes: 732, packed: 214 },
  // Scheduled exports, the checklist, the journal and the home currency brought 50 together.
  // The host of a team, with the sign-in at its people's provider, is 97; people and their roles 10.
  // A team's engine beside this computer's (its line, the way in, what is known) is 9; a second person and what guards an overwrite 12.
  'programs and threads, all of it': { bytes: 3_300, packed: 1_090 },
};

/**
 * A line for each weight beside its limit, and a sentence for each that is beyond. A weight without a limit, and a limit without a weight, is beyond.
 * @param {readonly Weight[]} weights
 * @param {Readonly<Record<string, Limit>>} [limits]
 * @returns {{ lines: string[], complaints: string[] }}
 */
export function judgeWeights(weights, limits = LIMITS) {
  const complaints = Object.keys(limits)
    .filter((name) => !weights.some(({ what }) => what === name))
    .map((name) => `“${name}” has a limit and was not weighed.`);
  const lines = weights.map(({ what, files, bytes, packed }) => {
    const limit = limits[what];
    if (limit === undefined) complaints.push(`“${what}” has no limit in scripts/lib/budgets.mjs.`);
    else if (bytes > limit.bytes * 1_000 || packed > limit.packed * 1_000)
      complaints.push(`“${what}” weighs more than its limit in scripts/lib/budgets.mjs.`);
    const beside = (/** @type {number} */ weight, /** @type {number | undefined} */ most) =>
      `${(weight / 1_000).toFixed(1).padStart(7)} of ${String(most ?? '–').padStart(5)} kB`;
    const name = `${what.padEnd(36)}${String(files).padStart(4)} ${files === 1 ? 'file ' : 'files'}`;
    return `${name}  ${beside(bytes, limit?.bytes)}   packed ${beside(packed, limit?.packed)}`;
  });
  return { lines, complaints };
}
