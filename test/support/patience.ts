/**
 * How long anything that a test waits for may take, milliseconds, but where the wait itself is what is tested: three suites and a build on two cores have made a
 * resend of 37 take two minutes. What must be quick is measured where it must.
 */
export const PATIENCE_MS = 240_000;
