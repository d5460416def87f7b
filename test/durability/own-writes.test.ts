/**
 * Files that the console writes by itself, shown by what it asks of the system: each is on the disk before it takes its name. Not here: the books, their
 * copies and putting one back (test/regression/books/durable-books.test.ts), what SQLite writes (power-loss.test.ts).
 */
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import type { FileStep } from '../support/files/recorded-files.ts';
import { at, isSync, placed, recordedText, SOURCE } from '../support/files/recorded-run.ts';

const root = mkdtempSync(join(tmpdir(), 'own-writes-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const place = (name: string): string => join(root, name);
const steps = (name: string, program: string) => recordedText(place(`${name}.steps`), program);

it('an export and then its manifest: both are whole under their names before it is called done', async () => {
  const file = place('exports/invoices.csv');
  const seen = await steps(
    'export',
    `import { PartialFile } from '${SOURCE}backend/files/writing/partial-file.ts';
     import { writeManifest } from '${SOURCE}backend/files/writing/manifest.ts';
     const file = new PartialFile(${JSON.stringify(file)});
     for (let row = 0; row < 3; row += 1) file.write(Buffer.from('row\\n'));
     file.finish();
     writeManifest(${JSON.stringify(file)}, {});`,
  );
  expect(placed(seen, file)).toBeLessThan(placed(seen, `${file}.manifest.json`));
});

it.each(['writeWhole', 'copyWhole'])('a file that is saved where the person wants it (%s)', async (how) => {
  writeFileSync(place('source'), 'content');
  const content = how === 'copyWhole' ? place('source') : 'content';
  const [from, to] = how === 'copyWhole' ? [content, place(how)] : [place(how), content];
  const seen = await steps(
    how,
    `import { ${how} } from '${SOURCE}backend/whole-file.ts';
     await ${how}(${JSON.stringify(from)}, ${JSON.stringify(to)}, { folder: 'others', isDurable: true });`,
  );
  expect(placed(seen, place(how))).toBeGreaterThan(-1);
});

it('a counter that counts for nobody any more, and room that is kept, are on the disk when that is said', async () => {
  const books = place('kept/books.db');
  const seen = await steps(
    'kept',
    `import { disownCounters, OutsideCounter } from '${SOURCE}backend/sqlite/outside-counter.ts';
     import { ReservedRoom } from '${SOURCE}backend/sqlite/reserved-room.ts';
     import { placeText } from '${SOURCE}backend/sqlite/files.ts';
     import { mkdirSync } from 'node:fs';
     mkdirSync(${JSON.stringify(dirname(books))});
     OutsideCounter.begin(${JSON.stringify(books)}, { line: 'a', count: 1, atMs: 5 });
     disownCounters(${JSON.stringify(books)});
     new ReservedRoom(${JSON.stringify(place('kept/books.reserved'))}).fill();
     placeText(${JSON.stringify(place('kept/digest'))}, 'text');`,
  );
  const counter = `${books}.counter-a-1-5`;
  placed(seen, counter);
  placed(seen, place('kept/digest'));
  for (const file of [counter, place('kept/books.reserved')]) {
    const last = seen.findLastIndex(([what, path]) => what === 'write' && path === file);
    expect(last).toBeGreaterThan(-1);
    expect(at(seen, isSync(file), last)).toBeGreaterThan(last);
  }
});

it('a newer version of the program takes the place of the old one whole', async () => {
  const [old, held] = [place('Console.AppImage'), place('held')];
  writeFileSync(old, 'old', { mode: 0o700 });
  writeFileSync(held, 'new');
  const facts = { path: held, size: 3, sha512: createHash('sha512').update('new').digest('hex') };
  const seen = await steps(
    'program',
    `import { replacementFor } from '${SOURCE}main/updates/replace.ts';
     const hands = { run: () => Promise.reject(new Error('no')), launch: () => Promise.resolve(), relaunch: () => Promise.resolve() };
     const installation = { platform: 'linux', isPackaged: true, appImage: ${JSON.stringify(old)}, environment: {}, publisher: '' };
     const { prepare } = replacementFor(installation, hands);
     await (await prepare(${JSON.stringify(facts)})).run();`,
  );
  const renamed = at(seen, ([what, , to]: FileStep) => what === 'rename' && to === old);
  expect(at(seen, isSync(seen[renamed]?.[1] ?? ''))).toBeLessThan(renamed);
});
