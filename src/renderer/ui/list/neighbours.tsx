// The way from one record to the next of the list that it was opened from, in that list's order.
import { ActionIcon, Group, Text } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { grouped } from '../../../domain/kernel/text/count-words.ts';
import { useUi } from '../window/environment.tsx';
import { hashHref, navigateTo, useHashLocation } from '../window/route.ts';
import { useKey } from '../window/use-key.ts';

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

type Around = Awaited<ReturnType<NotedList['around']>> & { readonly of: string; readonly offset: number };

/** Nothing where the record was not reached from a list. J goes to the next, K to the one before. */
export function Neighbours(): ReactNode {
  const path = useHashLocation()[0];
  const { profile } = useUi();
  const [read, setRead] = useState<Around | null>(null);
  const place = list !== null && list.profile === profile ? places.get(path) : undefined;
  useEffect(() => {
    if (place === undefined || list === null) return undefined;
    const offset = Math.max(0, place - 1);
    let isLeft = false;
    void list.around(offset, 3).then((found) => {
      if (!isLeft && found !== null) setRead({ ...found, of: path, offset });
    });
    return () => {
      isLeft = true;
    };
  }, [path, place]);
  const at = read?.of === path ? read.rows.findIndex((row) => recordOf(row.path) === path) : -1;
  const [before, next] = at < 0 ? [] : [read?.rows[at - 1], read?.rows[at + 1]];
  const step = (to: Neighbour | undefined, by: number): void => {
    if (to === undefined || place === undefined) return;
    places.set(recordOf(to.path), place + by);
    navigateTo(to.path);
  };
  useKey('j', () => step(next, 1));
  useKey('k', () => step(before, -1));
  if (read === null || at < 0) return null;
  return (
    <Group gap={4} wrap="nowrap" component="nav" aria-label="Rows of the list">
      <Step label="Previous" to={before} onStep={() => step(before, -1)} />
      <Step label="Next" to={next} onStep={() => step(next, 1)} />
      <Text span className="mc-num">
        {grouped(read.offset + at + 1)} of {grouped(read.total)}
      </Text>
    </Group>
  );
}

function Step(props: {
  readonly label: 'Previous' | 'Next';
  readonly to: Neighbour | undefined;
  readonly onStep: () => void;
}): ReactNode {
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
