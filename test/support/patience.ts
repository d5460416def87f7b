/** How long what is waited for may take on a machine that is busy, milliseconds: no wait of a test has less, but where it is about the wait itself. As `expect.poll` (vitest.config.ts). */
export const PATIENCE_MS = 240_000;
