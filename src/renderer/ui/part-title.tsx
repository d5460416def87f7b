// Here: the small title over a part of an inspector or a panel.
import { Title } from '@mantine/core';
import type { ReactNode } from 'react';

/** A title of level three, or four below one of three. */
export function PartTitle({ order = 3, children }: { readonly order?: 3 | 4; readonly children: ReactNode }) {
  return (
    <Title order={order} mb={6} fz={12} lh="16px" fw={500} c="var(--mc-text-muted)">
      {children}
    </Title>
  );
}
