// The frame of the console: places and the line of the sync on the left, banners above, the screen in the rest.
import { useTimeout, useWindowEvent } from '@mantine/hooks';
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { useEvent, useMirrorNow, useProfile } from '../bridge/index.ts';
import { isHeld, navigateTo, tellNews, useUi } from '../ui/index.ts';
import { PaperMirror, paperName, PaperSandbox } from '../parts/index.ts';
import type { Deeds } from './commands/command.ts';
import { PALETTE } from './commands/commands.ts';
import { useDeeds } from './commands/use-deeds.ts';
import { ProfileSwitcher } from './profile-switcher.tsx';
import { Routes } from './routes.tsx';
import { RunStatus } from './run-status.tsx';
import { ShortcutSheet } from './shortcut-sheet.tsx';
import { Sidebar } from './sidebar.tsx';
import { SyncLine } from './sync-line.tsx';
import { Strips } from './strips.tsx';
import { isOutOfReach, useShortcuts } from './use-shortcuts.ts';
import './shell.css';

const Palette = lazy(async () => ({ default: (await import('./commands/palette.tsx')).Palette }));

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
  // The finder is loaded before anybody asks for it, so that what is typed right after its key is not lost.
  const [isIdle, setIdle] = useState(false);
  useTimeout(() => setIdle(true), FINDER_AFTER_MS, { autoInvoke: true });
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
      <Sidebar switcher={<ProfileSwitcher />} onFind={openPalette}>
        <RunStatus />
        <SyncLine />
      </Sidebar>
      <div className="mc-content">
        <Strips />
        <main id="main" ref={main} tabIndex={-1} className="mc-main">
          <PrintHeading />
          <Routes />
        </main>
      </div>
      <ShortcutSheet opened={sheetOpen} onClose={() => setSheetOpen(false)} />
      {paletteAsked === 0 && !isIdle ? null : (
        <Suspense fallback={null}>
          <Palette asked={paletteAsked} deeds={deeds} />
        </Suspense>
      )}
    </div>
  );
}

/**
 * What the program around the page asks of this window: its menu, its tray, a link from outside. An address that is no screen says so itself. Nothing
 * happens behind a dialog, which would lose what is typed there; a screen that was asked for meanwhile is offered beside it.
 */
function useWindowCommands(deeds: Deeds): void {
  const { id: profile } = useProfile();
  useEvent('window.command', (command) => {
    if (isOutOfReach(command.do === 'find' ? PALETTE : undefined)) {
      if (command.do === 'show') offer(command.path, profile);
      return;
    }
    switch (command.do) {
      case 'show':
        return navigateTo(command.path);
      case 'shortcuts':
        return deeds.openSheet();
      case 'print':
        return deeds.print();
      case 'find':
        return deeds.openPalette();
    }
  });
}

function offer(path: string, profile: string | null): void {
  tellNews({
    id: `asked-for ${path}`,
    tone: 'quiet',
    title: 'Another screen was asked for',
    words: 'A dialog was open, and what is typed there is not left by itself.',
    link: { label: 'Go there', path },
    profile,
  });
}

const FINDER_AFTER_MS = 400;

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

function PrintHeading(): ReactNode {
  const { profile } = useProfile();
  const now = useMirrorNow();
  if (profile === null) return null;
  return (
    <div className="mc-print-only mc-print-standing">
      <PaperSandbox isSandbox={profile.kind === 'sandbox'} />
      <p>{paperName(profile.name)}</p>
      <PaperMirror {...now} />
    </div>
  );
}

function useApartLinks(): void {
  const { apart } = useUi();
  const click = (event: MouseEvent): void => {
    const isMeant = event.button === 1 || (event.button === 0 && isHeld(event));
    if (!isMeant || apart === null || event.defaultPrevented || !(event.target instanceof Element)) return;
    const href = event.target.closest('a[href^="#/"]')?.getAttribute('href');
    if (href === null || href === undefined) return;
    event.preventDefault();
    apart.open(href.slice(1));
  };
  useWindowEvent('click', click);
  useWindowEvent('auxclick', click);
}
