// The frame of the console: places and the line of the sync on the left, banners above, the screen in the rest.
import { Group, Modal, ScrollArea, Switch, Text } from '@mantine/core';
import { useTimeout, useWindowEvent } from '@mantine/hooks';
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { useEvent, useMirrorNow, useProfile, useSettings, useTouch } from '../bridge/index.ts';
import {
  FailureNotice,
  handKeysToFinder,
  isHeld,
  isTyping,
  navigateTo,
  takeHanded,
  tellNews,
  useKeyboardStays,
  useUi,
} from '../ui/index.ts';
import { PaperMirror, paperName, PaperSandbox } from '../parts/index.ts';
import { type Command, COMMAND_GROUPS, type Deeds } from './commands/command.ts';
import { COMMANDS, LOCK, PALETTE } from './commands/commands.ts';
import { type Keyboard, KeyCaps, useKeyboard } from './commands/key-caps.tsx';
import { CHORD_MS, isPressed, keysHere, type Pressed } from './commands/keys.ts';
import { useDeeds } from './commands/use-deeds.ts';
import { ProfileSwitcher } from './profile-switcher.tsx';
import { Routes } from './routes.tsx';
import { RunStatus } from './run-status.tsx';
import { Sidebar } from './sidebar.tsx';
import { WhereBar } from './teams.tsx';
import { SyncLine } from './sync-line.tsx';
import { Strips } from './strips.tsx';
import classes from './frame.module.css';
import './shell.css';

const Palette = lazy(async () => {
  try {
    return { default: (await import('./commands/palette.tsx')).Palette };
  } catch (error) {
    takeHanded();
    throw error;
  }
});

const TrainingBench = lazy(async () => ({ default: (await import('./training-bench.tsx')).TrainingBench }));

const ConnectTeam = lazy(async () => ({ default: (await import('./connect-team.tsx')).ConnectTeam }));

export function Shell() {
  const [sheetOpen, setSheetOpen] = useState(false);
  const [paletteAsked, setPaletteAsked] = useState(0);
  const openSheet = useCallback(() => setSheetOpen(true), []);
  const openPalette = useCallback(() => {
    setPaletteAsked((times) => times + 1);
    if (document.querySelector('[data-console-palette]') === null) handKeysToFinder();
  }, []);
  const [isTraining, setTraining] = useState(false);
  const openTraining = useCallback(() => setTraining(true), []);
  const [isConnecting, setConnecting] = useState(false);
  const openConnecting = useCallback(() => setConnecting(true), []);
  const deeds = useDeeds({ openPalette, openSheet, openTraining });
  const { isSandbox } = useUi();
  useShortcuts(deeds);
  useWindowCommands(deeds);
  useApartLinks();
  useTouch();
  useKeyboardStays();
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
      <Sidebar
        switcher={<ProfileSwitcher onLock={deeds.lock} onTrain={openTraining} onConnect={openConnecting} />}
        onFind={openPalette}
      >
        <RunStatus />
        <SyncLine />
      </Sidebar>
      <div className="mc-content">
        <WhereBar />
        <Strips />
        <main id="main" ref={main} tabIndex={-1} className="mc-main">
          <PrintHeading />
          <Routes />
        </main>
      </div>
      {isTraining && isSandbox ? (
        <Suspense fallback={null}>
          <TrainingBench onClose={() => setTraining(false)} />
        </Suspense>
      ) : null}
      {isConnecting ? (
        <Suspense fallback={null}>
          <ConnectTeam onClose={() => setConnecting(false)} />
        </Suspense>
      ) : null}
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
    if (isOutOfReach(OF_THE_FRAME[command.do])) {
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
      case 'lock':
        return deeds.lock();
    }
  });
}

/** What the shell asks for under the name of a command. */
const OF_THE_FRAME: Readonly<Partial<Record<string, Command['id']>>> = { find: PALETTE, lock: LOCK };

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

