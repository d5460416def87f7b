/**
 * Ten people on one engine: nothing is done, answered or told that the role of whoever it is for does not allow at that moment, what is written bears who did it,
 * of two who change the same one wins and nobody's words are lost, and what needs a second person has one. Not here: that a webhook goes once (sends.ts).
 */
import { calls } from '../../../src/contract/calls.ts';
import type { CallDeclaration } from '../../../src/contract/define.ts';
import type { AnswerFrame, EventFrame } from '../../../src/contract/envelope.ts';
import { EVENT_ROLES } from '../../../src/contract/events.ts';
import { fieldOf } from '../../../src/domain/kernel/fields.ts';
import { type Needs, ROLES } from '../../../src/domain/kernel/roles.ts';
import { bothNames } from '../../../src/domain/people/four-eyes.ts';
import type { Roster } from '../team/roster.ts';
import { type Cells, type Files, listOf, numberOf, type OpenFile, textOf } from './files.ts';
import type { Verdicts } from './verdicts.ts';

/** In whose name the console does what no person of the team asked for. */
const OWN = 'finance';
const declared: Readonly<Record<string, CallDeclaration>> = calls;
const events: Readonly<Record<string, Needs>> = EVENT_ROLES;
/** What a call is refused with before anything of it is looked at. */
const REFUSED: ReadonlySet<string> = new Set(['not-allowed', 'profile-changed', 'locked']);
/** Under which names inputs have the id that whoever asks has given. */
const IDS = ['intentId', 'runId', 'noteId', 'itemId'] as const;
/** An approved request may have been carried out in these. */
const APPROVED: ReadonlySet<string> = new Set([
  'granted',
  'carrying',
  'done',
  'refused',
  'unknown',
  'restored',
  'seen',
]);
/** Carrying it out takes no longer where it is over at all. */
const JUST_MS = 2_000;
/** Rows with an id that somebody gave, and in whose name they are. */
const SIGNED = [
  ['a note', 'SELECT id, os_user AS name FROM notes'],
  ['a resend', 'SELECT intent_id AS id, asked_by AS name FROM resend_intents'],
  ['an order', 'SELECT intent_id AS id, asked_by AS name FROM create_intents'],
  [
    'a run',
    'SELECT run_id AS id, os_user AS name, (SELECT count(*) FROM bulk_items AS i WHERE i.run_id = r.run_id) AS n FROM bulk_runs AS r',
  ],
  ['a match', 'SELECT id, os_user AS name FROM hand_matches'],
  ['a close', `SELECT id, json_extract(document, '$.closedBy') AS name FROM closes WHERE sha256 IS NOT NULL`],
] as const;

/** Hears what was answered; null: the life ended before. */
type Answered = (answer: AnswerFrame | null) => void;
const NOT_MINE: Answered = () => undefined;

export class TeamJudge {
  readonly #verdicts: Verdicts;
  readonly #files: Files;
  readonly #roster: Roster;
  /** Who asked for a thing while they might, by its id or its words. */
  readonly #wanted = new Map<string, Set<string>>();
  /** By which call. */
  readonly #calls = new Map<string, string>();
  /** Who asked for what an action of the audit log says. */
  readonly #acted = new Map<string, Set<string>>();
  /** Who, by id, has approved a request while they might. */
  readonly #approvals = new Map<string, Set<string>>();
  /** Requests that wait for a second person, by whoever asked. */
  readonly #requests = new Map<string, { readonly askerId: string; readonly call: string }>();
  /** Who has changed what was seen at a time. */
  readonly #won = new Map<string, string>();
  /** How often somebody wanted to change an exception: in two windows at once one can be too late for oneself. */
  readonly #tries = new Map<string, number>();
  /** Words of which somebody heard that they are written down. */
  readonly #words = new Set<string>();
  readonly #checked = new Set<string>();
  #lastEntry = 0;
  #lastDeed = 0;
  /** What needs a second person, as the last look found it. */
  #rule = { on: new Set<string>(), mostItems: 0 };
  /** The present life has answered. */
  #isUp = false;
  /** How often other books came. */
  #books = 0;

  constructor(verdicts: Verdicts, files: Files, roster: Roster) {
    this.#verdicts = verdicts;
    this.#files = files;
    this.#roster = roster;
  }

