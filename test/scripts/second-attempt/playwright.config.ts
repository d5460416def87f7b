/** How reports.test.ts runs the series beside it: as CI does, with a second attempt. Not here: the project's own suite. */
export default { testDir: import.meta.dirname, outputDir: process.env['SERIES_OUTPUT'], retries: 1, workers: 1 };
