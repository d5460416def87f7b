/** What a list adds up to, in one line at its foot; unfolded it says it currency by currency. On paper it is unfolded. */
import { ActionIcon, Box, Group } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';

/** `lead` stands in the line. The children are the whole; `isOld` while both belong to the filter before. */
export function TotalsFoot(props: {
  readonly label: string;
  readonly lead: ReactNode;
  readonly isOld: boolean;
  readonly children: ReactNode;
}): ReactNode {
  const { label, lead, isOld, children } = props;
  const [isOpen, setOpen] = useState(false);
  const whole = useId();
  const Icon = isOpen ? IconChevronDown : IconChevronUp;
  return (
    <Box
      component="section"
      aria-label={label}
      aria-busy={isOld}
      opacity={isOld ? 0.6 : 1}
      bg="var(--mc-sunken)"
      flex="none"
    >
      <Box
        id={whole}
        className={isOpen ? undefined : 'mc-print-only'}
        mah={320}
        style={{ overflow: 'auto' }}
        bg="var(--mc-surface)"
      >
        {children}
      </Box>
      <Group h={40} px="md" gap="lg" wrap="nowrap" fz="sm" style={{ overflow: 'hidden', whiteSpace: 'nowrap' }}>
        <ActionIcon
          className="mc-no-print"
          variant="subtle"
          color="gray"
          size={24}
          aria-label={isOpen ? `Fold ${label.toLowerCase()}` : `Unfold ${label.toLowerCase()}`}
          aria-expanded={isOpen}
          aria-controls={whole}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon size={16} aria-hidden="true" />
        </ActionIcon>
        {lead}
      </Group>
    </Box>
  );
}
