/**
 * The frame of the console: navigation and standing facts on the left, banners above, the screen in the rest. Not here: which
 * screen (routes.tsx).
 */
import { IconPlus } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { useEvent } from '../bridge/index.ts';
import { LookupField } from '../features/lookup/lookup-field.tsx';
import { navigateTo } from '../ui/index.ts';
import { Banners } from './banners.tsx';
import type { Deeds } from './commands/command.ts';
import { useDeeds } from './commands/use-deeds.ts';
import { type Destination, destinationOf, NAVIGATION, NEW_INVOICE } from './destinations.ts';
import { MirrorStatus } from './mirror-status.tsx';
import { ProfileSwitcher } from './profile-switcher.tsx';
import { RequestBudget } from './request-budget.tsx';
import { Routes } from './routes.tsx';
import { RunStatus } from './run-status.tsx';
import { ShortcutSheet } from './shortcut-sheet.tsx';
import { useApartLinks } from './use-apart-links.ts';
import { useShortcuts } from './use-shortcuts.ts';
import './shell.css';

const Palette = lazy(async () => ({ default: (await import('./commands/palette.tsx')).Palette }));

/** The frame with the present screen in it. */
export function Shell(): ReactNode {
  const [sheetOpen, setSheetOpen] = useState(false);
  const [paletteAsked, setPaletteAsked] = useState(0);
  const openSheet = useCallback(() => setSheetOpen(true), []);
  const openPalette = useCallback(() => setPaletteAsked((times) => times + 1), []);
  const deeds = useDeeds({ openPalette, openSheet });
  useShortcuts(deeds);
  useWindowCommands(deeds);
  useApartLinks();
  const main = useFocusOnNavigation();
  return (
    <div className="mc-shell">
      <a
        className="mc-skip"
        href="#main"
        onClick={(event) => {
          // The hash is the address of the screen, so the link only moves the cursor.
          event.preventDefault();
          main.current?.focus();
        }}
      >
        Skip to the screen
      </a>
      <section className="mc-sidebar" aria-label="Console">
        <div className="mc-brand">
          <Mark />
          Merchant Console
        </div>
        <ProfileSwitcher />
        <LookupField />
        <NewInvoice />
        <Navigation />
        <div className="mc-standing">
          <RunStatus />
          <MirrorStatus />
          <RequestBudget />
          <div className="mc-keys-line">
            <button type="button" className="mc-keys" onClick={openPalette}>
              Commands
            </button>
            <button type="button" className="mc-keys" onClick={openSheet}>
              Keyboard shortcuts <kbd>?</kbd>
            </button>
          </div>
        </div>
      </section>
      <div className="mc-content">
        <Banners />
        <main id="main" ref={main} tabIndex={-1} className="mc-main">
          <Routes />
        </main>
      </div>
      <ShortcutSheet opened={sheetOpen} onClose={() => setSheetOpen(false)} />
      {paletteAsked === 0 ? null : (
        <Suspense fallback={null}>
          <Palette asked={paletteAsked} deeds={deeds} />
        </Suspense>
      )}
    </div>
  );
}

/** What the program around the page asks of this window: its menu, its tray, a link from outside. An address that is no screen says so itself. */
function useWindowCommands(deeds: Deeds): void {
  useEvent('window.command', (command) => {
    switch (command.do) {
      case 'show':
        return navigateTo(command.path);
      case 'palette':
        return deeds.openPalette();
      case 'shortcuts':
        return deeds.openSheet();
      case 'print':
        return deeds.print();
      case 'find':
        return void deeds.find();
    }
  });
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

/** After a step to another screen the keyboard continues there, and the screen starts at its top. */
function useFocusOnNavigation() {
  const [path] = useLocation();
  const main = useRef<HTMLElement>(null);
  const last = useRef(path);
  useEffect(() => {
    if (last.current === path) return;
    last.current = path;
    const before = document.activeElement;
    // Both need the layout of the new screen. In its first frame it is made once; here it would be made twice, in one task with the rest.
    requestAnimationFrame(() => {
      main.current?.scrollTo({ top: 0 });
      // Whoever has taken the keyboard meanwhile keeps it; what has left the screen had it in vain.
      if (document.activeElement === before || document.activeElement === document.body)
        main.current?.focus({ preventScroll: true });
    });
  }, [path]);
  return main;
}
