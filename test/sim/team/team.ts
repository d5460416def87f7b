/** Ten people at ten desks of one engine: how they come together, what they do at once, deed by deed as calls in their own names, and who goes and comes meanwhile. Not here: what of it has to hold (judges/team.ts). */
import type { SignedIn, SignIn } from '../../../src/backend/engine/people.ts';
import type { AnswerFrame } from '../../../src/contract/envelope.ts';
import { fieldOf, isFields } from '../../../src/domain/kernel/fields.ts';
import type { Needs, Role } from '../../../src/domain/kernel/roles.ts';
import { FOUR_EYES } from '../../../src/domain/people/four-eyes.ts';
import { chosen, PAGE } from '../at-hand.ts';
import type { Stream } from '../chance.ts';
import type { Journal } from '../journal.ts';
import type { People } from '../people.ts';
import type { PaymentService } from '../world/payment-service.ts';
import type { TeamAct, TeamDeed } from './deeds.ts';
import type { Member, Roster, Standing } from './roster.ts';

export interface TeamWorld {
  readonly service: PaymentService;
  readonly journal: Journal;
  readonly ids: Stream;
  readonly roster: Roster;
  readonly people: People;
  /** `person`: who asks; absent: the console's own user. */
  readonly ask: (call: string, input: unknown, person?: string) => Promise<AnswerFrame | null>;
  readonly signIn: (told: SignIn) => Promise<SignedIn | null>;
  readonly openDesk: (person: string) => void;
  readonly pause: (ms: number) => Promise<void>;
}

type Output = Readonly<Record<string, unknown>> | null;

/** What each of the ten is; the first two look after the host as well. */
const SEATS: readonly (readonly Role[])[] = [
  ['support', 'finance', 'approver', 'admin'],
  ['support', 'finance', 'approver', 'admin'],
  ['support', 'finance', 'approver'],
  ['support', 'finance'],
  ['support', 'finance'],
  ['support'],
  ['finance'],
  ['viewer'],
  ['finance', 'approver'],
  ['admin'],
];
const HOSTS = 2;
/** Those who have a window open besides: events are for each of them anew. */
const WINDOWS: ReadonlySet<number> = new Set([5, 7]);
const MOST_ITEMS = 3;
/** Of whoever comes in the place of somebody. */
const ISSUER = 'https://identity.example';

