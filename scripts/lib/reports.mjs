/**
 * Reads the reports of vitest and Playwright (how many passed and failed, which were skipped and why) and says what they come to. There is no
 * second attempt: what fails once has failed. Not here: running them.
 */

/**
 * @typedef {object} Count
 * @property {number} passed
 * @property {number} failed
 * @property {string[]} skipped One line each, with the reason where the test gives one
 */

/** @returns {Count} */
export function nothing() {
  return { passed: 0, failed: 0, skipped: [] };
}

/** @param {Count} one @param {Count} other @returns {Count} */
export function sum(one, other) {
  return {
    passed: one.passed + other.passed,
    failed: one.failed + other.failed,
    skipped: [...one.skipped, ...other.skipped],
  };
}

/**
 * What is said of the tests that are worth a word, a line each.
 * @param {Count} count
 */
export function remarks({ skipped }) {
  return skipped.map((line) => `skipped: ${line}`);
}

/**
 * The last line of a run: `N passed, N failed`.
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
 * The count that vitest-count.mjs wrote.
 * @param {string | undefined} report
 * @returns {Count}
 */
export function countVitest(report) {
  if (report === undefined) return { ...nothing(), failed: 1 };
  const { passed, failed, skipped } = JSON.parse(report);
  return { passed, failed, skipped: skipped.map(({ title, reason }) => skippedLine(title, reason)) };
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
        } else count.failed += 1;
      }
    }
    for (const inner of suite.suites ?? []) visit(inner);
  };
  const { suites, errors } = JSON.parse(report);
  for (const suite of suites) visit(suite);
  return errors.length > 0 && count.failed === 0 ? { ...count, failed: 1 } : count;
}
