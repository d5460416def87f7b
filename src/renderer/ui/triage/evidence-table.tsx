/**
 * The texts a finding rests on, and what changed in them between two looks. Not here: who found it (deed-list.tsx).
 */
import type { ReactNode } from 'react';
import type { Evidence } from '../../../domain/finding.ts';
import { isExactDecimal } from '../../../domain/money.ts';
import { toEpochMs } from '../../../domain/time.ts';
import { ForeignText } from '../foreign-text.tsx';
import { InstantText } from '../instant-text.tsx';
import { MoneyText } from '../money-text.tsx';
import { evidenceWords } from './finding-words.ts';

/** Name and value, as the API gave them. */
export function EvidenceTable({ evidence }: { readonly evidence: Evidence }): ReactNode {
  const names = Object.keys(evidence);
  if (names.length === 0) return null;
  return (
    <table className="mc-evidence-table">
      <tbody>
        {names.map((name) => (
          <tr key={name}>
            <th scope="row" title={name}>
              {evidenceWords(name)}
            </th>
            <td>
              <EvidenceValue value={evidence[name] ?? null} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Only what is another one now: name, before, after. */
export function EvidenceChange({ before, after }: { readonly before: Evidence; readonly after: Evidence }): ReactNode {
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
          <tr key={name}>
            <th scope="row" title={name}>
              {evidenceWords(name)}
            </th>
            <td>
              <EvidenceValue value={before[name] ?? null} />
            </td>
            <td>
              <EvidenceValue value={after[name] ?? null} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function EvidenceValue({ value }: { readonly value: string | null }): ReactNode {
  const isAmount: boolean = value === null || isExactDecimal(value);
  if (isAmount || value === null) return <MoneyText value={value} />;
  if (value.includes('T') && toEpochMs(value) !== null) return <InstantText value={value} />;
  return <ForeignText text={value} />;
}
