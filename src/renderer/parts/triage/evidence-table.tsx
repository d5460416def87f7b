// The texts a finding rests on, and what changed in them between two looks.
import type { ReactNode } from 'react';
import { VisuallyHidden } from '@mantine/core';
import {
  closedFactField,
  type Evidence,
  type EvidenceField,
  evidenceField,
  type FindingKind,
} from '../../../domain/kernel/finding.ts';
import { AMOUNT_FIELDS, MATCH_PASSES } from '../../../domain/ledger/entry.ts';
import { isExactDecimal } from '../../../domain/kernel/money/money.ts';
import { STATEMENT_LINES } from '../../../domain/period/statement.ts';
import { toEpochMs } from '../../../domain/kernel/time/time.ts';
import { AGAINST_WORDS, PASS_WORDS } from '../entry-words.ts';
import { ForeignText } from '../../ui/text/foreign-text.tsx';
import { InstantText } from '../../ui/text/instant-text.tsx';
import { MoneyText } from '../../ui/text/money-text.tsx';
import { LINE_WORDS } from '../../../domain/period/line-words.ts';
import classes from './triage.module.css';

type Texts = Readonly<Record<string, string | null | undefined>>;

type Owner = FindingKind | 'closed-fact';

/** What both the merchant's books and a record have stands side by side; all of it in one column where there is no record. */
export function EvidenceTable(props: { readonly kind: FindingKind; readonly evidence: Evidence }) {
  const { kind, evidence } = props;
  const sided = SIDED_FACTS.map(([fact, title]) => ({
    fact,
    title,
    names: [`entry.${fact}`, `record.${fact}`],
  })).filter((one) => one.names.every((name) => Object.hasOwn(evidence, name)));
  const told = new Set(sided.flatMap(({ names }) => names));
  const names = Object.keys(evidence).filter((name) => !told.has(name));
  return (
    <>
      <Lines
        heads={['Ledger', 'Record']}
        rows={sided.map(({ fact, title, names: both }) => ({
          key: fact,
          title,
          values: both.map((name) => ({ name, type: evidenceField(kind, name)?.type, value: evidence[name] ?? null })),
        }))}
      />
      <Lines rows={names.map((name) => factLine(kind, name, [evidence[name] ?? null]))} />
    </>
  );
}

const SIDED_FACTS = [
  ['ident', 'Id'],
  ['amount', 'Amount'],
  ['unit', 'Currency'],
  ['at', 'Time'],
  ['status', 'Status'],
] as const;

/** Only what is another one now: name, before, after. */
export function EvidenceChange(props: {
  /** Whose facts they are: those of a finding of that kind, or of a closed period. */
  readonly of: Owner;
  readonly before: Texts;
  readonly after: Texts;
}) {
  const { of, before, after } = props;
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const changed = names.filter((name) => (before[name] ?? null) !== (after[name] ?? null));
  return (
    <Lines
      heads={['Before', 'After']}
      rows={changed.map((name) => factLine(of, name, [before[name] ?? null, after[name] ?? null]))}
    />
  );
}

interface FactLine {
  readonly key: string;
  readonly title: ReactNode;
  readonly values: readonly ValueProps[];
}

function factLine(of: Owner, name: string, values: readonly (string | null)[]): FactLine {
  const field = of === 'closed-fact' ? closedFactField(name) : evidenceField(of, name);
  return {
    key: name,
    title: field?.label ?? <ForeignText text={name} />,
    values: values.map((value) => ({ name, type: field?.type, value })),
  };
}

function Lines({ heads, rows }: { readonly heads?: readonly string[]; readonly rows: readonly FactLine[] }) {
  if (rows.length === 0) return null;
  return (
    <table className={classes.evidenceTable}>
      {heads === undefined ? null : (
        <thead>
          <tr>
            <th scope="col">
              <VisuallyHidden>Fact</VisuallyHidden>
            </th>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
      )}
      <tbody>
        {rows.map(({ key, title, values }) => (
          <tr key={key}>
            <th scope="row" title={key}>
              {title}
            </th>
            {values.map((value, at) => (
              <td key={at === 0 ? 'first' : 'second'}>
                <FactValue {...value} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface ValueProps {
  readonly name: string;
  readonly type: EvidenceField['type'] | undefined;
  readonly value: string | null;
}

/** What is not what its field says it is stands as the text it is. */
function FactValue({ name, type, value }: ValueProps) {
  const pass = name === 'pass' ? MATCH_PASSES.find((known) => known === value) : undefined;
  if (pass !== undefined) return PASS_WORDS[pass].name;
  const against = name === 'against' ? AMOUNT_FIELDS.find((known) => known === value) : undefined;
  if (against !== undefined) return AGAINST_WORDS[against];
  if (value === null || (type === 'money' && isExactDecimal(value))) return <MoneyText value={value} />;
  if (type === 'instant' && toEpochMs(value) !== null) return <InstantText value={value} />;
  const line = type === 'line' ? STATEMENT_LINES.find((known) => known === value) : undefined;
  return line === undefined ? <ForeignText text={value} /> : LINE_WORDS[line].title;
}
