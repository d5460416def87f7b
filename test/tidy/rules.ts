/**
 * The rules of the product's own documents have ids (`MATCH-3`), and the tests that hold a rule name its id in their titles. Not here: what the rules
 * say (docs/matching.md, close-format.md, faults.md, mirror.md).
 */
import { type CallExpression, type Expression, parseSync, Visitor } from 'oxc-parser';

export interface Text {
  readonly path: string;
  readonly text: string;
}

const ID = /\b(?:MATCH|CLOSE|FAULT|CERT)-\d+\b/g;
/** A rule begins with its id: in bold, or in the first cell of a row. Elsewhere it is spoken of. */
const RULE = /^\| ((?:MATCH|CLOSE|FAULT|CERT)-\d+) \||\*\*((?:MATCH|CLOSE|FAULT|CERT)-\d+)\*\*/gm;

const rulesIn = (text: string): readonly string[] =>
  Array.from(text.matchAll(RULE), ([, cell, bold]) => cell ?? bold ?? '');
const idsIn = (text: string): readonly string[] => Array.from(text.matchAll(ID), ([id]) => id);

/** `test` of test(…), test.runIf(…)(…), test.each(…)(…). */
function rootOf(callee: Expression): string {
  if (callee.type === 'Identifier') return callee.name;
  if (callee.type === 'MemberExpression') return rootOf(callee.object);
  return callee.type === 'CallExpression' ? rootOf(callee.callee) : '';
}

/** The ids in the titles of tests and of their groups. */
function heldIn({ path, text }: Text): readonly string[] {
  const held: string[] = [];
  new Visitor({
    CallExpression: ({ callee, arguments: [title] }: CallExpression) => {
      const isTitle = title?.type === 'Literal' || title?.type === 'TemplateLiteral';
      if (isTitle && /^(?:test|it|describe)$/.test(rootOf(callee)))
        held.push(...idsIn(text.slice(title.start, title.end)));
    },
  }).visit(parseSync(path, text).program);
  return held;
}

/** What is wrong between the rules of the docs, the tests that hold them, and all that speaks of them. */
export function judgeRules(docs: readonly Text[], tests: readonly Text[], sources: readonly Text[]): readonly string[] {
  const rules = docs.flatMap(({ text }) => rulesIn(text));
  const known = new Set(rules);
  const named = tests.filter(({ text }) => idsIn(text).length > 0);
  const held = new Set(named.flatMap(heldIn));
  const spoken = [...docs, ...named, ...sources].flatMap(({ path, text }) => idsIn(text).map((id) => ({ path, id })));
  return [
    ...rules.filter((id, at) => rules.indexOf(id) !== at).map((id) => `${id} is the id of two rules`),
    ...[...known].filter((id) => !held.has(id)).map((id) => `${id} is named by no test`),
    ...spoken.filter(({ id }) => !known.has(id)).map(({ path, id }) => `${path}: there is no rule ${id}`),
  ];
}
