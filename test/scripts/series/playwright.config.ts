/** How reports.test.ts runs the series beside it. Not here: the project's own suite. */
export default { testDir: import.meta.dirname, outputDir: process.env['SERIES_OUTPUT'], workers: 1 };
