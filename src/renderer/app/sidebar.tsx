/**
 * The left side of the frame: whose console it is, the finder, the places, and one line about the sync. Below 1,100 pixels it is icons.
 */
import { Kbd, Text, Tooltip, UnstyledButton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { firstScreen, type Place, PLACES, screenAt } from '../../domain/screens.ts';
import { heldHere } from '../ui/index.ts';
import { PLACE_ICONS } from './place-icons.ts';
import { type PlaceCount, usePlaceCounts } from './place-counts.ts';
import classes from './frame.module.css';

/** Where words stand beside the icons. */
export const WIDE = '(min-width: 1100px)';

/** `isStill`: it is there to be seen only, for there are no screens to go to yet. */
export function Sidebar(props: {
  readonly switcher: ReactNode;
  readonly isStill?: boolean;
  readonly onFind?: () => void;
  readonly children: ReactNode;
}): ReactNode {
  const { switcher, isStill = false, onFind, children } = props;
  return (
    <section className="mc-sidebar" aria-label="Console" inert={isStill}>
      {switcher}
      <FindButton onFind={onFind} />
      <Navigation isStill={isStill} />
      <div className={classes.standing}>{children}</div>
    </section>
  );
}

function FindButton({ onFind }: { readonly onFind: (() => void) | undefined }): ReactNode {
  return (
    <UnstyledButton className={classes.find} data-console-find="" aria-haspopup="dialog" onClick={onFind}>
      <IconSearch size={16} aria-hidden="true" />
      <span className={classes.navWord}>Find</span>
      <Kbd size="xs" className={classes.navWord} aria-hidden="true">
        {heldHere()} K
      </Kbd>
    </UnstyledButton>
  );
}

function Navigation({ isStill }: { readonly isStill: boolean }): ReactNode {
  const [path] = useLocation();
  const here = screenAt(path)?.screen.place;
  const waiting = usePlaceCounts(!isStill);
  return (
    <nav className={classes.nav} aria-label="Screens">
      {PLACES.map((place) => (
        <PlaceLink key={place.id} place={place} isHere={place.id === here}>
          <Waiting count={waiting.get(place.id)} />
        </PlaceLink>
      ))}
    </nav>
  );
}

/** Beside the name of the place, for eyes; the link says it in words. */
function Waiting({ count }: { readonly count: PlaceCount | undefined }): ReactNode {
  if (count === undefined) return null;
  return (
    <Text
      className={`${classes.navWord} mc-num`}
      title={count.words}
      fz={12}
      ml="auto"
      c={count.isBad ? 'var(--mc-bad-text)' : 'var(--mc-text-muted)'}
      fw={count.isBad ? 600 : 500}
      aria-hidden="true"
    >
      {count.count.toLocaleString('en-GB')}
    </Text>
  );
}

function PlaceLink(props: {
  readonly place: Place;
  readonly isHere: boolean;
  readonly children: ReactNode;
}): ReactNode {
  const { place, isHere, children } = props;
  const isWide = useMediaQuery(WIDE, true);
  const Icon = PLACE_ICONS[place.id];
  return (
    <Tooltip label={place.label} position="right" disabled={isWide}>
      <Link
        href={firstScreen(place.id).path}
        className={classes.navLink}
        data-place={place.id}
        aria-current={isHere ? 'page' : undefined}
      >
        <Icon size={18} stroke={1.75} aria-hidden="true" />
        <span className={classes.navWord}>{place.label}</span>
        {children}
      </Link>
    </Tooltip>
  );
}
