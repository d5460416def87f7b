/** The button that copies the ids that were not found, one a line. */
import { Button } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import type { ReactNode } from 'react';

/** Nothing when there are none. */
export function CopyIds({ ids }: { readonly ids: readonly string[] }): ReactNode {
  const { copied, copy } = useClipboard({ timeout: 2_000 });
  if (ids.length === 0) return null;
  return (
    <>
      <Button variant="default" onClick={() => copy(ids.join('\n'))}>
        {copied ? 'Copied' : `Copy the ${ids.length.toLocaleString('en-GB')} not found`}
      </Button>
      <span className="mc-visually-hidden" role="status">
        {copied ? 'Copied the ids that were not found' : ''}
      </span>
    </>
  );
}
