/** The row of tabs that a screen stands in. The app knows which (app/screen-tabs); the frame of the screen shows it. */
import { createContext, type ReactNode, useContext } from 'react';

export interface Tab {
  readonly label: string;
  readonly path: string;
  readonly isHere: boolean;
}

export interface Tabs {
  /** What they are all about, in place of the screen's own title; null where the screen says it itself. */
  readonly heading: string | null;
  readonly tabs: readonly Tab[];
}

/** The row of the screen below it; null where it stands alone. */
export const TabsContext = createContext<Tabs | null>(null);

export function useTabs(): Tabs | null {
  return useContext(TabsContext);
}

/** What the app has for every list: its saved views. */
export const SavedViewsContext = createContext<ReactNode>(null);
