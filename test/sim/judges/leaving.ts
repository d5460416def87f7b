/** What is to leave does: nothing that is armed stays so while others are answered, and somebody works on every run that is running. In one life, for the next one takes all of it up. Not here: what leaves (sends.ts). */
import type { Outcome } from '../../../src/backend/api/transport/transport.ts';
import type { EventFrame } from '../../../src/contract/envelope.ts';
import { fieldOf } from '../../../src/domain/kernel/fields.ts';
import { type Cells, type Files, textOf } from './files.ts';
import { at, type Verdicts } from './verdicts.ts';

/** While others are answered, what is armed leaves within so long. */
const LEAVES_WITHIN_MS = 60_000;
const OTHERS = 5;
/** Within so long the job list has a run. */
const TOLD_WITHIN_MS = 20_000;

const ARMED = `SELECT intent_id AS id FROM resend_intents WHERE state = 'armed' AND outcome <> 'restored'
  UNION ALL SELECT intent_id FROM create_intents WHERE state = 'armed' AND outcome <> 'restored'`;
const RUNNING = `SELECT run_id AS id, profile_id AS profile FROM bulk_runs WHERE state = 'running'`;

export class LeavingJudge {
  readonly #verdicts: Verdicts;
  readonly #files: Files;
  /** Since when each is armed, and how many answers had come by then. */
  readonly #armed = new Map<string, { readonly at: number; readonly answered: number }>();
  /** Since when each run is running, and whose it is. */
  readonly #running = new Map<string, { readonly at: number; readonly profile: string }>();
  /** Runs of earlier lives: they go on once the key is known. */
  #before: ReadonlySet<string> = new Set();
  #answered = 0;

  constructor(verdicts: Verdicts, files: Files) {
    this.#verdicts = verdicts;
    this.#files = files;
  }

  /** Another life. */
  begun(): void {
    this.held();
    this.#before = new Set(this.#runs().map((row) => textOf(row, 'id')));
  }

  #runs(): readonly Cells[] {
    return this.#files.books((file) => file.all(RUNNING)) ?? [];
  }

  /** A sleep, or trouble with the store: whoever waits begins anew. */
  held(): void {
    this.#armed.clear();
    this.#running.clear();
  }

  heard(outcome: Outcome): void {
    if (outcome.kind === 'reply' && outcome.status === 200) this.#answered += 1;
  }

  /** Of now. */
  look(): void {
    const now = this.#verdicts.now();
    const answered = this.#answered;
    const armed = this.#files.books((file) => file.all(ARMED).map((row) => textOf(row, 'id'))) ?? [];
    for (const id of this.#armed.keys()) if (!armed.includes(id)) this.#armed.delete(id);
    for (const id of armed) {
      const since = this.#armed.get(id) ?? { at: now, answered };
      this.#armed.set(id, since);
      if (now > since.at + LEAVES_WITHIN_MS && answered > since.answered + OTHERS)
        this.#verdicts.violated(`liveness: ${id} was to leave since ${at(since.at)}, and others left meanwhile`);
    }
    const running = this.#runs().filter((row) => !this.#before.has(textOf(row, 'id')));
    const ids = new Set(running.map((row) => textOf(row, 'id')));
    for (const id of this.#running.keys()) if (!ids.has(id)) this.#running.delete(id);
    for (const row of running) {
      const id = textOf(row, 'id');
      if (!this.#running.has(id)) this.#running.set(id, { at: now, profile: textOf(row, 'profile') });
    }
  }

  /** A window is told of the jobs of a business. */
  told({ event, profile, data }: EventFrame): void {
    const jobs = fieldOf(data, 'jobs');
    if (event !== 'jobs.changed' || !Array.isArray(jobs)) return;
    const told = new Set(jobs.map((job) => fieldOf(job, 'id')));
    for (const [id, since] of this.#running) {
      if (since.profile !== profile || told.has(id) || this.#verdicts.now() < since.at + TOLD_WITHIN_MS) continue;
      this.#verdicts.violated(`liveness: the run ${id} is running since ${at(since.at)}, and nobody works on it`);
    }
  }
}
