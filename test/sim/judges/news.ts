/** News of a receiver, of payments and of links: each is written down before a window is told, so that no start tells it again. Not here: what is news (backend/jobs/news). */
import { fieldOf } from '../../../src/domain/kernel/fields.ts';
import { type Files, listOf } from './files.ts';
import type { Verdicts } from './verdicts.ts';

/** Whether what was told of stands in what is kept of it. A window that was locked is told later, when a receiver may answer again. */
const KEPT: Readonly<Record<string, (kept: unknown, body: string) => boolean>> = {
  'receiver-down': (kept, body) =>
    listOf(fieldOf(kept, 'receivers')).some((one) => body.includes(String(fieldOf(one, 'host')))),
  'payments-silent': (kept) => listOf(fieldOf(kept, 'payments')).length > 0,
  'closing-links': (kept) => typeof fieldOf(kept, 'links') === 'string',
};

export class NewsJudge {
  readonly #verdicts: Verdicts;
  readonly #files: Files;
  readonly #told = new Set<unknown>();

  constructor(verdicts: Verdicts, files: Files) {
    this.#verdicts = verdicts;
    this.#files = files;
  }

  /** A window was. One that connects anew is told the same again. */
  told(news: unknown): void {
    if (this.#told.has(fieldOf(news, 'id'))) return;
    this.#told.add(fieldOf(news, 'id'));
    const [about, body] = [String(fieldOf(news, 'about')), String(fieldOf(news, 'body'))];
    this.#verdicts.journal.met(`people were told: ${about}`);
    const isKept = KEPT[about];
    if (isKept === undefined) return;
    const found = this.#files.books((file) => file.all(`SELECT value FROM settings WHERE key LIKE 'health/%'`));
    if (found === null) return;
    if (!found.some(({ value }) => isKept(JSON.parse(String(value)), body)))
      this.#verdicts.violated(`news: people were told of ${about}, and nothing of it is written down`);
  }
}
