// What the building blocks need from outside, as one context, which the app fills.
import { createContext, type ReactNode, useContext, useMemo } from 'react';

/** How a screen comes into a window of its own, and what that is called where the console runs. */
export interface Apart {
  readonly place: 'window' | 'tab';
  /** By the address of a screen; to be called while a person's click or key is being handled. */
  readonly open: (path: string) => void;
}

export interface UiEnvironment {
  /** IANA name; every instant is shown in it. */
  readonly timeZone: string;
  /** The nonce of the content policy; empty where there is none. */
  readonly styleNonce: string;
  /** Opens an https address in the system's browser; null where a plain link does. */
  readonly openLink: ((href: string) => void) | null;
  /** Characters by themselves (a letter, / or ?) are commands. */
  readonly plainKeys: boolean;
  /** Every digit of every amount is shown, also where a list shortens it. */
  readonly allDigits: boolean;
  readonly rowHeight: number;
  /** The columns of the list of a screen, by its id (grid/column-layout), and how they are kept for every window; an empty text forgets them. */
  readonly columns: Readonly<Record<string, string>>;
  readonly keepColumns: (screen: string, columns: string) => void;
  /** The business that this window shows. */
  readonly profile: string | null;
  /** What the engine is called that this window shows; null where there is no other. */
  readonly where: string | null;
  /** This window shows the sandbox: its title and what is printed say so. */
  readonly isSandbox: boolean;
  /** Null where there is only one window. */
  readonly apart: Apart | null;
  /** Saves this screen as a PDF that the person names; null where the system's print dialog is what there is. */
  readonly savePdf: ((suggestedName: string) => void) | null;
}

export const UiContext = createContext<UiEnvironment>({
  timeZone: 'UTC',
  styleNonce: '',
  openLink: null,
  plainKeys: true,
  allDigits: false,
  rowHeight: 32,
  columns: {},
  keepColumns: () => undefined,
  profile: null,
  where: null,
  isSandbox: false,
  apart: null,
  savePdf: null,
});

export function useUi(): UiEnvironment {
  return useContext(UiContext);
}

/** What is inside shows its times in that zone. */
export function InZone(props: { readonly timeZone: string; readonly children: ReactNode }) {
  const { timeZone, children } = props;
  const ui = useUi();
  const value = useMemo(() => ({ ...ui, timeZone }), [ui, timeZone]);
  return <UiContext value={value}>{children}</UiContext>;
}
