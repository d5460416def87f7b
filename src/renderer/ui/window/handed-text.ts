// What was typed for the finder in a field elsewhere, until the finder's own field has the keyboard.
let handed: string | null = null;

/** Opens the finder with the text. Letters that come before its field is there are added to it. */
export function handToFinder(text: string): void {
  const isFirst = handed === null;
  handed = text;
  if (isFirst) document.querySelector<HTMLElement>('[data-console-find]')?.click();
}

export function takeHanded(): string | null {
  const text = handed;
  handed = null;
  return text;
}
