// What commands do in this window, and how the window stands when they are offered.
import { useMemo } from 'react';
import { readingCall } from '../../../domain/sync/reading-switch.ts';
import { useCall, useCalls, useWriteBar } from '../../bridge/index.ts';
import { failureWords, navigateTo, tellUndone, useUi } from '../../ui/index.ts';
import { ABSENT, type Availability, type Deeds, type MarkedButton, READY, type CommandStanding } from './command.ts';

const MARKS: Readonly<Record<MarkedButton, string>> = {
  export: 'button[data-console-export]',
  print: 'button[data-console-print]',
};

function buttonOf(mark: MarkedButton): HTMLButtonElement | null {
  const button = document.querySelector(MARKS[mark]);
  return button instanceof HTMLButtonElement ? button : null;
}

/** Whether the button is there and can be pressed; its title says why not. */
function standingOf(mark: MarkedButton): Availability {
  const button = buttonOf(mark);
  if (button === null) return ABSENT;
  return button.disabled
    ? { kind: 'refused', reason: button.title === '' ? 'Not now.' : sentence(button.title) }
    : READY;
}

/** A button's title ends without a full stop; what is told above the screen has one. */
function sentence(title: string): string {
  return /[.!?]$/.test(title) ? title : `${title}.`;
}

/** Puts the keyboard into the search of the screen; false where it has none. */
function focusSearch(): boolean {
  const field = document.querySelector('[data-console-search]');
  if (!(field instanceof HTMLInputElement) && !(field instanceof HTMLTextAreaElement)) return false;
  field.focus();
  field.select();
  return true;
}

/** The deeds; the two that open something of the frame come from the frame. */
export function useDeeds({ openPalette, openSheet }: Pick<Deeds, 'openPalette' | 'openSheet'>): Deeds {
  const { run } = useCalls();
  const { apart, savePdf } = useUi();
  return useMemo(() => {
    return {
      go: (path) => navigateTo(path),
      search: () => {
        if (!focusSearch()) openPalette();
      },
      openPalette,
      openSheet,
      exportList: () => buttonOf('export')?.click(),
      print: () => {
        // A screen that has its own button knows what its paper needs, and when there is nothing to put on it.
        const button = standingOf('print');
        if (button.kind === 'refused')
          tellUndone(savePdf === null ? 'Not printed' : 'The PDF was not saved', button.reason);
        else if (button.kind === 'ready') buttonOf('print')?.click();
        else if (savePdf === null) window.print();
        else savePdf(document.title);
      },
      openApart: () => apart?.open(window.location.hash.slice(1) || '/'),
      setScheme: (colourScheme) => {
        void run('settings.set', { colourScheme }).then((result) => {
          if (!result.ok) tellUndone('The colours could not be kept', failureWords(result.failure).sentence);
        });
      },
      setReading: (deed) => {
        void run(readingCall(deed), {}).then((result) => {
          if (!result.ok)
            tellUndone(
              deed === 'pause' ? 'Reading was not paused' : 'Reading was not resumed',
              failureWords(result.failure).sentence,
            );
        });
      },
    };
  }, [run, apart, savePdf, openPalette, openSheet]);
}

export function useStanding(): CommandStanding {
  const bar = useWriteBar();
  const { apart, savePdf } = useUi();
  const scheme = useCall('settings.get', {}).data?.colourScheme ?? 'auto';
  const reading = useCall('sync.status', {}).data?.state ?? 'idle';
  const print = standingOf('print');
  return {
    writeBar: bar === null ? null : failureWords(bar).sentence,
    reading,
    scheme,
    apart: apart?.place ?? null,
    paper: savePdf === null ? 'printer' : 'pdf',
    // Every screen can be printed; one with a button of its own says when it can not.
    buttons: { export: standingOf('export'), print: print.kind === 'absent' ? READY : print },
  };
}
