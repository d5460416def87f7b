// The texts a finding rests on, and what changed in them between two looks.
import type { ReactNode } from 'react';
import {
  closedFactField,
  type Evidence,
  type EvidenceField,
  evidenceField,
  type FindingKind,
} from '../../../domain/finding.ts';
import { AMOUNT_FIELDS, MATCH_PASSES } from '../../../domain/entry.ts';
import { isExactDecimal } from '../../../domain/money.ts';
import { STATEMENT_LINES } from '../../../domain/statement.ts';
import { toEpochMs } from '../../../domain/time.ts';
import { AGAINST_WORDS, PASS_WORDS } from '../entries/entry-words.ts';
import { ForeignText } from '../foreign-text.tsx';
import { InstantText } from '../instant-text.tsx';
import { MoneyText } from '../money-text.tsx';
import { LINE_WORDS } from '../period/line-words.ts';
import classes from './triage.module.css';

type Texts = Readonly<Record<string, string | null | undefined>>;

/** Whose facts they are: those of a finding of that kind, or of a closed period. */
type Owner = FindingKind | 'closed-fact';

/** Name and value, as the API gave them. */
export function EvidenceTable(props: { readonly kind: FindingKind; readonly evidence: Evidence }): ReactNode {
  const { kind, evidence } = props;
  const sides = bothSidesOf(evidence);
  const told = new Set(sides.flatMap(({ names: both }) => both));
  const names = Object.keys(evidence).filter((name) => !told.has(name));
  if (names.length + sides.length === 0) return null;
  return (
    <>
      {sides.length === 0 ? null : <BothSides kind={kind} evidence={evidence} sides={sides} />}
      {names.length === 0 ? null : <Facts kind={kind} evidence={evidence} names={names} />}
    </>
  );
}

interface BothNames {
  readonly fact: string;
  readonly names: readonly [theirs: string, ours: string];
}

/** The facts that both the merchant's books and a record have; none where there is no record. */
function bothSidesOf(evidence: Evidence): readonly BothNames[] {
  return SIDED_FACTS.flatMap((fact) => {
    const names = [`entry.${fact}`, `record.${fact}`] as const;
    return names.every((name) => Object.hasOwn(evidence, name)) ? [{ fact, names }] : [];
  });
}

const SIDED_FACTS = ['ident', 'amount', 'unit', 'at', 'status'] as const;
const SIDED_WORDS: Readonly<Record<string, string>> = {
  ident: 'Id',
  amount: 'Amount',
  unit: 'Currency',
  at: 'Time',
  status: 'Status',
};

/** The merchant's books beside the record. */
function BothSides(props: {
  readonly kind: FindingKind;
  readonly evidence: Evidence;
  readonly sides: readonly BothNames[];
}): ReactNode {
  const { kind, evidence, sides } = props;
  return (
    <table className={classes.evidenceTable}>
      <thead>
        <tr>
          <th scope="col">
            <span className="mc-visually-hidden">Fact</span>
          </th>
          <th scope="col">Ledger</th>
          <th scope="col">Record</th>
        </tr>
      </thead>
      <tbody>
        {sides.map(({ fact, names }) => (
          <tr key={fact}>
            <th scope="row">{SIDED_WORDS[fact] ?? fact}</th>
            {names.map((name) => (
              <td key={name}>
                <FactValue
                  name={name}
                  type={evidenceField(kind, name)?.type ?? 'text'}
                  value={evidence[name] ?? null}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Facts(props: {
  readonly kind: FindingKind;
  readonly evidence: Evidence;
  readonly names: readonly string[];
}): ReactNode {
  const { kind, evidence, names } = props;
  return (
    <table className={classes.evidenceTable}>
      <tbody>
        {names.map((name) => (
          <Fact key={name} of={kind} name={name} values={[evidence[name] ?? null]} />
        ))}
      </tbody>
    </table>
  );
}

/** Only what is another one now: name, before, after. */
export function EvidenceChange(props: {
  readonly of: Owner;
  readonly before: Texts;
  readonly after: Texts;
}): ReactNode {
  const { of, before, after } = props;
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const changed = names.filter((name) => (before[name] ?? null) !== (after[name] ?? null));
  if (changed.length === 0) return null;
  return (
    <table className={classes.evidenceTable}>
      <thead>
        <tr>
          <th scope="col">
            <span className="mc-visually-hidden">Fact</span>
          </th>
          <th scope="col">Before</th>
          <th scope="col">After</th>
        </tr>
      </thead>
      <tbody>
        {changed.map((name) => (
          <Fact key={name} of={of} name={name} values={[before[name] ?? null, after[name] ?? null]} />
        ))}
      </tbody>
    </table>
  );
}

function Fact(props: {
  readonly of: Owner;
  readonly name: string;
  readonly values: readonly (string | null)[];
}): ReactNode {
  const { of, name, values } = props;
  const field = of === 'closed-fact' ? closedFactField(name) : evidenceField(of, name);
  return (
    <tr>
      <th scope="row" title={name}>
        {field?.label ?? <ForeignText text={name} />}
      </th>
      {values.map((value, at) => (
        <td key={at === 0 ? 'first' : 'second'}>
          <FactValue name={name} type={field?.type ?? 'text'} value={value} />
        </td>
      ))}
    </tr>
  );
}

/** What is not what its field says it is stands as the text it is. */
function FactValue(props: {
  readonly name: string;
  readonly type: EvidenceField['type'];
  readonly value: string | null;
}): ReactNode {
  const { name, type, value } = props;
  const pass = name === 'pass' ? MATCH_PASSES.find((known) => known === value) : undefined;
  if (pass !== undefined) return PASS_WORDS[pass].name;
  const against = name === 'against' ? AMOUNT_FIELDS.find((known) => known === value) : undefined;
  if (against !== undefined) return AGAINST_WORDS[against];
  if (value === null || (type === 'money' && isExactDecimal(value))) return <MoneyText value={value} />;
  if (type === 'instant' && toEpochMs(value) !== null) return <InstantText value={value} />;
  const line = type === 'line' ? STATEMENT_LINES.find((known) => known === value) : undefined;
  return line === undefined ? <ForeignText text={value} /> : LINE_WORDS[line].title;
}
