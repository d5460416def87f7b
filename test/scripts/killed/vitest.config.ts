/** How reports.test.ts runs the file beside it. Not here: the project's own suite. */
export default { root: import.meta.dirname, test: { include: ['*.case.ts'], pool: 'forks' } };
