// The button of one filter, which shows what is chosen, and the choices below it.
import { Button, Popover, type PopoverProps } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';

interface FilterPopoverProps {
  readonly label: string;
  /** What is chosen, in words; null while nothing is. */
  readonly chosen: string | null;
  /** What the button shows of it, where that is shorter. */
  readonly face?: string | undefined;
  readonly title?: string | undefined;
  /** Stands within another popover. */
  readonly isWithin?: boolean | undefined;
  readonly width?: PopoverProps['width'];
  readonly p?: number | undefined;
  /** Called when it is opened: before, nobody needs the choices. */
  readonly onOpen?: (() => void) | undefined;
  readonly children: (close: () => void) => ReactNode;
}

export function FilterPopover(props: FilterPopoverProps) {
  const { label, chosen, face, title, isWithin = false, width, p, onOpen, children } = props;
  const [opened, setOpened] = useState(false);
  return (
    <Popover
      shadow="md"
      position="bottom-start"
      {...(width === undefined ? {} : { width })}
      trapFocus
      withinPortal={!isWithin}
      opened={opened}
      onChange={setOpened}
    >
      <Popover.Target>
        <Button
          className="mc-filter-button"
          data-active={chosen !== null || undefined}
          rightSection={<IconChevronDown size={14} aria-hidden="true" />}
          aria-label={chosen === null ? label : `${label}: ${chosen}`}
          title={title}
          onClick={() => {
            if (!opened) onOpen?.();
            setOpened(!opened);
          }}
        >
          {face ?? chosen ?? label}
        </Button>
      </Popover.Target>
      <Popover.Dropdown {...(p === undefined ? {} : { p })} aria-label={label}>
        {children(() => setOpened(false))}
      </Popover.Dropdown>
    </Popover>
  );
}
