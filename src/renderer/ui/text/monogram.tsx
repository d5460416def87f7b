// The first letter of a payment method's or a network's name in a box beside it: decoration, so that the eye finds a
// name again. Drawn here: the pictures that the API names lie on servers of others, which would learn who looks at
// what.
import type { ReactNode } from 'react';
import './monogram.css';

/** Of a name without a letter or a digit an empty box, so that the names of a list stand in one line. */
export function Monogram({ name }: { readonly name: string }): ReactNode {
  const [letter = ''] = /[\p{L}\p{N}]/u.exec(name) ?? [];
  // Written by the style sheet, so that it is neither copied nor read out with the name.
  return <span className="mc-monogram" data-letter={Array.from(letter.toUpperCase())[0] ?? ''} aria-hidden="true" />;
}
