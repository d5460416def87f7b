/**
 * Reads the reports of vitest and Playwright (how many passed, which failed, which were skipped and why) and says what they come to. Not here: running them.
 */
import { basename } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/**
 * @typedef {object} Count
 * @property {number} passed
 * @property {number} failed
 * @property {string[]} failures One line for each that failed and is known by name, with its error
 * @property {string[]} skipped One line each, with the reason where the test gives one
 */

/** @returns {Count} */
export function nothing() {
  return { passed: 0, failed: 0, failures: [], skipped: [] };
}

/** @param {Count} one @param {Count} other @returns {Count} */
export function sum(one, other) {
  return {
    passed: one.passed + other.passed,
    failed: one.failed + other.failed,
    failures: [...one.failures, ...other.failures],
    skipped: [...one.skipped, ...other.skipped],
  };
}

/**
 * What is said of the tests that are worth a word, a line each; what failed comes last, where whoever reads only the end of a run sees it.
 * @param {Count} count
 */
export function remarks({ failures, skipped }) {
  return [...skipped.map((line) => `skipped: ${line}`), ...failures.map((line) => `failed: ${line}`)];
}

/**
 * The last line of a run: `N passed, N failed`, whatever else there is to say.
 * @param {Count} count
 */
export function verdict({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped.length > 0 ? `, ${skipped.length} skipped` : ''}`;
}

/** @param {string} title @param {string | undefined} reason */
function skippedLine(title, reason) {
  return `${title} (${reason ?? 'no reason given'})`;
}

/**
 * The count that vitest-count.mjs wrote. A file whose process was gone before its end counts as one failed.
 * @param {string | undefined} report
 * @returns {Count}
 */
export function countVitest(report) {
  if (report === undefined) return { ...nothing(), failed: 1 };
  const { passed, failed, failures = [], skipped, gone = [] } = JSON.parse(report);
  return {
    passed,
    failed: failed + gone.length,
    failures: [...failures, ...gone].map(({ title, error = '' }) => `${title} (${firstLine(error)})`),
    skipped: skipped.map(({ title, reason }) => skippedLine(title, reason)),
  };
}

/** @param {string} text */
function firstLine(text) {
  return stripVTControlCharacters(text).split('\n', 1)[0];
}

/**
 * The test with its first error: the place and the first line.
 * @param {string} title
 * @param {{ results: ReadonlyArray<{ error?: { message?: string, location?: { file: string, line: number } } }> }} test
 */
function errorLine(title, { results }) {
  const error = results.find((result) => result.error !== undefined)?.error;
  const sentence = firstLine(error?.message ?? 'no error given');
  const place = error?.location === undefined ? '' : `${basename(error.location.file)}:${error.location.line}: `;
  return `${title} (${place}${sentence})`;
}

/** @param {string | undefined} report @returns {Count} */
export function countPlaywright(report) {
  if (report === undefined) return { ...nothing(), failed: 1 };
  const count = nothing();
  const visit = (suite) => {
    for (const spec of suite.specs ?? []) {
      for (const test of spec.tests) {
        if (test.status === 'expected') count.passed += 1;
        else if (test.status === 'skipped') {
          const note = test.annotations?.find(({ type }) => type === 'skip' || type === 'fixme');
          // Without a note it was not skipped on purpose: an earlier one of its series failed.
          count.skipped.push(
            skippedLine(spec.title, note === undefined ? 'not run: one before it failed' : note.description),
          );
        } else {
          count.failed += 1;
          count.failures.push(errorLine(spec.title, test));
        }
      }
    }
    for (const inner of suite.suites ?? []) visit(inner);
  };
  const { suites, errors } = JSON.parse(report);
  for (const suite of suites) visit(suite);
  return errors.length > 0 && count.failed === 0 ? { ...count, failed: 1 } : count;
}
