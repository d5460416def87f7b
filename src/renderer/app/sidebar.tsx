// The left side of the frame: whose console it is, the finder, the places, and one line about the sync.
import { Box, Kbd, Stack, Text, Tooltip, UnstyledButton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import type { CallOutput } from '../../contract/calls.ts';
import { firstScreen, type PlaceId, PLACES, screenAt } from '../../domain/console/screens.ts';
import { useCall } from '../bridge/index.ts';
import { isTheirs, useApprovals } from '../parts/index.ts';
import { countWords, heldHere, grouped } from '../ui/index.ts';
import classes from './frame.module.css';
import { PLACE_ICONS } from './place-icons.ts';

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

/** Places in which nothing waits, or nobody knows yet, are left out. */
function usePlaceCounts(): ReadonlyMap<PlaceId, PlaceCount> {
  const items = useCall('overview.attention', {}, { refreshOn: KINDS }).data?.items ?? [];
  const approvals = (useApprovals().data?.requests ?? []).filter(isTheirs).length;
  const words = countWords(approvals, 'approval waits for you', 'approvals wait for you');
  return new Map([
    ...(approvals === 0 ? [] : [['home', { count: approvals, words, isBad: false }] as const]),
    ...COUNTED.flatMap(([kind, place, one, more, isBad]) => {
      const count = items.find((item) => item.kind === kind)?.count ?? 0;
      return count === 0 ? [] : [[place, { count, words: countWords(count, one, more), isBad }] as const];
    }),
  ]);
}

/** Where words stand beside the icons. */
export const WIDE = '(min-width: 1100px)';

/** The places between the business above, the finder, and what stands below. */
export function Sidebar(props: {
  readonly switcher: ReactNode;
  readonly onFind: () => void;
  readonly children: ReactNode;
}) {
  const [path] = useLocation();
  const here = screenAt(path)?.screen.place;
  const waiting = usePlaceCounts();
  const isWide = useMediaQuery(WIDE, true);
  return (
    <section className="mc-sidebar" aria-label="Console">
      {props.switcher}
      <UnstyledButton
        className={`${classes.item} ${classes.find}`}
        data-console-find=""
        aria-haspopup="dialog"
        onClick={props.onFind}
      >
        <IconSearch size={16} aria-hidden="true" data-face />
        <Box component="span" flex={1}>
          Find
        </Box>
        <Kbd ff="inherit" fw={400} px={5} py={1} bd="1px solid var(--mc-line)" aria-hidden="true">
          {heldHere()} K
        </Kbd>
      </UnstyledButton>
      <Stack component="nav" gap={2} py={8} flex="1 0 auto" aria-label="Screens">
        {PLACES.map(({ id, label }) => {
          const Icon = PLACE_ICONS[id];
          return (
            <Tooltip key={id} label={label} position="right" disabled={isWide}>
              <Link
                href={firstScreen(id).path}
                className={classes.item}
                style={id === 'settings' ? { marginTop: 'auto' } : undefined}
                aria-current={id === here ? 'page' : undefined}
              >
                <Icon size={18} stroke={1.75} aria-hidden="true" data-face />
                <span>{label}</span>
                <Waiting count={waiting.get(id)} />
              </Link>
            </Tooltip>
          );
        })}
      </Stack>
      <Stack gap={8} py={4} flex="none" style={{ borderTop: '1px solid var(--mc-line)' }}>
        {props.children}
      </Stack>
    </section>
  );
}

/** Beside the name of the place, for eyes; the link says it in words. */
function Waiting({ count }: { readonly count: PlaceCount | undefined }) {
  if (count === undefined) return null;
  return (
    <Text
      className="mc-num"
      title={count.words}
      fz={12}
      ml="auto"
      c={count.isBad ? 'var(--mc-bad-text)' : 'var(--mc-text-muted)'}
      fw={count.isBad ? 600 : 500}
      aria-hidden="true"
    >
      {grouped(count.count)}
    </Text>
  );
}
