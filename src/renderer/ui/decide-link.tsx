// The way to the decisions about what stands still since a copy of the books was put back.
import type { ReactNode } from 'react';
import { hashHref, RESTORED_PATH } from './route.ts';

export function DecideLink(): ReactNode {
  return (
    <a className="mc-link mc-link-inline" href={hashHref(RESTORED_PATH)}>
      Decide what becomes of it
    </a>
  );
}
