// The frame of a screen (title, actions, body) and the plain blocks it is filled with: panels and facts.
import { Box, Group, Text } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useUi } from '../window/environment.tsx';
import { hashHref } from '../window/route.ts';
import { type Tab, useTabs } from './tabs.tsx';
import { useRoving } from '../window/keys.ts';
import './page-frame.css';
import classes from './page-frame.module.css';

/**
 * A screen: one band with its title (or the row of tabs that it stands in), what there is to say in a line, filters and actions; below it the body.
 * `fill` gives the body the height that is left and both edges.
 */
export function PageFrame(props: {
  readonly title: string;
  /** What the window is called, where the heading alone says too little beside other windows: "Invoice 4711". */
  readonly windowTitle?: string;
  /** How it stands, right behind the title: a badge, the way to what stands beside it. */
  readonly standing?: ReactNode;
  readonly subtitle?: ReactNode;
  readonly filters?: ReactNode;
  readonly actions?: ReactNode;
  /** A link back to the list, before the title. */
  readonly back?: ReactNode;
  /** A line of its own under the band: the views of a list. */
  readonly strip?: ReactNode;
  readonly fill?: boolean;
  /** Title, filters and actions stand in one line, and are one stop of the tab key. */
  readonly band?: boolean;
  readonly children: ReactNode;
}) {
  const { title, windowTitle = title, standing, subtitle, filters, actions, back, strip, children } = props;
  const { fill = false, band = false } = props;
  const { isSandbox, where } = useUi();
  const row = useTabs();
  const heading = row?.heading ?? null;
  useEffect(() => {
    document.title = [
      windowTitle,
      ...(isSandbox ? ['SANDBOX'] : []),
      ...(where === null ? [] : [where]),
      'Merchant Console',
    ].join(' · ');
  }, [windowTitle, isSandbox, where]);
  return (
    <div className="mc-page" data-fill={fill || undefined}>
      <header className="mc-page-head" data-band={band || undefined}>
        {back === undefined || heading !== null ? null : (
          <Group className="mc-page-back" gap={6} mr={-6} wrap="nowrap" c="dimmed">
            {back}
            <IconChevronRight size={14} aria-hidden="true" />
          </Group>
        )}
        <h1 className="mc-page-title" title={heading === null ? title : undefined}>
          {heading === null ? title : heading}
          {heading === null ? null : <span className="mc-visually-hidden">: {title}</span>}
        </h1>
        {standing}
        {row === null ? null : <TabRow tabs={row.tabs} />}
        {subtitle === undefined ? null : <div className="mc-page-subtitle">{subtitle}</div>}
        {filters === undefined && actions === undefined ? null : (
          <Tools isToolbar={band}>
            {filters}
            {actions === undefined ? null : <div className="mc-page-actions">{actions}</div>}
          </Tools>
        )}
      </header>
      {strip}
      <div className="mc-page-body">{children}</div>
    </div>
  );
}

function Tools({ isToolbar, children }: { readonly isToolbar: boolean; readonly children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useRoving(box);
  return isToolbar ? (
    <div ref={box} className={classes.pageTools} role="toolbar" aria-label="Filters and actions">
      {children}
    </div>
  ) : (
    <div className={classes.pageTools}>{children}</div>
  );
}

function TabRow({ tabs }: { readonly tabs: readonly Tab[] }) {
  return (
    <Group component="nav" gap={4} ml={4} wrap="nowrap" align="stretch" style={STRETCHED} aria-label="Tabs">
      {tabs.map(({ label, path, isHere }) => (
        <a key={label} className={classes.tab} href={hashHref(path)} aria-current={isHere ? 'page' : undefined}>
          {label}
        </a>
      ))}
    </Group>
  );
}

const STRETCHED = { alignSelf: 'stretch' } as const;

/** A surface with an optional heading. `flush` lets a table reach the edges. */
export function Panel(props: {
  readonly title?: string | undefined;
  readonly note?: ReactNode;
  readonly actions?: ReactNode;
  readonly flush?: boolean;
  readonly children: ReactNode;
}) {
  const { title, note, actions, flush = false, children } = props;
  return (
    <section className="mc-panel" data-flush={flush || undefined} aria-label={title}>
      {title === undefined && actions === undefined ? null : (
        <header className="mc-panel-head">
          <div>
            <Text component="h2" size="md" m={0} fw={600}>
              {title}
            </Text>
            {note === undefined ? null : (
              <Text component="div" c="dimmed">
                {note}
              </Text>
            )}
          </div>
          {actions}
        </header>
      )}
      <div className="mc-panel-body">{children}</div>
    </section>
  );
}

type FactLine = readonly [label: ReactNode, value: ReactNode, width?: 'wide'];

/** Named facts in as many columns as fit; what is null is left out, what is wide takes a whole line. `isBeside`: each stands beside its name. */
export function Facts(props: { readonly of: readonly (FactLine | null)[]; readonly isBeside?: boolean }) {
  const { of, isBeside = false } = props;
  const lines = of.filter((line) => line !== null);
  return (
    <dl className="mc-facts" data-beside={isBeside || undefined}>
      {lines.map(([label, value, width], at) => (
        // oxlint-disable-next-line react/no-array-index-key -- the facts of one record stand in one order
        <div key={at} className="mc-fact" data-wide={width}>
          <Text component="dt" size="xs" inherit={isBeside} c="dimmed">
            {label}
          </Text>
          <Box component="dd" m={isBeside ? 0 : '2px 0 0'} miw={0} style={{ overflowWrap: 'anywhere' }}>
            {value}
          </Box>
        </div>
      ))}
    </dl>
  );
}
