/** The filters above the exceptions, each word with as many rows as choosing it shows. What they mean for the engine: filters.ts. */
import type { ReactNode } from 'react';
import { AGE_BUCKETS } from '../../../../domain/exception.ts';
import { FINDING_LISTS } from '../../../../domain/finding.ts';
import {
  AGE_WORDS,
  ChoiceFilter,
  DaysFilter,
  FINDING_WORDS,
  MoreFilters,
  OneChoiceFilter,
  plainText,
  SearchFilter,
} from '../../../ui/index.ts';
import { NONE, SHOWN, type Shown } from './filters.ts';
import type { Counts } from './last-run.tsx';
import { LIST_WORDS } from './lists.ts';
import { type FindingView, KINDS_OF } from './views.tsx';

const SHOWN_WORDS: Readonly<Record<Shown, string>> = {
  open: 'Open',
  resolved: 'Resolved',
  all: 'All',
  gone: 'Cleared',
};

interface ByState {
  readonly open: number;
  readonly resolved: number;
}

/** `counts` are of what the other filters leave; absent until they are read. */
export function ExceptionFilters({
  counts,
  view,
}: {
  readonly counts: Counts | undefined;
  readonly view: FindingView;
}): ReactNode {
  const both = ({ open, resolved }: ByState | undefined = { open: 0, resolved: 0 }): number => open + resolved;
  return (
    <>
      <SearchFilter name="text" label="Search exceptions" placeholder="Id, note, customer" width={148} />
      <OneChoiceFilter
        name="state"
        label="State"
        options={SHOWN.map((value) => ({ value, label: SHOWN_WORDS[value] }))}
      />
      <ChoiceFilter
        name="kind"
        label="Finding"
        options={counts?.kinds
          .filter(({ kind }) => KINDS_OF[view].includes(kind))
          .map((one) => ({ value: one.kind, label: FINDING_WORDS[one.kind].name, count: both(one) }))}
      />
      <ChoiceFilter
        name="assignee"
        label="Assigned"
        options={counts?.assignees.map((one) => ({
          value: one.assignee ?? NONE,
          label: one.assignee === null ? 'nobody' : plainText(one.assignee.slice(0, 40)),
          count: both(one),
        }))}
      />
      <MoreFilters names={['age', 'unit', 'list', 'recordFrom', 'recordTo']}>
        <ChoiceFilter
          name="age"
          label="Age"
          options={AGE_BUCKETS.map((value) => ({
            value,
            label: AGE_WORDS[value],
            count: counts === undefined ? undefined : both(counts.ages.find(({ age }) => age === value)),
          }))}
        />
        <ChoiceFilter
          name="unit"
          label="Unit"
          options={counts?.units.map((one) => ({
            value: one.unit ?? NONE,
            label: one.unit === null ? 'no unit' : plainText(one.unit.slice(0, 24)),
            count: both(one),
          }))}
        />
        <ChoiceFilter
          name="list"
          label="List"
          options={FINDING_LISTS.map((value) => ({ value, label: LIST_WORDS[value] }))}
        />
        <DaysFilter name="record" label="Date of the record" />
      </MoreFilters>
    </>
  );
}
