/**
 * How much of a heavy suite runs: the whole under `npm run test:soak`, a tenth in `npm test`. Not here: the suites (test/faults).
 */

/** True in a soak run. */
export const SOAK = process.env['MC_SOAK'] === '1';

/** The number of cases to run out of `whole`: all of them in a soak run, else a tenth, at least one. */
export function scaled(whole: number): number {
  return SOAK ? whole : Math.max(1, Math.ceil(whole / 10));
}
