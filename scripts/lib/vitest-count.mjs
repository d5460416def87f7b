/**
 * A vitest reporter that writes one JSON file with how many passed, and what failed, was skipped or passed only when tried again, to the path in
 * VITEST_COUNT_FILE. Vitest's own JSON report leaves out why a test was skipped, which must be said aloud.
 */
import { writeFileSync } from 'node:fs';

export default class CountReporter {
  /**
   * @param {ReadonlyArray<import('vitest/node').TestModule>} modules
   * @param {ReadonlyArray<{ message?: string }>} unhandledErrors
   */
  onTestRunEnd(modules, unhandledErrors) {
    const count = { passed: 0, failed: 0, failures: [], skipped: [], unsteady: [] };
    const fail = (/** @type {string} */ title, /** @type {ReadonlyArray<{ message?: string }>} */ errors) => {
      count.failed += 1;
      count.failures.push({ title, error: errors[0]?.message });
    };
    for (const error of unhandledErrors) fail('outside of any test', [error]);
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        const { state, note, errors } = test.result();
        const title = `${module.relativeModuleId}: ${test.fullName}`;
        if (state === 'passed' && test.diagnostic()?.flaky === true)
          count.unsteady.push({ title, error: errors?.[0]?.message });
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
