// Quiet words on a screen: a line that explains what it stands below.
import type { ReactNode } from 'react';

/** A paragraph that explains what stands above it. */
export function Note({ children }: { readonly children: ReactNode }): ReactNode {
  return <p className="mc-note">{children}</p>;
}