  /** Before it is carried out; the result takes the answer. `person`: nobody of the team, but the console's own user. */
  asked(call: string, input: unknown, person: string | undefined): Answered {
    const call_ = declared[call];
    if (this.#roster.isEmpty || call_ === undefined) return NOT_MINE;
    const needs = needsOf(call_, input);
    if (person === undefined) {
      this.#wants(call, input, OWN);
      return () => void (this.#isUp = true);
    }
    const [roster, name, version] = [this.#roster, this.#roster.nameOf(person), this.#roster.version(person)];
    const might = roster.may(person, needs);
    if (might !== 'no') this.#wants(call, input, name);
    if (might !== 'no' && call === 'fourEyes.approve') add(this.#approvals, String(fieldOf(input, 'id')), person);
    const books = this.#books;
    const askerMightNot = this.#mightNot(call, input);
    return (answer) => {
      if (answer === null) return;
      this.#isUp = true;
      const isSame = roster.version(person) === version;
      this.#door(`${name} ${call}`, might, isSame, roster.may(person, 'anyone') === 'no', answer);
      const toKnow = call_.effect === 'read' ? needs : 'anyone';
      if (answer.ok && roster.may(person, toKnow) === 'no')
        this.#verdicts.violated(`roles: ${name} is given the answer of ${call}, and may not know it any more`);
      if (!answer.ok && answer.failure.kind === 'second-person')
        this.#requests.set(answer.failure.requestId, { askerId: person, call });
      if (!answer.ok || books !== this.#books) return;
      if (call === 'exceptions.act') this.#acting(input, answer.output, name);
      if (call === 'fourEyes.approve') this.#approved(answer.output, askerMightNot());
      this.#shown(call, answer.output, name);
    };
  }

  /** Whoever may not is refused at the door, and nobody else is. */
  #door(who: string, might: string, isSame: boolean, isGone: boolean, answer: AnswerFrame): void {
    const kind = answer.ok ? 'done' : answer.failure.kind;
    const isRefused = REFUSED.has(kind);
    if (might === 'no' && isSame) {
      if (!isRefused) this.#verdicts.violated(`roles: ${who} is ${kind}, and may not`);
      else if (kind !== 'locked')
        this.#verdicts.journal.met(
          isGone ? 'somebody who was removed was refused' : 'somebody who may not was refused',
        );
    }
    // Of a request of one's own, and of somebody else's, handlers say so too.
    if (might === 'yes' && isSame && kind === 'not-allowed' && !/fourEyes|views/.test(who))
      this.#verdicts.violated(`roles: ${who} is refused, and may`);
    if (might !== 'no' && !isSame && kind === 'not-allowed')
      this.#verdicts.journal.met('a role was taken away before the answer');
  }

  #wants(call: string, input: unknown, name: string): void {
    for (const field of IDS) {
      const id = fieldOf(input, field);
      if (typeof id !== 'string') continue;
      add(this.#wanted, id, name);
      this.#calls.set(id, call);
    }
    const note = fieldOf(fieldOf(input, 'action'), 'note');
    if (typeof note === 'string') add(this.#wanted, note, name);
    for (const id of call === 'exceptions.act' ? listOf(fieldOf(input, 'ids')) : []) {
      const tried = `${String(id)} by ${name}`;
      this.#tries.set(tried, (this.#tries.get(tried) ?? 0) + 1);
    }
    for (const action of actionsOf(call, input)) add(this.#acted, action, name);
    const found = declared[call];
    if (found?.effect === 'write' && found.fourEyes !== undefined) add(this.#acted, 'second-person', name);
  }

  /** Each id that was to be changed as it was seen: one wins, whoever comes later is told by whom. */
  #acting(input: unknown, output: unknown, name: string): void {
    const note = fieldOf(fieldOf(input, 'action'), 'note');
    for (const one of listOf(fieldOf(output, 'results'))) {
      const [id, result] = [String(fieldOf(one, 'id')), fieldOf(one, 'result')];
      const by = fieldOf(one, 'by') === undefined ? undefined : String(fieldOf(one, 'by'));
      const seen = fieldOf(fieldOf(input, 'seen'), id);
      const version = `${id} as of ${String(seen)}`;
      if (result === 'changed-since') {
        const isKnown = by === undefined || by === OWN || this.#roster.named(by) !== undefined;
        const isOwn = by === name && this.#tries.get(`${id} by ${name}`) === 1;
        if (!isKnown || isOwn) this.#verdicts.violated(`edits: ${name} is told that ${by} was first`);
        this.#verdicts.journal.met(by === undefined ? 'the console itself was first' : 'a loser was told by whom');
      }
      if (result !== 'done') continue;
      if (typeof note === 'string') this.#words.add(`${note} by ${name}`);
      if (typeof seen !== 'string') continue;
      const before = this.#won.get(version);
      if (before !== undefined) this.#verdicts.violated(`edits: ${before} and ${name} have both changed ${version}`);
      this.#won.set(version, name);
    }
  }

  /** Whether whoever asked for what is approved may not do it any more; the result: still. */
  #mightNot(call: string, input: unknown): () => boolean {
    const asked = call === 'fourEyes.approve' ? this.#requests.get(String(fieldOf(input, 'id'))) : undefined;
    const needs = declared[asked?.call ?? '']?.role;
    if (asked === undefined || needs === undefined || this.#roster.may(asked.askerId, needs) !== 'no')
      return () => false;
    const version = this.#roster.version(asked.askerId);
    return () => this.#roster.version(asked.askerId) === version;
  }

  /** What somebody asked for is not carried out once they may not do it any more. */
  #approved(output: unknown, askerMightNot: boolean): void {
    const state = String(fieldOf(fieldOf(output, 'request'), 'state'));
    this.#verdicts.journal.met(`a second person approved: ${state}`);
    if (!askerMightNot) return;
    this.#verdicts.journal.met('whoever had asked might not any more');
    if (['carrying', 'granted', 'done'].includes(state) && this.#isNew(output))
      this.#verdicts.violated(`second person: what somebody asked for who may not any more is ${state}`);
  }

  /** It was decided just now: whoever comes later reads how it ended. */
  #isNew(output: unknown): boolean {
    const decided = Date.parse(String(fieldOf(fieldOf(output, 'request'), 'decidedAt')));
    return Math.abs(decided - this.#verdicts.now()) < JUST_MS;
  }

  /** What is one person's own is shown to nobody else. */
  #shown(call: string, output: unknown, name: string): void {
    if (call === 'views.list')
      for (const view of listOf(fieldOf(output, 'views'))) {
        const owner = /^own of (.+)$/.exec(String(fieldOf(view, 'name')))?.[1];
        if (owner !== undefined && owner !== name)
          this.#verdicts.violated(`views: ${name} is shown the one that ${owner} keeps for themselves`);
        if (owner !== undefined) this.#verdicts.journal.met('somebody was shown a view of their own');
      }
    if (call !== 'people.here') return;
    for (const other of listOf(fieldOf(output, 'others'))) {
      const member = this.#roster.named(String(other));
      if (member === undefined || member.name === name || this.#roster.may(member.id, 'viewer') === 'no')
        this.#verdicts.violated(`presence: ${name} is told that ${String(other)} is there`);
      this.#verdicts.journal.met('somebody was told who else is there');
    }
  }

  /** The window of a person was told something. */
  told(person: string, { event, profile }: EventFrame): void {
    const needs = profile === null ? 'anyone' : (events[event] ?? 'viewer');
    if (this.#roster.may(person, needs) === 'no')
      this.#verdicts.violated(`roles: ${this.#roster.nameOf(person)} is told ${event}, and may not know it`);
  }

  /** Another life. */
  begun(): void {
    this.#isUp = false;
    this.#roster.begun(false);
  }

  /** Older books lie there now: they know what they know. */
  booksPutBack(): void {
    this.#isUp = false;
    this.#books += 1;
    this.#roster.begun(true);
    this.#won.clear();
    this.#checked.clear();
    [this.#lastEntry, this.#lastDeed] = [0, 0];
    this.#rule = { on: new Set(), mostItems: 0 };
    const there = this.#writtenDown();
    for (const words of this.#words) if (!there.has(words)) this.#words.delete(words);
  }

  /** Words of edits, each with whose they are. */
  #writtenDown(): ReadonlySet<string> {
    const rows = this.#all('SELECT note, os_user FROM exception_deeds WHERE note IS NOT NULL');
    return new Set(rows.map((row) => `${textOf(row, 'note')} by ${textOf(row, 'os_user')}`));
  }

  /** What lies in the books since the last look. */
  look(): void {
    if (this.#roster.isEmpty || !this.#isUp) return;
    this.#files.books((file) => {
      this.#learn(file);
      this.#entries(file);
      this.#deeds(file);
      const requests = file.all('SELECT * FROM four_eyes_requests');
      for (const request of requests) this.#request(request);
      for (const [what, sql] of SIGNED) for (const row of file.all(sql)) this.#signed(what, row, requests);
      this.#keys(file, requests);
      const [rule] = file.all('SELECT rule FROM four_eyes_rules WHERE profile_id = ?', this.#files.profileId);
      const { on = [], mostItems = 0 } = JSON.parse(textOf(rule, 'rule') || '{}');
      this.#rule = { on: new Set(on), mostItems };
    });
  }

  /** All words of which somebody heard that they are written down stand there, in their name. */
  disk(): void {
    if (this.#roster.isEmpty) return;
    const there = this.#writtenDown();
    for (const words of this.#words) {
      this.#verdicts.journal.met('words of an edit were held against the books');
      if (!there.has(words)) this.#verdicts.violated(`edits: lost is ${words}`);
    }
  }

  /** Once all trouble is over: nothing is being carried out for ever. */
  atTheEnd(): void {
    for (const row of this.#all(`SELECT id FROM four_eyes_requests WHERE state = 'carrying'`))
      this.#verdicts.violated(`liveness: the request ${textOf(row, 'id')} is still being carried out`);
  }

  /** Those of whom nobody knows, as the books have them. */
  #learn(file: OpenFile): void {
    for (const { id } of this.#roster.unknown) {
      const [row] = file.all('SELECT state, is_host_admin FROM people WHERE id = ?', id);
      const held = file.all(
        'SELECT role FROM person_roles WHERE person_id = ? AND profile_id = ?',
        id,
        this.#files.profileId,
      );
      const roles = ROLES.filter((role) => held.some((one) => textOf(one, 'role') === role));
      const isHostAdmin = numberOf(row, 'is_host_admin') === 1;
      this.#roster.learn(
        id,
        row === undefined ? null : { isIn: textOf(row, 'state') === 'active', isHostAdmin, roles },
      );
    }
  }

  #entries(file: OpenFile): void {
    for (const row of file.all('SELECT id, action, os_user FROM activity WHERE id > ? ORDER BY id', this.#lastEntry)) {
      this.#lastEntry = numberOf(row, 'id');
      const [action, name] = [textOf(row, 'action'), textOf(row, 'os_user')];
      const who = this.#names(name);
      const wanted = this.#acted.get(action);
      if (who === null) this.#verdicts.violated(`audit log: ${action} bears ${name}, who is nobody`);
      // What has no call of its own is said of whoever it is about.
      else if (name !== OWN && wanted !== undefined && !who.some((one) => wanted.has(one)))
        this.#verdicts.violated(`audit log: ${action} bears ${name}, who did not ask for it`);
    }
  }

  #deeds(file: OpenFile): void {
    const sql = `SELECT id, note, os_user FROM exception_deeds WHERE id > ? ORDER BY id`;
    for (const row of file.all(sql, this.#lastDeed)) {
      this.#lastDeed = numberOf(row, 'id');
      const [note, name] = [textOf(row, 'note'), textOf(row, 'os_user')];
      if (name !== '' && note.startsWith('edit ') && this.#wanted.get(note)?.has(name) !== true)
        this.#verdicts.violated(`edits: ${note} bears ${name}, who did not write it or might not`);
    }
  }

  #request(row: Cells): void {
    const [id, asker, approver] = [textOf(row, 'id'), textOf(row, 'asker_id'), textOf(row, 'approver_id')];
    const state = textOf(row, 'state');
    if (!this.#checked.has(`${id} ${state}`)) {
      this.#checked.add(`${id} ${state}`);
      this.#verdicts.journal.met(`a request is ${state}`);
      if (state === 'unknown') this.#verdicts.journal.met('the console died between an approval and its deed');
    }
    if (approver === '') return;
    if (approver === asker) this.#verdicts.violated(`second person: ${id} was approved by whoever asked for it`);
    if (this.#approvals.get(id)?.has(approver) !== true)
      this.#verdicts.violated(
        `second person: ${id} bears an approval that ${this.#roster.nameOf(approver)} did not give, or might not`,
      );
  }

  /** A row bears who asked for it; one that needs a second person has one, who has approved just that. */
  #signed(what: string, row: Cells, requests: readonly Cells[]): void {
    const [id, name] = [textOf(row, 'id'), textOf(row, 'name')];
    if (this.#checked.has(`${what} ${id}`)) return;
    this.#checked.add(`${what} ${id}`);
    // Intents of a run are its own.
    if (!this.#wanted.has(id) && (what === 'a resend' || what === 'an order')) return;
    const who = this.#names(name);
    const [asker = '', approver] = who ?? [];
    if (this.#wanted.get(id)?.has(asker) !== true)
      this.#verdicts.violated(`names: ${what} bears ${name}, who did not ask for it, or might not: ${id}`);
    else if (asker !== OWN) this.#verdicts.journal.met(`${what} bears who asked for it`);
    if (approver === undefined) {
      const isLarge = this.#calls.get(id) === 'resends.start' && numberOf(row, 'n') > this.#rule.mostItems;
      const kind = { 'a close': 'close', 'a match': 'match', 'a run': isLarge ? 'resend' : '' }[what] ?? '';
      if (asker !== OWN && this.#rule.on.has(kind))
        this.#verdicts.violated(`second person: ${what} of ${asker} was done without one: ${id}`);
      return;
    }
    const isApproved = requests.some(
      (one) =>
        APPROVED.has(textOf(one, 'state')) && textOf(one, 'approver_id') !== '' && textOf(one, 'input').includes(id),
    );
    if (!isApproved)
      this.#verdicts.violated(`second person: ${what} was done in two names, and nobody approved it: ${id}`);
    this.#verdicts.journal.met(`${what} was done with a second person`);
  }

  /** A key is set as often as somebody has approved it. */
  #keys(file: OpenFile, requests: readonly Cells[]): void {
    const sql = `SELECT os_user AS name FROM activity WHERE action = 'set-key' AND outcome = 'done' AND os_user <> ?`;
    const set = file.all(sql, OWN);
    const isAlone = set.find((row) => (this.#names(textOf(row, 'name'))?.length ?? 0) < 2);
    if (isAlone !== undefined && this.#rule.on.has('key'))
      this.#verdicts.violated(`second person: ${textOf(isAlone, 'name')} has set a key alone`);
    const approved = requests.filter((one) => textOf(one, 'kind') === 'key' && textOf(one, 'approver_id') !== '');
    if (set.length > approved.length)
      this.#verdicts.violated(
        `second person: a key was set ${set.length} times, and approved ${approved.length} times`,
      );
  }

  /** Whose name it is, or both; null: nobody's. */
  #names(name: string): readonly string[] | null {
    if (name === OWN || this.#roster.named(name) !== undefined) return [name];
    const both = this.#roster.members.flatMap((one) =>
      this.#roster.members.map((other) => [one.name, other.name] as const),
    );
    return both.find(([asker, approver]) => asker !== approver && bothNames(asker, approver) === name) ?? null;
  }

  #all(sql: string): readonly Cells[] {
    return this.#files.books((file) => file.all(sql)) ?? [];
  }
}

/** What is asked of whoever calls: of what is about no business, that they look after the host. */
function needsOf(call: CallDeclaration, input: unknown): Needs {
  const isOfBusiness = call.of === undefined ? call.scope === 'business' : call.of(input) !== null;
  return isOfBusiness || call.role === 'anyone' ? call.role : 'host-admin';
}

/** What the audit log may say of it. */
function actionsOf(call: string, input: unknown): readonly string[] {
  const found = declared[call];
  if (found?.effect !== 'write') return [];
  const { recording } = found;
  if (recording.kind === 'where-it-ends') return recording.actions;
  const asked = recording.kind === 'here' ? recording.asked(input, () => '') : null;
  return asked === null ? [] : [asked.action];
}

function add(sets: Map<string, Set<string>>, name: string, one: string): void {
  const set = sets.get(name) ?? new Set();
  set.add(one);
  sets.set(name, set);
}
