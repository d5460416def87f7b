// A screen with nothing to list: there is nothing yet, nothing matches, or it could not be loaded.
import { IconCloudOff, IconFilterOff, IconInbox } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './empty-state.module.css';

export type EmptyKind = 'nothing-yet' | 'nothing-matches' | 'could-not-load';

const LOOKS: Readonly<Record<EmptyKind, { readonly title: string; readonly icon: typeof IconInbox }>> = {
  'nothing-yet': { title: 'Nothing here yet', icon: IconInbox },
  'nothing-matches': { title: 'Nothing matches these filters', icon: IconFilterOff },
  'could-not-load': { title: 'This could not be loaded', icon: IconCloudOff },
};

/** One of the three empty states, with room for a sentence and an action. */
export function EmptyState({
  kind,
  title,
  children,
}: {
  readonly kind: EmptyKind;
  readonly title?: string;
  readonly children?: ReactNode;
}): ReactNode {
  const look = LOOKS[kind];
  const Icon = look.icon;
  return (
    <div className={classes.empty} data-kind={kind} role="status">
      <Icon size={28} stroke={1.5} aria-hidden="true" />
      <p className={classes.emptyTitle}>{title ?? look.title}</p>
      {children === undefined ? null : <div className={classes.emptyWords}>{children}</div>}
    </div>
  );
}
