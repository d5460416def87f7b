/** `npm run serve`: builds what is stale and tries a team's host out on this computer; test/support/team-trial.ts says with what. */
import { build } from './lib/build.mjs';
import { run } from './lib/project.mjs';

await run(async () => {
  await build();
  const { tryTeam } = await import('../test/support/team-trial.ts');
  return tryTeam(process.argv.slice(2));
});
