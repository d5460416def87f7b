// How old the exceptions of the list are, as a picture above it: each age opens its rows. It follows the filters, as the list does.
import { ActionIcon, Box, Tooltip } from '@mantine/core';
import { IconChartBar } from '@tabler/icons-react';
import type { CallOutput } from '../../../../contract/calls.ts';
import { countWords, grouped, Table, useRouteFilters } from '../../../ui/index.ts';
import { AGE_WORDS, type Mark, Picture } from '../../../parts/index.ts';

export type Age = CallOutput<'exceptions.counts'>['ages'][number];

/** `path` and `query`: of the list as it stands. */
export function ageMarks(path: string, query: string): readonly Mark<Age>[] {
  const mark = (of: 'open' | 'resolved', name: string, look: Mark<Age>['look']): Mark<Age> => ({
    name,
    look,
    level: (age) => age[of],
    value: (age) => grouped(age[of]),
    path: (age) => {
      if (age[of] === 0) return null;
      const asked = new URLSearchParams(query);
      asked.set('age', age.age);
      asked.set('state', of);
      return `${path}?${asked.toString()}`;
    },
  });
  return [mark('open', 'Open', 'full'), mark('resolved', 'Resolved', 'outline')];
}

/** Shows or hides it; in the address, so that a saved view keeps it. */
export function AgeingToggle() {
  const route = useRouteFilters();
  const isShown = route.flag('ageing') === true;
  return (
    <Tooltip label="How old they are, as a picture">
      <ActionIcon
        size={24}
        aria-label="How old they are"
        aria-pressed={isShown}
        variant={isShown ? 'light' : 'subtle'}
        onClick={() => route.change({ ageing: isShown ? undefined : 'true' }, { replace: true })}
      >
        <IconChartBar size={16} aria-hidden="true" />
      </ActionIcon>
    </Tooltip>
  );
}

/** Nothing before they are counted. `path`: of the list. */
export function Ageing({ ages, path }: { readonly ages: readonly Age[] | undefined; readonly path: string }) {
  const route = useRouteFilters();
  if (ages === undefined || route.flag('ageing') !== true) return null;
  const marks = ageMarks(path, route.query);
  const open = ages.reduce((sum, age) => sum + age.open, 0);
  const old = ages.find(({ age }) => age === 'over-7')?.open ?? 0;
  return (
    <Box px="md" py="xs">
      <Picture
        label="Exceptions by age"
        buckets={ages}
        nameOf={({ age }) => `First seen ${AGE_WORDS[age]} ago`}
        tickOf={({ age }) => AGE_WORDS[age]}
        panes={[{ height: 120, levelWords: grouped, marks }]}
        sentence={
          open === 0
            ? 'None of these is open.'
            : `${countWords(open, 'exception is', 'exceptions are')} open, ${grouped(old)} of them for over 7 days.`
        }
        table={
          <Table
            label="Exceptions by age"
            isDense
            rows={ages}
            keyOf={({ age }) => age}
            columns={({ cell, count }) => [
              cell('First seen', ({ age }) => AGE_WORDS[age]),
              count('Open', (age) => age.open, { sum: true, link: (age) => marks[0]?.path(age) ?? null }),
              count('Resolved', (age) => age.resolved, { sum: true, link: (age) => marks[1]?.path(age) ?? null }),
            ]}
          />
        }
      />
    </Box>
  );
}
