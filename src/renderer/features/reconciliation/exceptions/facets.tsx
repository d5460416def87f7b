/**
 * What there is at a glance: by kind, by age, by who has it. Each count is of the rows that the list shows once it is pressed, beside the
 * filters that are on; pressed again it takes its filter off. Not here: the filters in words (filter-row.tsx).
 */
import type { ReactNode } from 'react';
import type { CallOutput } from '../../../../contract/calls.ts';
import { AGE_BUCKETS } from '../../../../domain/exception.ts';
import { FINDING_KINDS, type FindingKind, MATCH_FINDING_KINDS } from '../../../../domain/finding.ts';
import { AGE_WORDS, FINDING_WORDS, knownIn, plainText, useRouteFilters, wordsIn } from '../../../ui/index.ts';
import { NONE } from './filters.ts';

export type Counts = CallOutput<'exceptions.counts'>;

/**
 * One without any exception is left out, unless it is chosen: a filter is always in sight. `isOld` while the counts still belong to the
 * filter before.
 */
export function Facets({ counts, isOld }: { readonly counts: Counts; readonly isOld: boolean }): ReactNode {
  const route = useRouteFilters();
  const kinds = knownIn(route, 'kind', FINDING_KINDS) ?? [];
  const ages = knownIn(route, 'age', AGE_BUCKETS) ?? [];
  const people = wordsIn(route, 'assignee') ?? [];
  return (
    <div className="mc-facets" data-old={isOld || undefined}>
      {KIND_GROUPS.map(([label, isOfGroup]) => (
        <Facet key={label} label={label}>
          {withChosen(
            counts.kinds.filter(({ kind }) => isOfGroup(kind)),
            ({ kind }) => kind,
            kinds.filter(isOfGroup),
          ).map(([kind, count]) => (
            <Choice key={kind} name="kind" value={kind} count={count} label={FINDING_WORDS[kind].name} />
          ))}
        </Facet>
      ))}
      <Facet label="Age">
        {withChosen(counts.ages, ({ age }) => age, ages).map(([age, count]) => (
          <Choice key={age} name="age" value={age} count={count} label={AGE_WORDS[age]} />
        ))}
      </Facet>
      <Facet label="With">
        {withChosen(counts.assignees, ({ assignee }) => assignee ?? NONE, people).map(([name, count]) => (
          <Choice
            key={name}
            name="assignee"
            value={name}
            count={count}
            label={name === NONE ? 'nobody' : plainText(name.slice(0, 40))}
          />
        ))}
      </Facet>
    </div>
  );
}

/** What the API's records say of themselves, and what comes of holding the merchant's own books against them. */
const KIND_GROUPS = [
  ['Finding', (kind: FindingKind) => !isOfMatch(kind)],
  ['From your books', isOfMatch],
] as const;

function isOfMatch(kind: FindingKind): boolean {
  return MATCH_FINDING_KINDS.some((known) => known === kind);
}

interface ByState {
  readonly open: number;
  readonly resolved: number;
}

/** Each word with as many rows as choosing it shows; what is chosen and counts nothing comes last. */
function withChosen<Entry extends ByState, Word extends string>(
  entries: readonly Entry[],
  wordOf: (entry: Entry) => Word,
  chosen: readonly Word[],
): readonly (readonly [Word, number])[] {
  const counted = entries
    .map((entry) => [wordOf(entry), entry.open + entry.resolved] as const)
    .filter(([word, count]) => count > 0 || chosen.includes(word));
  const absent = chosen.filter((word) => counted.every(([known]) => known !== word));
  return [...counted, ...absent.map((word) => [word, 0] as const)];
}

function Facet({ label, children }: { readonly label: string; readonly children: readonly ReactNode[] }): ReactNode {
  if (children.length === 0) return null;
  return (
    <div className="mc-facet" role="group" aria-label={label}>
      <span className="mc-facet-name" aria-hidden="true">
        {label}
      </span>
      {children}
    </div>
  );
}

function Choice(props: {
  readonly name: string;
  readonly value: string;
  readonly count: number;
  readonly label: string;
}): ReactNode {
  const { name, value, count, label } = props;
  const route = useRouteFilters();
  const chosen = route.list(name);
  const isOn = chosen.includes(value);
  return (
    <button
      type="button"
      className="mc-facet-choice"
      aria-pressed={isOn}
      onClick={() => route.change({ [name]: isOn ? chosen.filter((one) => one !== value) : [...chosen, value] })}
    >
      {label} <span className="mc-facet-count mc-num">{count.toLocaleString('en-GB')}</span>
    </button>
  );
}
