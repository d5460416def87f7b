// The first letter of a payment method's or a network's name in a box beside it: decoration, so that the eye finds a name again.
import type { ReactNode } from 'react';
import './monogram.css';

/** Of a name without a letter or a digit an empty box, so that the names of a list stand in one line. */
export function Monogram({ name }: { readonly name: string }): ReactNode {
  const [letter = ''] = /[\p{L}\p{N}]/u.exec(name) ?? [];
  // Written by the style sheet, so that it is neither copied nor read out with the name.
  return <span className="mc-monogram" data-letter={Array.from(letter.toUpperCase())[0] ?? ''} aria-hidden="true" />;
}
