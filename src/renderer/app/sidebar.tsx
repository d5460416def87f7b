// The left side of the frame: whose console it is, the finder, the places, and one line about the sync.
import { Kbd, Text, Tooltip, UnstyledButton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { firstScreen, type Place, type PlaceId, PLACES, screenAt } from '../../domain/screens.ts';
import { countWords, heldHere } from '../ui/index.ts';
import { PLACE_ICONS } from './place-icons.ts';
import type { CallOutput } from '../../contract/calls.ts';
import { useCall } from '../bridge/index.ts';
import classes from './frame.module.css';

interface PlaceCount {
  readonly count: number;
  /** "17 webhooks failed". */
  readonly words: string;
  readonly isBad: boolean;
}

const KINDS = ['invoices', 'deliveries', 'withdrawals', 'exceptions'] as const;

type Kind = CallOutput<'overview.attention'>['items'][number]['kind'];

const COUNTED: readonly (readonly [kind: Kind, place: PlaceId, one: string, more: string, isBad: boolean])[] = [
  ['delivery-failed', 'webhooks', 'webhook failed', 'webhooks failed', true],
  ['withdrawal-pending', 'withdrawals', 'withdrawal is pending', 'withdrawals are pending', false],
  ['exceptions-open', 'reconciliation', 'exception is open', 'exceptions are open', false],
];

/** Places in which nothing waits, or nobody knows yet, are left out. `isAsked`: there is an engine to ask. */
function usePlaceCounts(isAsked: boolean): ReadonlyMap<PlaceId, PlaceCount> {
  const items = useCall('overview.attention', {}, { refreshOn: KINDS, enabled: isAsked }).data?.items ?? [];
  return new Map(
    COUNTED.flatMap(([kind, place, one, more, isBad]) => {
      const count = items.find((item) => item.kind === kind)?.count ?? 0;
      return count === 0 ? [] : [[place, { count, words: countWords(count, one, more), isBad }] as const];
    }),
  );
}

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
