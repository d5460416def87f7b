// What each call that may need a second person would do now: in a sentence with figures for people, and as a value that differs once it would do something else.
import type { ParsedInput } from '../../../contract/calls.ts';
import { unwrap } from '../../../domain/kernel/failure/failure.ts';
import { type FourEyesRule, isLooser, type Shown, type ShownFigure } from '../../../domain/people/four-eyes.ts';
import { subtractMoney, sumMoney } from '../../../domain/kernel/money/money.ts';
import { lastDay } from '../../../domain/period/period.ts';
import type { TokenStatement } from '../../../domain/period/statement.ts';
import type { CloseLook } from '../../jobs/period/close.ts';
import { recordSide } from '../../jobs/ledger/entry-records.ts';
import { invoiceUuidOf, mayWrite, type CallContext, type Engine, found } from '../kernel/handler.ts';

interface WouldDo {
  readonly kind: 'would-do';
  readonly shown: Shown;
  /** What an approval is bound to besides what is shown: another one is another deed. */
  readonly bound: unknown;
  /** What the deed itself is held against once more, where it can be. */
  readonly agreed?: string | undefined;
}

/** `nobody`: it needs none, or was done before and is answered with that. `answer`: it would do nothing, and says so. */
export type Looked = WouldDo | { readonly kind: 'nobody' } | { readonly kind: 'answer'; readonly output: unknown };

const NOBODY: Looked = { kind: 'nobody' };

const amount = (name: string, value: string | null, unit: string | null): readonly ShownFigure[] =>
  value === null ? [] : [{ name, value, as: 'amount', unit }];
const counted = (name: string, value: number): ShownFigure => ({ name, value: String(value), as: 'count', unit: null });
const text = (name: string, value: string | null): readonly ShownFigure[] =>
  value === null ? [] : [{ name, value, as: 'text', unit: null }];

