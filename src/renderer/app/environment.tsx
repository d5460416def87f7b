// The environment of the building blocks, from the engine's settings, the window's profile and what the shell can do.
import { type ReactNode, useMemo } from 'react';
import { atProfile } from '../../domain/console/screen-path.ts';
import { useCalls, useCapabilities, useProfile, useSettings, useTimeZone } from '../bridge/index.ts';
import { type Apart, failureWords, hashHref, tellUndone, UiContext } from '../ui/index.ts';

export function Environment({ nonce, children }: { readonly nonce: string; readonly children: ReactNode }): ReactNode {
  const timeZone = useTimeZone();
  const { plainKeys = true, allDigits = false, rowHeight = 32 } = useSettings().settings ?? {};
  const { openExternal, printPdf } = useCapabilities();
  const { run } = useCalls();
  const isSandbox = useProfile().profile?.kind === 'sandbox';
  const apart = useApart();
  const environment = useMemo(
    () => ({
      timeZone,
      styleNonce: nonce,
      openLink: openExternal ? (href: string) => void run('links.open', { url: href }) : null,
      plainKeys,
      allDigits,
      rowHeight,
      isSandbox,
      apart,
      savePdf: printPdf
        ? (suggestedName: string) => {
            const asked = { suggestedName: suggestedName.slice(0, MOST_NAME) || 'Screen' };
            void run('windows.printPdf', asked).then((result) => {
              if (!result.ok) tellUndone('The PDF was not saved', failureWords(result.failure).sentence);
            });
          }
        : null,
    }),
    [timeZone, nonce, openExternal, printPdf, run, plainKeys, allDigits, rowHeight, isSandbox, apart],
  );
  return <UiContext value={environment}>{children}</UiContext>;
}

/** Characters of a suggested name; a longer one is no file name anywhere. */
const MOST_NAME = 100;

/** Windows where the shell makes them, tabs where it has several windows without making them. */
function useApart(): Apart | null {
  const { opensWindows, multiWindow } = useCapabilities();
  const { run } = useCalls();
  const { id: profile } = useProfile();
  return useMemo(() => {
    if (opensWindows) {
      const open = (path: string): void => {
        void run('windows.open', { path: atProfile(path, profile) }).then((result) => {
          if (!result.ok) tellUndone('The window was not opened', failureWords(result.failure).sentence);
        });
      };
      return { place: 'window', open };
    }
    // A tab of this origin gets a copy of this tab's session from its opener, as the browser keeps it; nothing of it stands in an address.
    return multiWindow ? { place: 'tab', open: (path) => void window.open(hashHref(path), '_blank') } : null;
  }, [opensWindows, multiWindow, run, profile]);
}
