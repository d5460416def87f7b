/** A folder that a person has chosen: nothing in it is written over or followed, and what is the matter with it is told. On a real disk. */
import { createHash } from 'node:crypto';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  folderAt,
  FolderTrouble,
  holdsExport,
  placeExport,
  type ToPlace,
} from '../../../../src/backend/files/writing/chosen-folder.ts';

let root: string;
let folder: string;
let data: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'chosen-folder-')));
  [folder, data] = [join(root, 'reports'), join(root, 'data')];
  for (const path of [folder, data, join(data, 'exports')]) mkdirSync(path);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const problemOf = async (work: Promise<unknown>): Promise<string> => {
  try {
    await work;
    return 'none';
  } catch (error) {
    return error instanceof FolderTrouble ? error.problem : String(error);
  }
};

function written(text: string): ToPlace {
  const path = join(data, 'exports', 'one.csv');
  const manifest = `${path}.manifest.json`;
  writeFileSync(path, text);
  writeFileSync(manifest, JSON.stringify({ what: 'Fees', file: { name: 'fees-2026-10.csv', bytes: text.length } }));
  const sha256 = createHash('sha256').update(text).digest('hex');
  return { path, manifest, sha256, bytes: Buffer.byteLength(text), folder, name: 'fees-2026-10', ending: '.csv' };
}
const plans: string[] = [];
const place = (text: string) => placeExport(written(text), async (name) => void plans.push(name));
const names = (): readonly string[] => readdirSync(folder).toSorted();
const textOf = (name: string): string => readFileSync(join(folder, name), 'utf8');

it('a file is there with its manifest; the same once more changes nothing; another one lies beside it', async () => {
  expect(await place('a,b\n')).toEqual({ fileName: 'fees-2026-10.csv', outcome: 'written' });
  expect(await place('a,b\n')).toEqual({ fileName: 'fees-2026-10.csv', outcome: 'same' });
  expect(await place('a,c\n')).toEqual({ fileName: 'fees-2026-10-2.csv', outcome: 'beside' });
  expect(await place('a,c\n')).toEqual({ fileName: 'fees-2026-10-2.csv', outcome: 'same' });
  expect(names()).toEqual([
    'fees-2026-10-2.csv',
    'fees-2026-10-2.csv.manifest.json',
    'fees-2026-10.csv',
    'fees-2026-10.csv.manifest.json',
  ]);
  expect([textOf('fees-2026-10.csv'), textOf('fees-2026-10-2.csv')]).toEqual(['a,b\n', 'a,c\n']);
  expect(JSON.parse(textOf('fees-2026-10-2.csv.manifest.json')).file).toEqual({ name: 'fees-2026-10-2.csv', bytes: 4 });
  // A name is planned before anything has it.
  expect(plans).toContain('fees-2026-10-2.csv');
});

it('nothing is written through a link, over a folder, or over a manifest that lies there alone', async () => {
  const elsewhere = join(root, 'elsewhere.txt');
  writeFileSync(elsewhere, 'mine');
  symlinkSync(elsewhere, join(folder, 'fees-2026-10.csv'));
  mkdirSync(join(folder, 'fees-2026-10-2.csv'));
  writeFileSync(join(folder, 'fees-2026-10-3.csv.manifest.json'), 'mine');
  expect(await place('mine')).toMatchObject({ fileName: 'fees-2026-10-4.csv' });
  expect([readFileSync(elsewhere, 'utf8'), textOf('fees-2026-10-3.csv.manifest.json')]).toEqual(['mine', 'mine']);
});

it('two that are made at once get two names, and neither is lost', async () => {
  const [one, other] = [written('one'), { ...written('other'), path: join(data, 'exports', 'two.csv') }];
  writeFileSync(one.path, 'one');
  writeFileSync(other.path, 'other');
  const placed = await Promise.all([one, other].map((file) => placeExport(file, () => Promise.resolve())));
  expect(new Set(placed.map(({ fileName }) => fileName)).size).toBe(2);
  expect(placed.map(({ fileName }) => textOf(fileName))).toEqual(['one', 'other']);
  expect(names().filter((name) => name.endsWith('.partial'))).toEqual([]);
});

it('what is the matter with a folder is told, and a hundred names that are taken', async () => {
  expect(await folderAt(`${folder}/../reports/`, data)).toBe(folder);
  expect(names()).toEqual([]);
  const link = join(root, 'link');
  symlinkSync(folder, link);
  expect(await folderAt(link, data)).toBe(folder);
  for (const [path, problem] of [
    [join(root, 'gone'), 'gone'],
    ['reports', 'no-folder'],
    ['', 'no-folder'],
    [`${folder}\u0000`, 'no-folder'],
    [`${folder}\n`, 'no-folder'],
    ['//server/share', 'no-folder'],
    ['\\\\?\\C:\\x', 'no-folder'],
    [data, 'ours'],
    [join(data, 'exports'), 'ours'],
    [join(folder, 'x'.repeat(300)), 'long-name'],
  ])
    expect([path, await problemOf(folderAt(path ?? '', data))]).toEqual([path, problem]);
  const ours = join(root, 'to-data');
  symlinkSync(data, ours);
  expect(await problemOf(folderAt(ours, data))).toBe('ours');
  writeFileSync(join(folder, 'file'), '');
  expect(await problemOf(folderAt(join(folder, 'file'), data))).toBe('no-folder');
  for (let at = 1; at <= 100; at += 1)
    writeFileSync(join(folder, `fees-2026-10${at === 1 ? '' : `-${at}`}.csv`), `${at}`);
  expect(await problemOf(place('another'))).toBe('taken');
});

it.skipIf(process.getuid?.() === 0 || process.platform === 'win32')(
  'a folder that may not be written says so',
  async () => {
    chmodSync(folder, 0o500);
    expect(await problemOf(folderAt(folder, data))).toBe('no-permission');
    expect(await problemOf(place('x'))).toBe('no-permission');
  },
);

it('a file is known again by its bytes alone', async () => {
  const file = written('x');
  await placeExport(file, () => Promise.resolve());
  expect(await holdsExport(folder, 'fees-2026-10.csv', file.sha256)).toBe(true);
  expect(await holdsExport(folder, 'fees-2026-10.csv', 'f'.repeat(64))).toBe(false);
  expect(await holdsExport(folder, 'nothing.csv', file.sha256)).toBe(false);
});
