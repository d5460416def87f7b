/**
 * A vitest reporter that writes one JSON file with what passed, failed, was skipped or passed only when tried again, to the path in
 * VITEST_COUNT_FILE. Vitest's own JSON report leaves out why a test was skipped, which must be said aloud.
 */
import { writeFileSync } from 'node:fs';

export default class CountReporter {
  /**
   * @param {ReadonlyArray<import('vitest/node').TestModule>} modules
   * @param {ReadonlyArray<unknown>} unhandledErrors
   */
  onTestRunEnd(modules, unhandledErrors) {
    const count = { passed: 0, failed: unhandledErrors.length, skipped: [], unsteady: [] };
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        const { state, note, errors } = test.result();
        const title = `${module.relativeModuleId}: ${test.fullName}`;
        if (state === 'passed' && test.diagnostic()?.flaky === true)
          count.unsteady.push({ title, error: errors?.[0]?.message });
        if (state === 'passed') count.passed += 1;
        else if (state === 'failed') count.failed += 1;
        else count.skipped.push({ title, reason: note });
      }
      // A file that could not be loaded, or a failing hook of a file, has no failing test to count.
      count.failed += module.errors().length;
      for (const suite of module.children.allSuites()) count.failed += suite.errors().length;
    }
    writeFileSync(process.env.VITEST_COUNT_FILE ?? 'vitest-count.json', JSON.stringify(count));
  }
}
