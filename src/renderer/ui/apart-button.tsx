// "Open in a new window" (or tab): the present screen once more, in a place of its own.
import { ActionIcon, Tooltip } from '@mantine/core';
import { IconAppWindow } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useUi } from './environment.tsx';

/** Quiet; nothing where the console has one window only. */
export function ApartButton(): ReactNode {
  const { apart } = useUi();
  if (apart === null) return null;
  const words = `Open in a new ${apart.place}`;
  return (
    <Tooltip label={words}>
      <ActionIcon
        variant="default"
        size={36}
        aria-label={words}
        onClick={() => apart.open(window.location.hash.slice(1) || '/')}
      >
        <IconAppWindow size={18} stroke={1.75} aria-hidden="true" />
      </ActionIcon>
    </Tooltip>
  );
}
