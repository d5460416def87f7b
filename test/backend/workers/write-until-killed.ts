/**
 * A process that walks a list into a mirror page by page, says the number of each page when its write was answered, and goes on until it
 * is killed. Every page changes a known record, so that the books are written too.
 */
import { openInProcess } from '../../support/in-process-store.ts';
import { invoice, page } from '../mirror/sample.ts';

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('which folder?');
const mirror = openInProcess(folder).mirror('p1');
const { invoices } = await mirror.read('lists.state', {});
const first = invoices.walk === null ? 1 : Number(invoices.walk) + 1;
for (let number = first; ; number += 1) {
  const records = Array.from({ length: 20 }, (_, index) => invoice(number * 100 + index));
  const changing = invoice(1, { purpose: `page ${number}` });
  const minute = String(Math.floor(number / 60) % 60).padStart(2, '0');
  const asOf = `2026-11-21T${String(10 + Math.floor(number / 3600)).padStart(2, '0')}:${minute}:${String(number % 60).padStart(2, '0')}Z`;
  await mirror.write('invoices.store', page([...records, changing], { pass: 1, walk: String(number), asOf }));
  process.stdout.write(`${number}\n`);
}