export class Team {
  readonly #world: TeamWorld;
  #seats = 0;
  #written = 0;
  readonly #deeds: Readonly<Record<TeamDeed, (choice: number) => Promise<void>>> = {
    'resend together': (choice) => this.#resendTogether(choice),
    'edit together': (choice) => this.#editTogether(choice),
    'ask a second person': (choice) => this.#askSecond(choice),
    'remove somebody at work': (choice) => this.#remove(choice),
    'change roles at work': (choice) => this.#changeRoles(choice),
    'save views': (choice) => this.#views(choice),
    'be there together': (choice) => this.#presence(choice),
    'try what one may not': (choice) => this.#tryIt(choice),
  };

  constructor(world: TeamWorld) {
    this.#world = world;
  }

  /** All of them are invited and come in, and what needs a second person is said. */
  async gather(): Promise<void> {
    for (const [seat, roles] of SEATS.entries()) await this.#seat(roles, seat < HOSTS, WINDOWS.has(seat));
    await this.#call(null, 'fourEyes.setRule', { on: FOUR_EYES, mostItems: MOST_ITEMS });
  }

  /** Does it, and does not wait for what becomes of it. */
  do({ deed, choice }: TeamAct): void {
    const { journal } = this.#world;
    journal.note(`the team: ${deed}`);
    void (async () => {
      try {
        // Books of before the team came together know nobody.
        if (this.#world.roster.who('anyone').length === 0) await this.gather();
        await this.#deeds[deed](choice);
      } catch (error) {
        journal.note(`the team could not ${deed}: ${String(error)}`);
      }
    })();
  }

  /** Whoever does one of the deeds that a single desk does too; undefined: the console's own user. */
  atDesk(choice: number): string | undefined {
    return this.#one('viewer', (choice * 61) % 1)?.id;
  }

  async #seat(roles: readonly Role[], isHostAdmin: boolean, hasWindow = false): Promise<void> {
    const { roster, signIn, openDesk, ids } = this.#world;
    const name = `Desk ${this.#seats}`;
    this.#seats += 1;
    const address = `${name.toLowerCase().replace(' ', '-')}@team.example`;
    const profile = await this.#profile();
    const id = fieldOf(await this.#call(null, 'people.invite', { address, name, profile, roles }), 'id');
    if (typeof id !== 'string') return;
    if (isHostAdmin) await this.#call(null, 'people.setHostAdmin', { id, isHostAdmin });
    const told = { issuer: ISSUER, subject: ids.uuid(), address, isAddressVerified: true };
    // Of whoever is let in just before a death nobody hears, and the books have it all the same.
    const settle = roster.invite({ id, name, address }, { isIn: true, isHostAdmin, roles });
    const signedIn = await signIn(told);
    settle(signedIn === null ? null : signedIn.ok);
    if (signedIn?.ok !== true) return;
    if (hasWindow) openDesk(id);
    this.#world.journal.met('an invitation was taken');
  }

  async #profile(): Promise<unknown> {
    return fieldOf(await this.#call(null, 'profiles.list', {}), 'selected');
  }

  /** Several want the same webhook, at once or within half a minute; nobody says yes to a question. */
  async #resendTogether(choice: number): Promise<void> {
    const { service, journal, people, ids, pause } = this.#world;
    const isAtOnce = (choice * 13) % 1 < 0.5;
    const wanting = this.#some('support', 2 + Math.floor((choice * 31) % 3), choice);
    const all = service.invoices().filter(({ status }) => status !== 'pending');
    // Mostly one that has failed: nobody is asked about anything else before it goes out once more.
    const failed = { filter: { state: ['failed'] }, ...PAGE };
    const rows = fieldOf(await this.#call(wanting[0] ?? null, 'deliveries.page', failed), 'rows');
    const known = fieldOf(chosen(rows, (choice * 7) % 1), 'invoiceUuid');
    const isFailed = typeof known === 'string' && (choice * 43) % 1 < 0.7;
    const invoiceUuid = isFailed ? known : all[Math.floor(choice * all.length)]?.uuid;
    if (invoiceUuid === undefined) return;
    const asked = wanting.map(async (member, at) => {
      await pause(isAtOnce ? 0 : at * 1_000 * (1 + Math.floor((choice * 47) % 12)));
      const intentId = ids.uuid();
      people.wants(invoiceUuid, intentId);
      const answer = await this.#call(member, 'deliveries.resend', { invoiceUuid, intentId });
      if (answer !== null) journal.met(`several wanted one webhook: ${String(fieldOf(answer, 'outcome'))}`);
    });
    if (asked.length > 1 && isAtOnce) journal.met('two people resent the same webhook at once');
    if ((choice * 19) % 1 < 0.3) await this.#run(this.#one('support', choice), [invoiceUuid], true);
    await Promise.all(asked);
  }

  async #run(member: Member | undefined, invoices: readonly string[], isDeliveredToo: boolean): Promise<string> {
    const runId = this.#world.ids.uuid();
    this.#world.people.wantsRun(runId, invoices);
    const include = { delivered: isDeliveredToo, retrying: true };
    await this.#call(member ?? null, 'resends.start', { runId, label: 'of the team', invoices, include });
    return runId;
  }

  /** Two or three have seen the same exception, and write on it. Whoever is told that somebody was first has their words still, and writes them on what there is now. */
  async #editTogether(choice: number): Promise<void> {
    const { journal } = this.#world;
    const writing = this.#some('finance', 2 + Math.floor((choice * 31) % 2), choice);
    const [first] = writing;
    if (first === undefined) return;
    const id = await this.#exception(first, choice);
    const seen = await this.#seen(first, id);
    if (id === null || seen === null) return;
    journal.met('two people changed the same exception');
    await Promise.all(
      writing.map(async (member) => {
        this.#written += 1;
        const note = `edit ${this.#written} of ${member.name}`;
        let result = await this.#note(member, id, note, seen);
        for (let tries = 0; result === 'changed-since' && tries < 3; tries += 1) {
          const now = await this.#seen(member, id);
          result = now === null ? null : await this.#note(member, id, note, now);
          if (result === 'done') journal.met('a loser wrote it once more');
        }
      }),
    );
  }

  async #exception(member: Member, choice: number): Promise<string | null> {
    const page = await this.#call(member, 'exceptions.page', PAGE);
    const found = fieldOf(chosen(fieldOf(page, 'rows'), (choice * 5) % 1), 'id');
    if (typeof found === 'string') return found;
    const recordId = this.#world.service.invoices()[0]?.uuid ?? '';
    const opening = { list: 'invoices', recordId, title: 'of the team', assignee: null, due: null };
    const opened = fieldOf(await this.#call(member, 'exceptions.open', opening), 'id');
    return typeof opened === 'string' ? opened : null;
  }

  /** When it was changed last, as somebody sees it. */
  async #seen(member: Member, id: string | null): Promise<string | null> {
    if (id === null) return null;
    const seen = fieldOf(fieldOf(await this.#call(member, 'exceptions.get', { id }), 'exception'), 'updatedAt');
    return typeof seen === 'string' ? seen : null;
  }

  async #note(member: Member, id: string, note: string, seen: string): Promise<unknown> {
    const acted = await this.#call(member, 'exceptions.act', {
      ids: [id],
      action: { kind: 'note', note },
      seen: { [id]: seen },
    });
    const results = fieldOf(acted, 'results');
    return fieldOf(Array.isArray(results) ? results[0] : null, 'result');
  }

  /** Somebody asks for what needs a second person; a while later it is answered, in one of many ways. */
  async #askSecond(choice: number): Promise<void> {
    const part = (by: number): number => (choice * by) % 1;
    const kinds = ['run', 'run', 'close', 'close', 'correction', 'match', 'key', 'loosening'] as const;
    const kind = chosen(kinds, part(23));
    const asker = this.#one(ASKERS[String(kind)] ?? 'approver', choice);
    if (asker === undefined) return;
    const again = await this.#wish(String(kind), asker, choice);
    // At once, before anybody else has looked.
    if (part(53) < 0.5) await this.#approveOwn(asker);
    await this.#world.pause(1_000 + Math.floor(part(41) * 45_000));
    // Whoever asked may want something else by then.
    await this.#answer(part(67), asker);
    if (kind !== 'key' || again === null) return;
    // What was approved is done once: the second time is another wish.
    await again();
    await again();
  }

  /** Asks for it; the result asks once more. */
  async #wish(kind: string, asker: Member, choice: number): Promise<(() => Promise<unknown>) | null> {
    const { ids, service } = this.#world;
    const call = (name: string, input: object) => async () => this.#call(asker, name, input);
    const asked = async (ask: () => Promise<unknown>): Promise<() => Promise<unknown>> => {
      await ask();
      return ask;
    };
    switch (kind) {
      case 'run': {
        const all = service.invoices().filter(({ status }) => status !== 'pending');
        const from = Math.floor(choice * all.length);
        const invoices = all.slice(from, from + MOST_ITEMS + 1 + Math.floor((choice * 11) % 4)).map(({ uuid }) => uuid);
        if (invoices.length > 0) await this.#run(asker, invoices, (choice * 29) % 1 < 0.5);
        return null;
      }
      case 'close':
      case 'correction': {
        const closing = await this.#closing(asker, kind, choice);
        return closing === null ? null : asked(call('periods.close', closing));
      }
      case 'match': {
        const entry = fieldOf(chosen(fieldOf(await this.#call(asker, 'entries.page', PAGE), 'rows'), choice), 'id');
        const record = chosen(service.invoices(), choice);
        if (typeof entry !== 'string') return null;
        const made = { intentId: ids.uuid(), kind: 'orders', entries: [entry], records: [fieldOf(record, 'uuid')] };
        return asked(call('entries.matchByHand', { ...made, note: 'of the team' }));
      }
      case 'key': {
        const key = { id: await this.#profile(), apiKey: service.key, storage: 'keychain' };
        return asked(call('profiles.setKey', key));
      }
      default:
        return asked(call('fourEyes.setRule', { on: ['close'], mostItems: MOST_ITEMS + 20 }));
    }
  }

  async #closing(asker: Member, kind: 'close' | 'correction', choice: number): Promise<object | null> {
    const { ids } = this.#world;
    const held = await this.#call(asker, 'periods.list', PAGE);
    const [next, wrong] = [fieldOf(held, 'next'), chosen(fieldOf(held, 'rows'), choice)];
    const shared = { intentId: ids.uuid(), overrideReason: 'nobody certifies this world' };
    if (kind === 'correction') {
      if (wrong === undefined) return null;
      const supersedes = { closeId: fieldOf(wrong, 'id'), reason: 'its opening was wrong' };
      return { ...shared, period: fieldOf(wrong, 'period'), typed: [{ token: 'USDT', opening: '2' }], supersedes };
    }
    const from = fieldOf(next, 'from');
    const zone = fieldOf(next, 'timeZone');
    // A month of long ago, in which nothing happened, or the day after the last that was closed.
    const begin = typeof from === 'string' ? from : '2026-01-01';
    const to = new Date(Date.parse(begin) + 86_400_000).toISOString().slice(0, 10);
    const period = { from: begin, to, timeZone: typeof zone === 'string' ? zone : 'UTC' };
    return { ...shared, period, typed: [{ token: 'USDT', ...(typeof from === 'string' ? {} : { opening: '0' }) }] };
  }

  async #waiting(member: Member): Promise<readonly unknown[]> {
    const listed = fieldOf(await this.#call(member, 'fourEyes.list', {}), 'requests');
    return (Array.isArray(listed) ? listed : []).filter((request) => fieldOf(request, 'state') === 'open');
  }

  /** In another window of the same person. */
  async #approveOwn(asker: Member): Promise<void> {
    const own = (await this.#waiting(asker)).find((request) => fieldOf(request, 'askedBy') === asker.name);
    if (own === undefined) return;
    await this.#call(asker, 'fourEyes.approve', { id: fieldOf(own, 'id'), print: fieldOf(own, 'print') });
    this.#world.journal.met('somebody wanted to approve what they had asked for');
  }

  /** One of the requests that wait is answered; `how`: by one, by two at once, by whoever asked, not at all. */
  async #answer(how: number, asker: Member): Promise<void> {
    const { journal, roster } = this.#world;
    const [one, other] = this.#some('approver', 3, how).filter(({ id }) => id !== asker.id);
    if (one === undefined) return;
    const open = await this.#waiting(one);
    const request = open.find((each) => fieldOf(each, 'askedBy') === asker.name) ?? chosen(open, how);
    if (request === undefined) return;
    const id = String(fieldOf(request, 'id'));
    const print = fieldOf(request, 'print');
    const askedBy = roster.named(String(fieldOf(request, 'askedBy'))) ?? asker;
    const approve = (member: Member) => this.#call(member, 'fourEyes.approve', { id, print });
    if (fieldOf(request, 'kind') === 'loosening' || (how > 0.42 && how < 0.5)) {
      await this.#call(askedBy, 'fourEyes.approve', { id, print });
      await this.#call(one, 'fourEyes.decline', { id, reason: 'not like this' });
      return;
    }
    if (how < 0.3) await this.#approveOwn(askedBy);
    if (how > 0.3 && how < 0.42 && other !== undefined) {
      journal.met('two people approved the same at once');
      await Promise.all([approve(one), approve(other)]);
      return;
    }
    if (how > 0.9) return void (await this.#call(askedBy, 'fourEyes.withdraw', { id }));
    if (how > 0.6 && how < 0.8 && roster.standing(askedBy.id)?.isHostAdmin === false) {
      journal.met('someone was removed while what they asked for waited');
      const gone = this.#gone(askedBy, this.#one('host-admin', how));
      if (how > 0.7) await gone;
      await Promise.all([gone, approve(one)]);
      return;
    }
    await approve(one);
  }

  /** Somebody is at work in several ways while they are removed; another one comes in their place. */
  async #remove(choice: number): Promise<void> {
    const { service, roster } = this.#world;
    const all = roster.members.filter(
      ({ id }) => roster.standing(id)?.isHostAdmin === false && roster.may(id, 'viewer') === 'yes',
    );
    const [victim, host] = [all[Math.floor(choice * all.length)], this.#one('host-admin', (choice * 7) % 1)];
    if (victim === undefined || host === undefined) return;
    const work = this.#working(victim, (choice * 3) % 1);
    const roles = roster.standing(victim.id)?.roles ?? [];
    const gone = this.#gone(victim, host);
    await Promise.all([gone, ...work]);
    // A session that nobody has ended asks on.
    await this.#call(victim, 'people.me', {});
    await this.#call(victim, 'invoices.page', { offset: 0, limit: 10 });
    this.#written += 1;
    const note = {
      list: 'invoices',
      recordId: service.invoices()[0]?.uuid ?? '',
      text: `note of nobody ${this.#written}`,
    };
    await this.#call(victim, 'notes.add', { ...note, noteId: this.#world.ids.uuid() });
    await this.#seat(roles, false);
  }

  /** What somebody is in the middle of: reads that take a while, and writes. */
  #working(member: Member, choice: number): readonly Promise<unknown>[] {
    const { service, ids } = this.#world;
    const uuid = fieldOf(chosen(service.invoices(), choice), 'uuid');
    this.#written += 1;
    const note = { noteId: ids.uuid(), list: 'invoices', recordId: uuid, text: `note of the team ${this.#written}` };
    return [
      this.#call(member, 'invoices.get', { ident: uuid, fresh: true }),
      this.#call(member, 'deliveries.ofInvoice', { uuid, fresh: true }),
      this.#call(member, 'rates.latest', { fresh: true }),
      this.#call(member, 'notes.add', note),
      this.#call(member, 'exceptions.page', PAGE),
    ];
  }

  #gone(victim: Member, host: Member | undefined): Promise<unknown> {
    if (host === undefined) return Promise.resolve();
    return this.#changing(this.#world.roster.remove(victim.id), this.#call(host, 'people.remove', { id: victim.id }));
  }

  /** Passes on whether it was done; whoever was not heard may have done it. */
  async #changing(settle: (isDone: boolean | null) => void, asked: Promise<Output>): Promise<void> {
    const answer = await asked;
    settle(answer === null ? null : true);
  }

  /** Somebody is in the middle of something while they get other roles, by one or by two at once who have seen the same; later they get theirs back. */
  async #changeRoles(choice: number): Promise<void> {
    const { roster, pause } = this.#world;
    const all = roster.members.filter(
      ({ id }) => roster.standing(id)?.isHostAdmin === false && roster.may(id, 'viewer') === 'yes',
    );
    const [member, admins] = [all[Math.floor(choice * all.length)], this.#some('admin', 2, choice)];
    const [admin, second] = admins.filter(({ id }) => id !== member?.id);
    const before = member === undefined ? null : roster.standing(member.id);
    if (member === undefined || before === null || admin === undefined) return;
    const work = this.#working(member, (choice * 3) % 1);
    const roles: readonly Role[] = (choice * 11) % 1 < 0.5 ? [] : ['viewer'];
    const both = second !== undefined && (choice * 17) % 1 < 0.4;
    const changes = [this.#setRoles(admin, member, roles, before)];
    if (both) changes.push(this.#setRoles(second, member, ['finance'], before));
    await Promise.all([...changes, ...work]);
    await Promise.all(this.#working(member, (choice * 9) % 1));
    await pause(5_000 + Math.floor(choice * 20_000));
    if (roster.standing(member.id)?.isIn !== false) await this.#setRoles(admin, member, before.roles);
  }

  async #setRoles(admin: Member, { id }: Member, roles: readonly Role[], seen?: Standing): Promise<void> {
    const profile = await this.#profile();
    const input = { id, profile, roles, ...(seen === undefined ? {} : { seen: seen.roles }) };
    const settle = this.#world.roster.change(id, (before) => ({ ...before, roles }));
    await this.#changing(settle, this.#call(admin, 'people.setRoles', input));
  }

  /** Some are one's own, some are the business's; each looks at what there is. */
  async #views(choice: number): Promise<void> {
    const people = this.#some('viewer', 3, choice);
    const list = 'invoices';
    await Promise.all(
      people.map(async (member, at) => {
        const query = `page=${Math.floor(choice * 9) + at}`;
        await this.#call(member, 'views.save', { list, name: `own of ${member.name}`, query, mine: true });
        await this.#call(member, 'views.save', { list, name: 'of all', query });
        await this.#call(member, 'views.list', { list });
      }),
    );
  }

  async #presence(choice: number): Promise<void> {
    const recordId = fieldOf(chosen(this.#world.service.invoices(), choice), 'uuid');
    for (const member of this.#some('viewer', 3, choice))
      await this.#call(member, 'people.here', { list: 'invoices', recordId });
    const [first] = this.#some('viewer', 1, choice);
    if (first !== undefined) await this.#call(first, 'people.here', { list: 'invoices', recordId, left: true });
  }

  /** Whoever may not asks all the same, as a script would. */
  async #tryIt(choice: number): Promise<void> {
    const { roster, service, ids } = this.#world;
    const member = chosen(roster.members, choice);
    const who = roster.members.find((one) => one === member);
    const [uuid, profile] = [service.invoices()[0]?.uuid ?? '', await this.#profile()];
    // What names no business is refused for that, and says nothing of who may.
    if (who === undefined || profile === undefined) return;
    const may = (needs: Needs): boolean => roster.may(who.id, needs) !== 'no';
    this.#written += 1;
    const text = `note of nobody ${this.#written}`;
    if (!may('support')) await this.#call(who, 'deliveries.resend', { invoiceUuid: uuid, intentId: ids.uuid() });
    if (!may(['support', 'finance']))
      await this.#call(who, 'notes.add', { list: 'invoices', recordId: uuid, text, noteId: ids.uuid() });
    if (!may('admin')) await this.#call(who, 'people.setRoles', { id: who.id, profile, roles: ['approver', 'admin'] });
    if (!may('approver'))
      await this.#call(who, 'profiles.setKey', { id: profile, apiKey: 'not the key', storage: 'keychain' });
    if (!may('host-admin')) await this.#call(who, 'books.copies', {});
    await this.#call(who, 'overview.attention', {});
  }

  /** Somebody who may. */
  #one(needs: Needs, choice: number): Member | undefined {
    const all = this.#world.roster.who(needs);
    return all[Math.floor(choice * all.length)];
  }

  /** So many who may, beginning with one of them. */
  #some(needs: Needs, count: number, choice: number): readonly Member[] {
    const all = this.#world.roster.who(needs);
    const from = Math.floor(choice * all.length);
    return [...all.slice(from), ...all.slice(0, from)].slice(0, count);
  }

  /** The output; null when it failed or the life ended. `member`: null for the console's own user. */
  async #call(member: Member | null, call: string, input: unknown): Promise<Output> {
    const { journal } = this.#world;
    const answer = await this.#world.ask(call, input, member?.id);
    if (answer === null) return null;
    const who = member?.name ?? 'the own user';
    journal.note(`${who}: ${call} → ${answer.ok ? 'ok' : JSON.stringify(answer.failure).slice(0, 300)}`);
    if (!answer.ok && answer.failure.kind === 'second-person') journal.met(`waits for a second person: ${call}`);
    return answer.ok && isFields(answer.output) ? answer.output : null;
  }
}

const ASKERS: Readonly<Record<string, Needs>> = { run: 'support', match: 'finance' };