/** Each is asked by whoever asks for the call, and again by whoever approves it. */
export function looksOver({ profiles }: Pick<Engine, 'profiles'>) {
  const ofProfile = (id: string) => unwrap(profiles.business(id)).profile;
  return {
    'periods.close': async (input: ParsedInput<'periods.close'>, { business, by }: CallContext): Promise<Looked> => {
      const { closes, context: job } = business;
      const { intentId: id, typed = [], overrideReason = null, known = null } = input;
      const before = await job.books.read('closes.get', { profileId: job.profileId, id });
      if (before !== null) return { kind: 'answer', output: { outcome: 'closed', close: before } };
      const look = await closes.look({ ...input, typed, overrideReason, known }, by);
      if (look.outcome === 'refused') return { kind: 'answer', output: look };
      return { kind: 'would-do', shown: shownClose(look), bound: look.print, agreed: look.print };
    },
    'resends.start': async (input: ParsedInput<'resends.start'>, { business }: CallContext): Promise<Looked> => {
      const { runId, label, include } = input;
      if ((await business.bulk.get(runId)) !== null) return NOBODY;
      await mayWrite(business);
      const invoices = [...new Set(input.invoices.map((uuid) => invoiceUuidOf(uuid, 'invoices')))];
      const latest = await business.mirror.read('deliveryList.latest', { invoices });
      const hosts = [...new Set(latest.map(({ host }) => host ?? 'an address without a host'))].sort();
      const [again, soon] = [include?.delivered ?? false, include?.retrying ?? false];
      const had = again ? latest.filter(({ state }) => state === 'delivered').length : 0;
      const figures = [
        counted('Webhooks', invoices.length),
        ...(again ? [counted('Had already been delivered', had)] : []),
        ...text('Also those that retry by themselves soon', soon ? 'yes' : null),
        ...text('To', hosts.join(', ')),
        ...text('Called', label),
      ];
      const summary = `Resend ${invoices.length} webhooks`;
      return { kind: 'would-do', shown: { summary, figures }, bound: [invoices, again, soon, hosts, label] };
    },
    'entries.matchByHand': async (
      input: ParsedInput<'entries.matchByHand'>,
      { business }: CallContext,
    ): Promise<Looked> => {
      const { books, mirror, profileId } = business.context;
      const known = await books.read('entries.handMatch', { profileId, id: input.intentId });
      if (known !== null) return { kind: 'answer', output: { outcome: 'made', match: known } };
      const read = async (id: string) => (await books.read('entries.get', { profileId, id }))?.entry ?? null;
      const entries = await Promise.all(
        [...new Set(input.entries)].map(async (id) => found(await read(id), 'entry', id)),
      );
      const uuids = [...new Set(input.records)];
      const records = await Promise.all(
        uuids.map(async (uuid) => found(await recordSide(mirror, uuid), 'record', uuid)),
      );
      const sides = records.map(({ uuid, status, amounts }) => ({ uuid, status, amount: amounts[0] ?? null }));
      const unit = entries[0]?.unit ?? null;
      const [ours, theirs] = [
        sumMoney(entries.map((entry) => entry.amount)),
        sumMoney(sides.flatMap((side) => side.amount?.amount ?? [])),
      ];
      const figures = [
        counted('Of your entries', entries.length),
        ...amount('They say', ours, unit),
        counted('Records', sides.length),
        ...amount('They say', theirs, sides[0]?.amount?.unit ?? null),
        ...(unit === sides[0]?.amount?.unit ? amount('Difference', subtractMoney(ours, theirs), unit) : []),
        ...text('Because', input.note),
      ];
      const summary = `Match ${entries.length === 1 ? 'one of your entries' : `${entries.length} of your entries`} by hand with ${sides.length === 1 ? 'one record' : `${sides.length} records`}`;
      const said = entries.map(({ id, amount: own, unit: of }) => [id, own, of]);
      return { kind: 'would-do', shown: { summary, figures }, bound: [said, sides, input.note, input.kind] };
    },
    'profiles.setKey': async ({ id }: ParsedInput<'profiles.setKey'>): Promise<Looked> => {
      const { name, origin } = ofProfile(id);
      const shown = { summary: `Set another API key for “${name}”`, figures: text('At', origin) };
      return { kind: 'would-do', shown, bound: [id, origin] };
    },
    'profiles.forget': async (input: ParsedInput<'profiles.forget'>): Promise<Looked> => {
      const { id, mirror = false, books = false } = input;
      const { name, origin } = ofProfile(id);
      const goes = ['its key', ...(mirror ? ['its mirror'] : []), ...(books ? ['all that the books hold of it'] : [])];
      const figures = [...text('At', origin), ...text('Is deleted', goes.join(', '))];
      return {
        kind: 'would-do',
        shown: { summary: `Remove the business “${name}”`, figures },
        bound: [id, mirror, books],
      };
    },
    'fourEyes.setRule': async (rule: ParsedInput<'fourEyes.setRule'>, { business }: CallContext): Promise<Looked> => {
      const { books, profileId } = business.context;
      const before = await books.read('fourEyes.rule', { profileId });
      if (!isLooser(rule, before)) return NOBODY;
      const figures = [...text('Now', ruleText(before)), ...text('Then', ruleText(rule))];
      const shown = { summary: 'Ask for a second person less often', figures };
      return { kind: 'would-do', shown, bound: [before, rule] };
    },
  };
}

const RULE_WORDS: Readonly<Record<FourEyesRule['on'][number], string>> = {
  close: 'closes',
  correction: 'corrections of a close',
  match: 'matches by hand',
  resend: 'resends',
  key: 'keys and removal',
};

function ruleText({ on, mostItems }: FourEyesRule): string {
  const words = on.map((kind) => (kind === 'resend' ? `resends of more than ${mostItems}` : RULE_WORDS[kind]));
  return words.length === 0 ? 'nothing' : words.join(', ');
}

function shownClose({ document, facts }: Extract<CloseLook, { readonly outcome: 'computed' }>): Shown {
  const { statement, supersedes, overrideReason, requirements } = document;
  const { period } = statement;
  const days = `${period.from} to ${lastDay(period)}, ${period.timeZone}`;
  const missing = requirements.filter(({ met }) => !met).map(({ requirement }) => requirement.replaceAll('-', ' '));
  return {
    summary: supersedes === null ? `Close ${days}` : `Correct the close of ${days}`,
    figures: [
      ...statement.tokens.flatMap(tokenFigures),
      counted('Records', facts),
      ...text('Missing', missing.length === 0 ? null : missing.join(', ')),
      ...text('Closed all the same because', overrideReason),
      ...text('Corrected because', supersedes?.reason ?? null),
    ],
  };
}

function tokenFigures(of: TokenStatement): readonly ShownFigure[] {
  const { token, opening, movement, impliedClosing, typedClosing, difference } = of;
  return [
    ...amount('Opening', opening?.amount ?? null, token),
    ...amount('Credits less withdrawals', movement, token),
    ...amount('Calculated closing', impliedClosing, token),
    ...amount('Reported closing', typedClosing, token),
    ...amount('Difference', difference, token),
  ];
}
