/** What a person does in the list of invoices meanwhile, and how long each page takes. Not here: what runs beside it. */
import type { CallInput } from '../../src/contract/calls.ts';

/** The next rows, far down, by amount, filtered, searched, very far down. */
const PAGES: readonly CallInput<'invoices.page'>[] = [
  { filter: {}, sort: [], offset: 0, limit: 100 },
  { filter: {}, sort: [], offset: 4_200, limit: 100 },
  { filter: {}, sort: [{ by: 'amount', direction: 'desc' }], offset: 100, limit: 100 },
  { filter: { status: ['success'] }, sort: [], offset: 300, limit: 100 },
  { filter: { adjusted: true }, sort: [], offset: 0, limit: 100 },
  { filter: { currency: ['PLN'], status: ['fail'] }, sort: [], offset: 0, limit: 100 },
  { filter: { text: 'ORDER-4711' }, sort: [], offset: 0, limit: 100 },
  { filter: {}, sort: [], offset: 90_000, limit: 100 },
];

const PAUSE_MS = 20;

/** Reads one. */
export type ReadPage = (input: CallInput<'invoices.page'>) => Promise<unknown>;

/** Milliseconds of each page, one after the other with a pause, while it is wanted. */
async function pagesWhile(read: ReadPage, isWanted: (taken: number) => boolean): Promise<number[]> {
  const taken: number[] = [];
  while (isWanted(taken.length)) {
    const started = performance.now();
    await read(PAGES[taken.length % PAGES.length] ?? expectPage());
    taken.push(performance.now() - started);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  return taken;
}

/** Pages of the idle store; the totals of each filter, which are counted once, are counted before. */
export async function idlePages(read: ReadPage): Promise<number[]> {
  await pagesWhile(read, (taken) => taken < PAGES.length);
  return pagesWhile(read, (taken) => taken < 200);
}

/** Pages for as long as `work` takes. */
export async function pagesDuring<Value>(
  read: ReadPage,
  work: Promise<Value>,
): Promise<{ readonly value: Value; readonly pages: readonly number[] }> {
  const running = { is: true };
  const ended = work.finally(() => {
    running.is = false;
  });
  const pages = await pagesWhile(read, () => running.is);
  return { value: await ended, pages };
}

/** The work alone, or with pages before it and beside it. */
export async function withPages<Value>(
  read: ReadPage | null,
  work: () => Promise<Value>,
): Promise<{ readonly value: Value; readonly idlePages: readonly number[]; readonly pages: readonly number[] }> {
  if (read === null) return { value: await work(), idlePages: [], pages: [] };
  const idle = await idlePages(read);
  return { idlePages: idle, ...(await pagesDuring(read, work())) };
}

function expectPage(): never {
  throw new Error('there are pages');
}
