/**
 * What there is at a glance: by kind, by age, by who has it. Each count narrows the list to it, and pressed again takes the filter off. Not
 * here: the filters in words (filter-row.tsx).
 */
import type { ReactNode } from 'react';
import type { CallOutput } from '../../../contract/calls.ts';
import { AGE_WORDS, FINDING_WORDS, plainText, useRouteFilters } from '../../ui/index.ts';
import { NOBODY, type Shown, shownIn } from './filters.ts';

export type Counts = CallOutput<'exceptions.counts'>;

/** One without any exception is left out, unless it is chosen: a filter is always in sight. */
export function Facets({ counts }: { readonly counts: Counts }): ReactNode {
  const route = useRouteFilters();
  const shown = shownIn(route);
  const isIn = (name: string, value: string, count: number): boolean => count > 0 || route.list(name).includes(value);
  const kinds = counts.kinds
    .map(({ kind, open, resolved }) => ({ kind, count: countOf(shown, open, resolved) }))
    .filter(({ kind, count }) => isIn('kind', kind, count));
  // Ages and people are of what is open: of the rest nobody has to hurry.
  const isOpen = shown === 'open';
  const ages = counts.ages.filter(({ age, open }) => isIn('age', age, isOpen ? open : 0));
  const people = counts.assignees.filter(({ assignee, open }) => isIn('assignee', nameOf(assignee), isOpen ? open : 0));
  return (
    <div className="mc-facets">
      <Facet label="Finding">
        {kinds.map(({ kind, count }) => (
          <Choice key={kind} name="kind" value={kind} count={count} label={FINDING_WORDS[kind].name} />
        ))}
      </Facet>
      <Facet label="Age">
        {ages.map(({ age, open }) => (
          <Choice key={age} name="age" value={age} count={open} label={AGE_WORDS[age]} />
        ))}
      </Facet>
      <Facet label="With">
        {people.map(({ assignee, open }) => (
          <Choice
            key={nameOf(assignee)}
            name="assignee"
            value={nameOf(assignee)}
            count={open}
            label={assignee === null ? 'nobody' : plainText(assignee.slice(0, 40))}
          />
        ))}
      </Facet>
    </div>
  );
}

function nameOf(assignee: string | null): string {
  return assignee ?? NOBODY;
}

/** How many of a kind the list shows; how many are gone is not counted by kind. */
function countOf(shown: Shown, open: number, resolved: number): number {
  switch (shown) {
    case 'open':
      return open;
    case 'resolved':
      return resolved;
    case 'all':
      return open + resolved;
    case 'gone':
      return 0;
  }
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
