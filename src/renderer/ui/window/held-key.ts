// The key that goes with letters on this system: ⌘ on a Mac, Ctrl elsewhere.

export type HeldKey = '⌘' | 'Ctrl';

/** What the system says of itself: `userAgentData.platform` where there is one, `navigator.platform` elsewhere. */
export interface SystemNames {
  readonly platform: string;
  readonly userAgentData?: { readonly platform?: string | undefined } | undefined;
}

/** Pure. */
export function heldKey({ platform, userAgentData }: SystemNames): HeldKey {
  const name = userAgentData?.platform ?? platform;
  return /^mac/i.test(name) || /^(?:iphone|ipad)/i.test(name) ? '⌘' : 'Ctrl';
}

/** That of the system under this window. */
export function heldHere(): HeldKey {
  const names: SystemNames = window.navigator;
  return heldKey(names);
}

/** True while it is held, and not the other: on a Mac, Ctrl and a letter edit text, and Ctrl and a click ask for the menu. */
export function isHeld(
  { ctrlKey, metaKey }: { readonly ctrlKey: boolean; readonly metaKey: boolean },
  held: HeldKey = heldHere(),
): boolean {
  return held === '⌘' ? metaKey && !ctrlKey : ctrlKey && !metaKey;
}