function PrintHeading() {
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

const DIALOG = '[role="dialog"][aria-modal="true"]';

/** Whether a dialog stands before the window, behind which nothing happens until it is left: for that command, or for any when there is none. The palette is left by its own key, and the lock hides whatever is open. */
function isOutOfReach(id?: Command['id']): boolean {
  if (id === LOCK) return false;
  return document.querySelector(id === PALETTE ? `${DIALOG}:not([data-console-palette])` : DIALOG) !== null;
}

/** The keys of the commands. A plain key does nothing while somebody types, and none anything behind a dialog. */
function useShortcuts(deeds: Deeds): void {
  const keyboard = useKeyboard();
  const { held, plainKeys } = keyboard;
  /** When `g` was pressed. */
  const chord = useRef(Number.NEGATIVE_INFINITY);
  // The second letter of a chord is nobody else's, so it is taken before any screen with keys of its own hears it.
  const endChord = (event: KeyboardEvent): void => {
    if (event.timeStamp - chord.current >= CHORD_MS || hasModifier(event) || isTyping(event.target)) return;
    // Shift and its like are no letters: whoever writes the letter large presses them first.
    if (event.defaultPrevented || event.isComposing || !plainKeys || MODIFIERS.has(event.key)) return;
    chord.current = Number.NEGATIVE_INFINITY;
    if (isOutOfReach()) return;
    event.preventDefault();
    commandOf(event, 'g', keyboard)?.run?.(deeds);
  };
  useWindowEvent('keydown', endChord, { capture: true });
  useWindowEvent('keydown', (event) => {
    if (event.defaultPrevented || event.altKey || event.isComposing) return;
    const isCommand = isHeld(event, held);
    if (!isCommand && (event.ctrlKey || event.metaKey || isTyping(event.target) || !plainKeys)) return;
    const command = commandOf(event, 'nothing', keyboard);
    const isShut = isOutOfReach(command?.id);
    if (event.key === 'g' && !isCommand && !isShut) chord.current = event.timeStamp;
    if (command === undefined) return;
    // Not even the menu of the program gets a key of ours that does nothing now: it would do behind the dialog what the key must not.
    if (isShut) return event.preventDefault();
    // What went nowhere is left to whoever hears the key next. A key that is kept down is one press.
    if (!event.repeat && command.run?.(deeds) === false) return;
    event.preventDefault();
  });
}

/** The command of this key, among those that the console itself hears here. */
function commandOf(event: Pressed, after: 'g' | 'nothing', { held, ...on }: Keyboard): Command | undefined {
  return COMMANDS.find(({ keys }) =>
    keysHere(keys, on).some((key) => key.ear === 'console' && isPressed(key, event, { held, after })),
  );
}

const MODIFIERS: ReadonlySet<string> = new Set('Shift CapsLock Control Meta Alt AltGraph Fn NumLock'.split(' '));

function hasModifier({ altKey, ctrlKey, metaKey }: KeyboardEvent): boolean {
  return altKey || ctrlKey || metaKey;
}

export function ShortcutSheet(props: { readonly opened: boolean; readonly onClose: () => void }) {
  const keyboard = useKeyboard();
  const { settings, refused, change } = useSettings();
  const shown = COMMANDS.filter(({ keys }) => keysHere(keys, keyboard).length > 0);
  return (
    <Modal {...props} title="Keyboard shortcuts" size="auto" scrollAreaComponent={ScrollArea.Autosize}>
      <div className={classes.sheet}>
        {COMMAND_GROUPS.map((name) => (
          <section key={name} aria-label={name}>
            <Text component="h3" m={0} mb={4} fw={600}>
              {name}
            </Text>
            <dl style={{ margin: 0 }}>
              {shown
                .filter(({ group }) => group === name)
                .map(({ id, label, keys }) => (
                  <Group
                    key={id}
                    justify="space-between"
                    wrap="nowrap"
                    py={5}
                    style={{ borderBottom: '1px solid var(--mc-line)', breakInside: 'avoid' }}
                  >
                    <dt>{label}</dt>
                    <Text component="dd" m={0} c="dimmed">
                      <KeyCaps keys={keys} />
                    </Text>
                  </Group>
                ))}
            </dl>
          </section>
        ))}
      </div>
      <Switch
        mt={20}
        label="Keys by themselves"
        description="Off, letters, / and ? start nothing, whoever types or dictates them by accident."
        checked={settings?.plainKeys ?? true}
        disabled={settings === undefined}
        onChange={({ currentTarget: { checked } }) => change({ plainKeys: checked })}
      />
      <FailureNotice failure={refused} />
      {keyboard.isProgram ? null : (
        <Text size="xs" c="dimmed" mt="sm">
          A key that the browser has taken for itself does what the browser says.
        </Text>
      )}
    </Modal>
  );
}
