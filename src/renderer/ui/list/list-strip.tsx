/** The strip below the band of a list: its views, each with how many rows it has. What is chosen takes its place, so that nothing moves. */
import { Group, Text } from '@mantine/core';
import { type ReactNode, useContext, useRef } from 'react';
import { SavedViewsContext } from '../frame/tabs.tsx';
import { hashHref, useRouteFilters } from '../window/route.ts';
import { useRoving } from '../window/keys.ts';
import classes from '../frame/page-frame.module.css';
import { grouped } from '../text/writing.ts';

/** A part of the list: these filters in place of those of the other views, beside whatever else is asked; or a screen of its own. */
export type StripView = {
  readonly label: string;
  /** Null before it is counted. */
  readonly count: number | null;
} & (
  | { readonly sets: Readonly<Record<string, string>> /** By name in the address; of the first view: none. */ }
  | { readonly path: string; readonly isHere: boolean }
);

/** `children` stand at its end, before the saved views; `instead` takes its place. */
export function ListStrip(props: {
  readonly views: readonly StripView[];
  readonly instead?: ReactNode;
  /** The words among the children, which are cut off by themselves, give way before a view does. */
  readonly isYielding?: boolean;
  readonly children?: ReactNode;
}) {
  const { instead } = props;
  if (instead === undefined || instead === null) return <Views {...props} />;
  return (
    <div className="mc-strip" data-chosen>
      {instead}
    </div>
  );
}

const MOVED_ALONG = {
  overflowX: 'auto',
  scrollbarWidth: 'none',
  maskImage: 'linear-gradient(to left, transparent, black 20px)',
} as const;

const FIXED = { flex: 'none' } as const;
/** What stays of the children where they give way: two buttons. */
const YIELDING = { flexShrink: 1000, minWidth: 72 } as const;

function Views({ views, isYielding, children }: Omit<Parameters<typeof ListStrip>[0], 'instead'>) {
  const route = useRouteFilters();
  const saved = useContext(SavedViewsContext);
  const box = useRef<HTMLElement>(null);
  useRoving(box);
  const names = [...new Set(views.flatMap((view) => ('sets' in view ? Object.keys(view.sets) : [])))];
  // Beside screens of their own they narrow whichever is shown, and are taken off again.
  const isOver = views.some((view) => 'path' in view);
  const isShown = (sets: Readonly<Record<string, string>>): boolean =>
    names.every((name) => route.list(name).join('\n') === (sets[name] ?? '').replaceAll(',', '\n'));
  return (
    <nav ref={box} className="mc-strip" aria-label="Views">
      {/* More views than there is room for are moved along and fade out before what stands at the end, which stays. */}
      <Group gap={4} wrap="nowrap" miw={0} pe={20} style={MOVED_ALONG}>
        {views.map((view) => {
          const face = (
            <>
              {view.label}{' '}
              <Text span size="xs" ml={2} className="mc-num">
                {view.count === null ? '' : grouped(view.count)}
              </Text>
            </>
          );
          if ('path' in view) {
            return (
              <a
                key={view.label}
                className={classes.stripView}
                href={hashHref(view.path)}
                aria-current={view.isHere ? 'page' : undefined}
              >
                {face}
              </a>
            );
          }
          return (
            <button
              key={view.label}
              type="button"
              className={classes.stripView}
              aria-current={isShown(view.sets) ? 'page' : undefined}
              onClick={() => {
                const sets: Readonly<Record<string, string>> = isOver && isShown(view.sets) ? {} : view.sets;
                route.change(Object.fromEntries(names.map((name) => [name, sets[name]?.split(',')])));
              }}
            >
              {face}
            </button>
          );
        })}
      </Group>
      <Group
        gap={isYielding === true ? 6 : 'xs'}
        ml="auto"
        pr={6}
        wrap="nowrap"
        maw="60%"
        style={isYielding === true ? YIELDING : FIXED}
      >
        {children}
      </Group>
      {saved}
    </nav>
  );
}
