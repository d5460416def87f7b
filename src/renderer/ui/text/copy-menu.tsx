// A small menu of texts to copy, such as commands for a shell; it takes them ready and says what was copied.
import { Button, Menu, Text, VisuallyHidden } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';

export interface CopyItem {
  /** "Copy as curl: read the invoice". */
  readonly label: string;
  readonly text: string;
  /** What the text would change, where it does: said beside its label. */
  readonly caution?: string;
}

/** A button that opens the menu; choosing an item copies its text. */
export function CopyMenu(props: { readonly label: string; readonly items: readonly CopyItem[] }): ReactNode {
  const { label, items } = props;
  const { copied, copy } = useClipboard({ timeout: 1_500 });
  const [last, setLast] = useState('');
  return (
    <>
      <Menu position="bottom-end" shadow="md">
        <Menu.Target>
          <Button
            variant="default"
            disabled={items.length === 0}
            leftSection={
              copied ? <IconCheck size={16} aria-hidden="true" /> : <IconCopy size={16} aria-hidden="true" />
            }
          >
            {label}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {items.map((item) => (
            <Menu.Item
              key={item.label}
              onClick={() => {
                copy(item.text);
                setLast(item.label);
              }}
            >
              {item.label}
              <Text fz={12} c="dimmed">
                {item.caution}
              </Text>
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <VisuallyHidden role="status">{copied ? `Copied: ${last}` : ''}</VisuallyHidden>
    </>
  );
}
