/**
 * A packed main over the stand-in, with a page that asks one thing or none, as a packed app looks to whoever starts it: `smoke-child.ts
 * MAIN answering|refused|silent|failing --data-dir DIR`; behind `wrapped-` it is started by another process that stays and does not hand signals on, as an
 * AppImage's starter does. Not a test by itself.
 */
import { spawnSync } from 'node:child_process';
import { runMain, standInAs } from '../support/electron-stand-in/answers.ts';
import { VmContents } from '../support/electron-stand-in/vm-contents.ts';
import { world } from '../support/electron-stand-in/world.ts';

const [, entry = '', main = '', asked = '', ...rest] = process.argv;
const behaviour = asked.replace(/^wrapped-/, '');
if (behaviour !== asked) {
  const { status } = spawnSync(process.execPath, [entry, main, behaviour, ...rest], { stdio: 'inherit' });
  process.exit(status ?? 1);
}
standInAs(new URL('../support/electron-stand-in/electron.ts', import.meta.url));
if (behaviour === 'failing') process.exit(7);
await runMain(() => Promise.resolve(null));
if (behaviour === 'answering' || behaviour === 'refused') {
  const contents = world.windows[0]?.contents;
  await contents?.loaded;
  const api = contents instanceof VmContents ? Object(contents.exposed.get('merchantConsole')) : {};
  const call: unknown = Reflect.get(api, 'call');
  if (typeof call !== 'function') throw new Error('the preload exposed nothing');
  await Reflect.apply(call, api, [{ id: '1', call: behaviour === 'refused' ? 'no.such.call' : 'profiles.list' }]);
}
