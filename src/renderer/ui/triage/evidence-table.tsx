/**
 * The texts a finding rests on, and what changed in them between two looks. Not here: who found it (deed-list.tsx).
 */
import type { ReactNode } from 'react';
import {
  closedFactField,
  type Evidence,
  type EvidenceField,
  evidenceField,
  type FindingKind,
} from '../../../domain/finding.ts';
import { isExactDecimal } from '../../../domain/money.ts';
import { STATEMENT_LINES } from '../../../domain/statement.ts';
import { toEpochMs } from '../../../domain/time.ts';
import { ForeignText } from '../foreign-text.tsx';
import { InstantText } from '../instant-text.tsx';
import { MoneyText } from '../money-text.tsx';
import { LINE_WORDS } from '../period/line-words.ts';

type Texts = Readonly<Record<string, string | null | undefined>>;

/** Whose facts they are: those of a finding of that kind, or of a closed period. */
type Owner = FindingKind | 'closed-fact';

/** Name and value, as the API gave them. */
export function EvidenceTable(props: { readonly kind: FindingKind; readonly evidence: Evidence }): ReactNode {
  const { kind, evidence } = props;
  const names = Object.keys(evidence);
  if (names.length === 0) return null;
  return (
    <table className="mc-evidence-table">
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
    <table className="mc-evidence-table">
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
          <FactValue type={field?.type ?? 'text'} value={value} />
        </td>
      ))}
    </tr>
  );
}

/** What is not what its field says it is stands as the text it is. */
function FactValue(props: { readonly type: EvidenceField['type']; readonly value: string | null }): ReactNode {
  const { type, value } = props;
  if (value === null || (type === 'money' && isExactDecimal(value))) return <MoneyText value={value} />;
  if (type === 'instant' && toEpochMs(value) !== null) return <InstantText value={value} />;
  const line = type === 'line' ? STATEMENT_LINES.find((known) => known === value) : undefined;
  return line === undefined ? <ForeignText text={value} /> : LINE_WORDS[line].title;
}
