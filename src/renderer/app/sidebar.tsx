/**
 * The left side of the frame: whose console it is, the field for any id, the screens, and below them what always stands there. Not here: which screens
 * there are (destinations.ts).
 */
import { IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { LookupField } from '../features/finder/lookup-field.tsx';
import { type Destination, destinationOf, NAVIGATION, NEW_INVOICE } from './destinations.ts';

/** `isStill`: it is there to be seen only, for there are no screens to go to yet. */
export function Sidebar(props: {
  readonly switcher: ReactNode;
  readonly isStill?: boolean;
  readonly children: ReactNode;
}): ReactNode {
  const { switcher, isStill = false, children } = props;
  return (
    <section className="mc-sidebar" aria-label="Console" inert={isStill}>
      <div className="mc-brand">
        <Mark />
        Merchant Console
      </div>
      {switcher}
      <LookupField />
      <NewInvoice />
      <Navigation />
      <div className="mc-standing">{children}</div>
    </section>
  );
}

function Navigation(): ReactNode {
  const [path] = useLocation();
  const here = destinationOf(path);
  return (
    <nav className="mc-nav" aria-label="Screens">
      {NAVIGATION.map((entry) =>
        'places' in entry ? (
          <div key={entry.label} role="group" aria-label={entry.label} className="mc-nav-group">
            <span className="mc-nav-group-name" aria-hidden="true">
              {entry.label}
            </span>
            {entry.places.map((place) => (
              <NavigationLink key={place.path} place={place} isHere={place === here} />
            ))}
          </div>
        ) : (
          <NavigationLink key={entry.path} place={entry} isHere={entry === here} />
        ),
      )}
    </nav>
  );
}

function NavigationLink({ place, isHere }: { readonly place: Destination; readonly isHere: boolean }): ReactNode {
  const Icon = place.icon;
  return (
    <Link href={place.path} className="mc-nav-link" aria-current={isHere ? 'page' : undefined}>
      <Icon size={18} stroke={1.75} aria-hidden="true" />
      {place.label}
    </Link>
  );
}

function NewInvoice(): ReactNode {
  const [path] = useLocation();
  return (
    <Link
      href={NEW_INVOICE.path}
      className="mc-new"
      aria-current={path.startsWith(NEW_INVOICE.path) ? 'page' : undefined}
    >
      <IconPlus size={16} aria-hidden="true" />
      {NEW_INVOICE.label}
    </Link>
  );
}

function Mark(): ReactNode {
  return (
    <svg className="mc-mark" viewBox="0 0 24 24" aria-hidden="true">
      <rect width="24" height="24" rx="7" />
      <path d="M6.5 16V8.6l5.5 5.2 5.5-5.2V16" />
    </svg>
  );
}
