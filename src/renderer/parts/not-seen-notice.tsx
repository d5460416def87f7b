// A record that the API once showed and does not show any more: when it was last seen, and what that means.
import type { ReactNode } from 'react';
import { Notice } from '../ui/frame/failure-notice.tsx';
import { InstantText } from '../ui/text/instant-text.tsx';

/** Above the record's verdict, since nothing below it can be read again. */
export function NotSeenNotice(props: {
  readonly kind: 'invoice' | 'withdrawal';
  readonly asOf: string;
  readonly missingSince: string;
}): ReactNode {
  return (
    <Notice tone="warn" title={`The API does not show this ${props.kind} any more`}>
      Not seen since <InstantText value={props.asOf} withAge />; found missing{' '}
      <InstantText value={props.missingSince} />. What is below is the last reading. It is kept, and counted in the
      totals. Ask the service before you act on it.
    </Notice>
  );
}
