/**
 * Reads the reports of vitest and Playwright (how many passed, which failed, which were skipped and why, and which passed only when they
 * were tried again) and says what they come to. Not here: running them.
 */
import { basename } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/**
 * @typedef {object} Count
 * @property {number} passed Also those that passed at the second attempt
 * @property {number} failed
 * @property {string[]} failures One line for each that failed and is known by name, with its error
 * @property {string[]} skipped One line each, with the reason where the test gives one
 * @property {string[]} unsteady One line for each that passed at the second attempt only, with the error of the first
 */

/** @returns {Count} */
export function nothing() {
  return { passed: 0, failed: 0, failures: [], skipped: [], unsteady: [] };
}

/** @param {Count} one @param {Count} other @returns {Count} */
export function sum(one, other) {
  return {
    passed: one.passed + other.passed,
    failed: one.failed + other.failed,
    failures: [...one.failures, ...other.failures],
    skipped: [...one.skipped, ...other.skipped],
    unsteady: [...one.unsteady, ...other.unsteady],
  };
}

/**
 * What is said of the tests that are worth a word, a line each; what failed comes last, where whoever reads only the end of a run sees it.
 * @param {Count} count
 */
export function remarks({ failures, skipped, unsteady }) {
  return [
    ...skipped.map((line) => `skipped: ${line}`),
    ...unsteady.map((line) => `passed only at the second attempt: ${line}`),
    ...failures.map((line) => `failed: ${line}`),
  ];
}

/**
 * The last lines of a run. The last of them is `N passed, N failed` whatever else there is to say; what passed at the second attempt
 * only is counted apart in a line before it.
 * @param {Count} count
 */
export function verdict({ passed, failed, skipped, unsteady }) {
  const last = `${passed} passed, ${failed} failed${skipped.length > 0 ? `, ${skipped.length} skipped` : ''}`;
  if (unsteady.length === 0) return [last];
  const apart = `${unsteady.length} only at the second attempt`;
  return [`At the first attempt: ${passed - unsteady.length} passed, ${failed} failed, ${apart}`, last];
}

/** @param {string} title @param {string | undefined} reason */
function skippedLine(title, reason) {
  return `${title} (${reason ?? 'no reason given'})`;
}

/**
 * The count that vitest-count.mjs wrote. A file whose process was gone counts as one failed; `again` is what those files came to when they were run once
 * more, and then stands for them.
 * @param {string | undefined} report
 * @param {Count} [again]
 * @returns {Count}
 */
export function countVitest(report, again) {
  if (report === undefined) return { ...nothing(), failed: 1 };
  const { passed, failed, failures = [], skipped, unsteady = [], gone = [] } = JSON.parse(report);
  const withError = ({ title, error = '' }) => `${title} (${firstLine(error)})`;
  const lost = gone.map(withError);
  const count = {
    passed,
    failed,
    failures: failures.map(withError),
    skipped: skipped.map(({ title, reason }) => skippedLine(title, reason)),
    unsteady: unsteady.map(withError),
  };
  if (again === undefined) return sum(count, { ...nothing(), failed: lost.length, failures: lost });
  return sum(count, { ...again, unsteady: [...again.unsteady, ...lost] });
}

/** The files whose process was gone before their end. @param {string | undefined} report @returns {string[]} */
export function goneIn(report) {
  return report === undefined ? [] : (JSON.parse(report).gone ?? []).map(({ title }) => title);
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
        else if (test.status === 'flaky') {
          count.passed += 1;
          count.unsteady.push(errorLine(spec.title, test));
        } else if (test.status === 'skipped') {
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
