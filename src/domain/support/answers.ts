// Answers to customers, as texts that a team may write: in which languages, for which states of an invoice, and with which facts in them. The list of
// facts is closed and has nothing of the merchant's own: no credit, fee, rate, verdict or webhook.
import { z } from 'zod';
import type { ToldOf } from '../kernel/shape.ts';

/** The most characters of a text. */
export const MAX_ANSWER_CHARACTERS = 2000;

/** The languages in which there is a text for every state (support/answer-texts). */
export const BUILT_IN_LANGUAGES = ['en', 'de', 'es', 'fr', 'pl', 'tr'] as const;
export type BuiltInLanguage = (typeof BUILT_IN_LANGUAGES)[number];

/** ISO 639-1; what a team writes in the others is all that there is of them. */
export const ANSWER_LANGUAGES = [
  ...BUILT_IN_LANGUAGES,
  ...(['ar', 'bg', 'cs', 'da', 'el', 'et', 'fi', 'hr', 'hu', 'it', 'ja', 'ka', 'kk', 'ko', 'lt', 'lv', 'nl'] as const),
  ...(['no', 'pt', 'ro', 'ru', 'sk', 'sl', 'sr', 'sv', 'uk', 'uz', 'vi', 'zh'] as const),
] as const;
export type AnswerLanguage = (typeof ANSWER_LANGUAGES)[number];

const NAMES = new Intl.DisplayNames(['en'], { type: 'language' });

export function languageName(language: AnswerLanguage): string {
  return NAMES.of(language) ?? language;
}

/** How an order stands for its customer; each has texts of its own. What may have moved on since it was read is `checked`. */
export const ANSWER_STATES = [
  'open',
  'closed',
  'received',
  'underpaid',
  'overpaid',
  'corrected',
  'expired',
  'canceled',
  'failed',
  'checked',
] as const;
export type AnswerState = (typeof ANSWER_STATES)[number];

/** What a text may name, as {order}; what each says is told to whoever writes one. */
export const ANSWER_FACTS = {
  order: 'Your order’s id',
  ordered: 'What was ordered',
  toPay: 'What the customer is asked to pay',
  paid: 'What was paid, where it is known',
  expected: 'What was expected, of a corrected payment',
  difference: 'What is missing or too much, of a corrected payment',
  currency: 'The currency’s code',
  purpose: 'The purpose of the order',
  method: 'The payment method',
  state: 'How it stands, in a word or two',
  link: 'The payment link, while it can be paid',
  created: 'When it was created',
  expires: 'Until when it can be paid',
  finished: 'When it was paid or ended',
  asOf: 'When this was read',
  shop: 'The name of your business in this console',
} as const;
export type AnswerFact = keyof typeof ANSWER_FACTS;

export const ANSWER = z.object({
  language: z.enum(ANSWER_LANGUAGES),
  state: z.enum(ANSWER_STATES),
  text: z.string(),
});
export type Answer = ToldOf<typeof ANSWER>;

/** A brace opens a place: {paid} must be known, a line with {paid?} is left out where it is not. */
const PLACE = /\{(?<name>\w*)(?<mayLack>\??)\}|\{[^\s{}]{0,40}\}?/g;

const isFact = (name: string): name is AnswerFact => Object.hasOwn(ANSWER_FACTS, name);

/** What is wrong with a text, with its place in it; null when nothing is. */
export function answerProblem(text: string): string | null {
  for (const { 0: place, index, groups } of text.matchAll(PLACE)) {
    if (isFact(groups?.['name'] ?? '')) continue;
    const lines = text.slice(0, index).split('\n');
    const at = `line ${lines.length}, character ${Array.from(lines.at(-1) ?? '').length + 1}`;
    return `${at}: “${place}” is no fact that an answer may hold`;
  }
  const isAlwaysThere = (line: string): boolean => line.trim() !== '' && !/\{\w+\?\}/.test(line);
  return text.split('\n').some(isAlwaysThere)
    ? null
    : 'one line at least has to stand without a fact that may be left out';
}

/** The exact text of a fact; null where it is not known. */
export type AnswerFacts = (fact: AnswerFact) => string | null;

export interface FilledAnswer {
  /** Without the lines that cannot be filled; lines ended by a line feed, without one at the end. */
  readonly text: string;
  /** The lines that should have been there, each with the first fact that is not known. */
  readonly lacking: readonly { readonly fact: string; readonly line: string }[];
}

/** Fills a text in one pass: what a fact says is never looked through for others. There is no empty gap in it. */
export function fillAnswer(text: string, facts: AnswerFacts): FilledAnswer {
  const lacking: { readonly fact: string; readonly line: string }[] = [];
  const known = (name: string): string | null => (isFact(name) ? facts(name) : null);
  const lines = text.split('\n').flatMap((line) => {
    const unknown = [...line.matchAll(PLACE)].filter(({ groups }) => known(groups?.['name'] ?? '') === null);
    const needed = unknown.find(({ groups }) => groups?.['mayLack'] !== '?');
    if (needed !== undefined) lacking.push({ fact: needed.groups?.['name'] ?? needed[0], line });
    return unknown.length > 0 ? [] : [line.replace(PLACE, (_place, name: string) => known(name) ?? '')];
  });
  return {
    text: lines
      .join('\n')
      .replaceAll(/\n{3,}/g, '\n\n')
      .trim(),
    lacking,
  };
}
