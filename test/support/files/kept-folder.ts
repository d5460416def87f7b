// The kept data folder of the tests (fixtures/data-folder): every table of the books has rows, its one mirror sixty invoices.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';

const KEPT = join(import.meta.dirname, '../../fixtures/data-folder');

/** Unpacks it into a folder, and tells whose mirror it holds. */
export function unpackKeptFolder(folder: string): { readonly profileId: string } {
  for (const name of readdirSync(KEPT, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.gz'))) {
    const target = join(folder, name.slice(0, -'.gz'.length));
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, gunzipSync(readFileSync(join(KEPT, name))));
  }
  const [mirror = ''] = readdirSync(join(folder, 'mirrors'));
  return { profileId: mirror.slice(0, -'.db'.length) };
}
