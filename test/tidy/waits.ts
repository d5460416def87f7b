/**
 * How tests must not judge what goes on beside them: by the last thing seen, which is whatever came last; by a time that is long enough on a quick
 * machine; or by what a page has asked so far, before it has asked. Not here: what else is banned (banned.ts).
 */
import { type CallExpression, type Expression, Visitor } from 'oxc-parser';
import type { Finding, Source } from './source.ts';

const LAST_SEEN = /\.(?:at\(-1\)|findLast(?:Index)?\(|pop\(\))|\[[\w.]+\.length - 1\]/;
/** What a scripted engine was asked. */
const ASKED = /\.inputsOf\(|\bengine\.seen\b/;
/** That nothing was asked is not waited for: it is said after what would have come later. */
const NOTHING = /^\s*\.(?:not\b|toEqual\(\[\]\)|toHaveLength\(0\)|toBe\(false\))/;
const SLEEP = /^new Promise(?:<void>)?\(\(?(\w+)\)? => (?:void )?setTimeout\(\1, /;

const WAITS = 'what is waited for is named';
const SPEC = /\.spec\.tsx?$/;

/** Whose `expect` it is: of a value as it is now, or of one that is asked for until it is right. */
function expectOf(callee: Expression): 'now' | 'poll' | undefined {
  if (callee.type === 'Identifier') return callee.name === 'expect' ? 'now' : undefined;
  const isPoll =
    callee.type === 'MemberExpression' &&
    callee.object.type === 'Identifier' &&
    callee.object.name === 'expect' &&
    callee.property.type === 'Identifier' &&
    callee.property.name === 'poll';
  return isPoll ? 'poll' : undefined;
}

/** Fixed waits of a page in every test; in a spec, whose other side is a page, every fixed wait and every judgement by what was seen last. */
export function checkWaits({ path, text, program, lineOf }: Source): Finding[] {
  const findings: Finding[] = [];
  const report = ({ start }: { readonly start: number }, what: string): void => {
    findings.push({ path, line: lineOf(start), what, rule: WAITS });
  };
  const isSpec = SPEC.test(path);
  const judge = (node: CallExpression, kind: 'now' | 'poll'): void => {
    const [subject] = node.arguments;
    if (subject === undefined) return;
    const said = text.slice(subject.start, subject.end);
    if (LAST_SEEN.test(said)) report(node, 'a judgement by the last one seen');
    if (kind === 'now' && ASKED.test(said) && !NOTHING.test(text.slice(node.end)))
      report(node, 'a judgement by what was asked so far');
  };
  new Visitor({
    CallExpression: (node) => {
      const { callee } = node;
      if (callee.type === 'MemberExpression' && callee.property.type === 'Identifier') {
        if (callee.property.name === 'waitForTimeout') report(node, 'a fixed wait');
      }
      const kind = expectOf(callee);
      if (isSpec && kind !== undefined) judge(node, kind);
    },
    NewExpression: (node) => {
      if (isSpec && SLEEP.test(text.slice(node.start, node.end))) report(node, 'a fixed wait');
    },
  }).visit(program);
  return findings;
}
