// What commands do in this window, and how the window stands when they are offered.
import { useMemo } from 'react';
import { screenPath } from '../../../domain/console/screens.ts';
import { useBridge, useCalls, useWriteBar } from '../../bridge/index.ts';
import { failureWords, navigateTo, tellUndone, useUi } from '../../ui/index.ts';
import { type Availability, type Deeds, READY, type CommandStanding, type ScreenKey } from './command.ts';

function printButton(): HTMLButtonElement | null {
  const button = document.querySelector('button[data-console-print]');
  return button instanceof HTMLButtonElement ? button : null;
}

/** Every screen can be printed; one with a button of its own says when it can not. */
function printStanding(): Availability {
  const button = printButton();
  if (button?.disabled !== true) return READY;
  return { kind: 'refused', reason: button.title === '' ? 'Not now.' : sentence(button.title) };
}

/** A button's title ends without a full stop; what is told above the screen has one. */
function sentence(title: string): string {
  return /[.!?]$/.test(title) ? title : `${title}.`;
}

function buttonOf(key: ScreenKey): HTMLElement | undefined {
  return [...document.querySelectorAll<HTMLElement>(`[data-console-key="${key}"]`)].find(
    (button) => !button.matches(':disabled, [data-loading]'),
  );
}

function canPress(key: ScreenKey): boolean {
  return key === 'refresh' || buttonOf(key) !== undefined;
}

/** Puts the keyboard into the search of the screen; false where it has none. */
function focusSearch(): boolean {
  const field = document.querySelector('[data-console-search]');
  if (!(field instanceof HTMLInputElement) && !(field instanceof HTMLTextAreaElement)) return false;
  field.focus();
  field.select();
  return true;
}

/** The deeds; those that open something of the frame come from the frame. */
export function useDeeds(opening: Pick<Deeds, 'openPalette' | 'openSheet' | 'openTraining'>): Deeds {
  const { openPalette, openSheet, openTraining } = opening;
  const { apart, savePdf } = useUi();
  const { run } = useCalls();
  const bridge = useBridge();
  return useMemo(() => {
    return {
      go: (path) => navigateTo(path),
      search: () => {
        if (!focusSearch()) openPalette();
      },
      openPalette,
      openSheet,
      openTraining,
      print: () => {
        // A screen that has its own button knows what its paper needs, and when there is nothing to put on it.
        const button = printButton();
        const standing = printStanding();
        if (standing.kind === 'refused')
          tellUndone(savePdf === null ? 'Not printed' : 'The PDF was not saved', standing.reason);
        else if (button !== null) button.click();
        else if (savePdf === null) window.print();
        else savePdf(document.title);
      },
      lock: () => {
        void bridge.call('lock.now', {}).then((result) => {
          if (!result.ok) tellUndone('The console was not locked', failureWords(result.failure).sentence);
          else if (!result.value.ok) navigateTo(`${screenPath('settings')}?section=lock`);
        });
      },
      press: (key) => {
        const button = buttonOf(key);
        button?.click();
        // A list has no button of its own: what it shows is read from the API.
        if (button === undefined && key === 'refresh') {
          void run('sync.start', {}).then((result) => {
            if (!result.ok) tellUndone('Nothing was read', failureWords(result.failure).sentence);
          });
        }
        return canPress(key);
      },
      openApart: () => apart?.open(window.location.hash.slice(1) || '/'),
    };
  }, [apart, savePdf, bridge, run, openPalette, openSheet, openTraining]);
}

export function useStanding(): CommandStanding {
  const bar = useWriteBar();
  const { apart, isSandbox } = useUi();
  return {
    writeBar: bar === null ? null : failureWords(bar).sentence,
    apart: apart !== null,
    isSandbox,
    print: printStanding(),
    canPress,
  };
}
