/**
 * What the building blocks need from outside, as one context: the time zone, the style nonce, how links are opened. The app
 * fills it; nothing here knows where the values come from.
 */
import { createContext, type ReactNode, useContext } from 'react';

export interface UiEnvironment {
  /** IANA name; every instant is shown in it. */
  readonly timeZone: string;
  /** The nonce of the content policy; empty where there is none. */
  readonly styleNonce: string;
  /** Opens an https address in the system's browser; null where a plain link does. */
  readonly openLink: ((href: string) => void) | null;
}

const UiContext = createContext<UiEnvironment>({ timeZone: 'UTC', styleNonce: '', openLink: null });

/** Gives the building blocks below it their environment. */
export function UiProvider({
  environment,
  children,
}: {
  readonly environment: UiEnvironment;
  readonly children: ReactNode;
}): ReactNode {
  return <UiContext value={environment}>{children}</UiContext>;
}

/** The environment of the building blocks. */
export function useUi(): UiEnvironment {
  return useContext(UiContext);
}
