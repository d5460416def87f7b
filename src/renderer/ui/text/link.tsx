// Words that lead to another screen of the console.
import type { ReactNode } from 'react';
import { hashHref } from '../window/route.ts';

/** `to`: a path within the console. `inline`: among words, where more than its colour has to tell it from them. */
export function Link(props: {
  readonly to: string;
  readonly inline?: boolean;
  readonly title?: string;
  readonly children: ReactNode;
}): ReactNode {
  const { to, inline = false, title, children } = props;
  return (
    <a className={inline ? 'mc-link mc-link-inline' : 'mc-link'} href={hashHref(to)} title={title}>
      {children}
    </a>
  );
}
