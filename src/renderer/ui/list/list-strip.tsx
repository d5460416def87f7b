/** The strip below the band of a list: its views, each with how many rows it has. What is chosen takes its place, so that nothing moves. */
import { Group, Text } from '@mantine/core';
import { type ReactNode, useRef } from 'react';
import { useRouteFilters } from '../route.ts';
import { useRoving } from '../use-roving.ts';
import classes from '../page-frame.module.css';

/** A part of the list: these filters in place of those of the other views, beside whatever else is asked. */
export interface StripView {
  readonly label: string;
  /** By name in the address; of the first view: none. */
  readonly sets: Readonly<Record<string, string>>;
  /** Null before it is counted. */
  readonly count: number | null;
}

/** `children` stand at its end; `instead` takes its place. */
export function ListStrip(props: {
  readonly views: readonly StripView[];
  readonly instead?: ReactNode;
  readonly children?: ReactNode;
}): ReactNode {
  const { views, instead, children } = props;
  if (instead === undefined || instead === null) return <Views views={views}>{children}</Views>;
  return (
    <div className="mc-strip" data-chosen>
      {instead}
    </div>
  );
}

function Views({ views, children }: { readonly views: readonly StripView[]; readonly children: ReactNode }): ReactNode {
  const route = useRouteFilters();
  const box = useRef<HTMLElement>(null);
  useRoving(box);
  const names = [...new Set(views.flatMap(({ sets }) => Object.keys(sets)))];
  const isShown = ({ sets }: StripView): boolean =>
    names.every((name) => route.list(name).join('\n') === (sets[name] ?? '').replaceAll(',', '\n'));
  return (
    <nav ref={box} className="mc-strip" aria-label="Views">
      {views.map((view) => (
        <button
          key={view.label}
          type="button"
          className={classes.stripView}
          aria-current={isShown(view) ? 'page' : undefined}
          onClick={() =>
            route.change(Object.fromEntries(names.map((name) => [name, view.sets[name]?.split(',') ?? undefined])))
          }
        >
          {view.label}{' '}
          <Text span size="xs" ml={2} className="mc-num">
            {view.count === null ? '' : view.count.toLocaleString('en-GB')}
          </Text>
        </button>
      ))}
      {children === undefined ? null : (
        <Group gap="xs" ml="auto" wrap="nowrap">
          {children}
        </Group>
      )}
    </nav>
  );
}
