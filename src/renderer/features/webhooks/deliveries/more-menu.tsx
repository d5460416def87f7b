/**
 * The ways from the list of deliveries to what is done beside it, in one menu: the row of actions has no room for each. Not here: the
 * screens that they lead to.
 */
import { Button, Menu } from '@mantine/core';
import {
  IconChevronDown,
  IconClipboardText,
  IconListCheck,
  IconShieldCheck,
  IconStethoscope,
  type TablerIcon,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { hashHref, RUNS_PATH } from '../../../ui/index.ts';
import { HOSTS_PATH } from './addresses.ts';

interface Way {
  readonly path: string;
  readonly label: string;
  readonly icon: TablerIcon;
}

const RESENDS: readonly Way[] = [
  { path: '/resend', label: 'Paste ids to resend', icon: IconClipboardText },
  { path: RUNS_PATH, label: 'Resend runs and their reports', icon: IconListCheck },
];
const RECEIVERS: readonly Way[] = [
  { path: HOSTS_PATH, label: 'How the receiving hosts answer', icon: IconStethoscope },
  { path: '/signature', label: 'Check a webhook signature', icon: IconShieldCheck },
];

/** "More": resending many, and the receiving side. */
export function MoreMenu(): ReactNode {
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <Button variant="default" rightSection={<IconChevronDown size={14} aria-hidden="true" />}>
          More
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Resend</Menu.Label>
        <Ways of={RESENDS} />
        <Menu.Divider />
        <Menu.Label>Receivers</Menu.Label>
        <Ways of={RECEIVERS} />
      </Menu.Dropdown>
    </Menu>
  );
}

function Ways({ of }: { readonly of: readonly Way[] }): ReactNode {
  return of.map(({ path, label, icon: Icon }) => (
    <Menu.Item key={path} component="a" href={hashHref(path)} leftSection={<Icon size={16} aria-hidden="true" />}>
      {label}
    </Menu.Item>
  ));
}
