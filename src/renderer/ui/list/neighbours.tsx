// The way from one record to the next of the list that it was opened from, in that list's order.
import { ActionIcon, Group, Text } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useUi } from '../window/environment.tsx';
import { hashHref, navigateTo, useHashLocation } from '../window/route.ts';
import { useKey } from '../window/keys.ts';
import { grouped } from '../text/writing.ts';

interface Neighbour {
  readonly path: string;
  readonly name: string;
}

interface NotedList {
  /** Whose list, what it asked for and in which order. */
  readonly key: string;
  readonly profile: string;
  /** A few rows of it, each with its screen; null where they could not be read. */
  readonly around: (
    offset: number,
    limit: number,
  ) => Promise<{ readonly rows: readonly Neighbour[]; readonly total: number } | null>;
}

/** The list that was looked at last, and where in it each record stands that was read. */
let list: NotedList | null = null;
const places = new Map<string, number>();

/** The part of a record that an address opens (`?at=`) is not another record. */
const recordOf = (path: string): string => path.split('?', 1)[0] ?? path;

/** Rows of a list that were just read. Of another list the places of the one before are forgotten. */
export function noteRows(noted: NotedList, offset: number, paths: readonly string[]): void {
  if (list?.key !== noted.key) places.clear();
  list = noted;
  for (const [at, path] of paths.entries()) places.set(recordOf(path), offset + at);
}

interface Around {
  readonly of: string;
  readonly offset: number;
  readonly rows: readonly Neighbour[];
  readonly total: number;
}

/** Steps that were asked for before the rows around their record were read: made once they are. */
let asked: { readonly at: string; readonly steps: (1 | -1)[] } = { at: '', steps: [] };

/** Nothing where the record was not reached from a list. J goes to the next, K to the one before. */
export function Neighbours() {
  const path = useHashLocation()[0];
  const { profile } = useUi();
  const [read, setRead] = useState<Around | null>(null);
  const place = list !== null && list.profile === profile ? places.get(path) : undefined;
  useEffect(() => {
    if (asked.at !== path) asked = { at: path, steps: [] };
    if (place === undefined || list === null) return undefined;
    const offset = Math.max(0, place - 1);
    let isLeft = false;
    void list.around(offset, 3).then((found) => {
      if (!isLeft) setRead({ ...(found ?? { rows: [], total: 0 }), of: path, offset });
    });
    return () => {
      isLeft = true;
    };
  }, [path, place]);
  const around = read?.of === path ? read : null;
  const at = around?.rows.findIndex((row) => recordOf(row.path) === path) ?? -1;
  const [before, next] = around === null || at < 0 ? [] : [around.rows[at - 1], around.rows[at + 1]];
  const stepOn = (): void => {
    for (let by = asked.steps.shift(); by !== undefined; by = asked.steps.shift()) {
      const to = by > 0 ? next : before;
      // Beyond either end there is nothing.
      if (to === undefined || place === undefined) continue;
      asked = { at: recordOf(to.path), steps: asked.steps };
      places.set(asked.at, place + by);
      return navigateTo(to.path);
    }
  };
  const step = (by: 1 | -1): void => {
    if (place === undefined) return;
    asked.steps.push(by);
    if (around !== null) stepOn();
  };
  const arrive = useEffectEvent(stepOn);
  useEffect(() => {
    if (around !== null) arrive();
  }, [around]);
  useKey('j', () => step(1));
  useKey('k', () => step(-1));
  if (around === null || at < 0) return null;
  return (
    <Group gap={4} wrap="nowrap" component="nav" aria-label="Rows of the list">
      <Step label="Previous" to={before} onStep={() => step(-1)} />
      <Step label="Next" to={next} onStep={() => step(1)} />
      <Text span className="mc-num">
        {grouped(around.offset + at + 1)} of {grouped(around.total)}
      </Text>
    </Group>
  );
}

function Step(props: {
  readonly label: 'Previous' | 'Next';
  readonly to: Neighbour | undefined;
  readonly onStep: () => void;
}) {
  const { label, to, onStep } = props;
  const Icon = label === 'Next' ? IconChevronDown : IconChevronUp;
  const icon = <Icon size={18} aria-hidden="true" />;
  return to === undefined ? (
    <ActionIcon disabled aria-label={label}>
      {icon}
    </ActionIcon>
  ) : (
    <ActionIcon
      component="a"
      href={hashHref(to.path)}
      aria-label={label}
      title={to.name.slice(0, 60)}
      onClick={(event) => {
        // Another window has no list of its own to go on in.
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        onStep();
      }}
    >
      {icon}
    </ActionIcon>
  );
}
