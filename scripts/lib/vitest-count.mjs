/**
 * A vitest reporter that writes one JSON file with how many passed, and what failed or was skipped, and in which files the
 * process that ran them was gone before their end, to the path in VITEST_COUNT_FILE. Vitest's own JSON report leaves out why a test was skipped, which must be said aloud.
 */
import { writeFileSync } from 'node:fs';

/** How vitest tells of it. */
const GONE = 'exited unexpectedly';

/** @param {import('vitest/node').TestModule} module */
function isUnfinished(module) {
  return [...module.children.allTests()].some((test) => test.result().state === 'pending');
}

/** @typedef {{ readonly message?: string, readonly cause?: unknown }} Failure */

/** How many causes of causes are told. */
const MOST_CAUSES = 4;

/** An error with its causes: that a process of the runner is gone is told in the first, and by which signal in the second. @param {Failure | undefined} error */
function wordsOf(error) {
  const words = [];
  for (let at = error; at !== undefined && words.length < MOST_CAUSES; at = causeOf(at)) words.push(at.message ?? '');
  return words.join(' ← ');
}

/** @param {Failure} error @returns {Failure | undefined} */
function causeOf({ cause }) {
  return typeof cause === 'object' && cause !== null ? cause : undefined;
}

export default class CountReporter {
  /**
   * @param {ReadonlyArray<import('vitest/node').TestModule>} modules
   * @param {ReadonlyArray<Failure>} unhandledErrors
   */
  onTestRunEnd(modules, unhandledErrors) {
    const count = { passed: 0, failed: 0, failures: [], skipped: [], gone: [] };
    const fail = (/** @type {string} */ title, /** @type {ReadonlyArray<Failure>} */ errors) => {
      count.failed += 1;
      count.failures.push({ title, error: wordsOf(errors[0]) });
    };
    const deaths = unhandledErrors.map(wordsOf).filter((words) => words.includes(GONE));
    const begun = modules.filter(isUnfinished);
    count.gone = begun.map(({ relativeModuleId: title }) => ({
      title,
      error: deaths.find((words) => words.includes(title)) ?? 'was begun and never ended',
    }));
    const isTold = (/** @type {string} */ words) => count.gone.some(({ error }) => error === words);
    for (const error of unhandledErrors) if (!isTold(wordsOf(error))) fail('outside of any test', [error]);
    for (const module of modules) {
      if (begun.includes(module)) continue;
      for (const test of module.children.allTests()) {
        const { state, note, errors } = test.result();
        const title = `${module.relativeModuleId}: ${test.fullName}`;
        if (state === 'passed') count.passed += 1;
        else if (state === 'failed') fail(title, errors ?? []);
        else count.skipped.push({ title, reason: note });
      }
      // A file that could not be loaded, or a failing hook of a file, has no failing test to count.
      for (const part of [module, ...module.children.allSuites()])
        for (const error of part.errors()) fail(`${module.relativeModuleId}: outside of its tests`, [error]);
    }
    writeFileSync(process.env.VITEST_COUNT_FILE ?? 'vitest-count.json', JSON.stringify(count));
  }
}
