/**
 * The settings in sections, with a search over them. What concerns the API stands beside what concerns this computer.
 */
import { Box, Group, NavLink, Stack, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { screenPath } from '../../../domain/screens.ts';
import { EmptyState, hashHref, PageFrame, useRouteFilters } from '../../ui/index.ts';
import { AboutPanel } from './about-panel.tsx';
import { AuditPanel } from './audit-panel.tsx';
import { ComputerPanel } from './computer-panel.tsx';
import { DataPanel } from './data-panel.tsx';
import { DisplayPanel } from './display-panel.tsx';
import { KeySafety } from './key-safety.tsx';
import { NotificationsPanel } from './notifications-panel.tsx';
import { ProfilesPanel } from './profiles-panel.tsx';
import { ReservePanel } from './reserve-panel.tsx';
import { foundSections, type SectionId } from './sections.ts';
import { WebhookSecretPanel } from './webhook-secret-panel.tsx';

const PANELS: Readonly<Record<SectionId, () => ReactNode>> = {
  businesses: () => (
    <>
      <ProfilesPanel />
      <WebhookSecretPanel />
      <KeySafety />
    </>
  ),
  display: () => <DisplayPanel />,
  notices: () => <NotificationsPanel />,
  sync: () => (
    <>
      <DataPanel />
      <ReservePanel />
    </>
  ),
  audit: () => <AuditPanel />,
  about: () => (
    <>
      <ComputerPanel />
      <AboutPanel />
    </>
  ),
};

/** All sections; `?section=ID` is the one that comes into view. */
export function SettingsPage(): ReactNode {
  const [query, setQuery] = useState('');
  const found = foundSections(query);
  const wanted = useRouteFilters().text('section');
  useEffect(() => {
    if (wanted !== undefined) document.getElementById(`settings-${wanted}`)?.scrollIntoView();
  }, [wanted]);
  return (
    <PageFrame
      title="Settings"
      filters={
        <TextInput
          type="search"
          w={280}
          aria-label="Search settings"
          placeholder="Search settings"
          data-console-search=""
          leftSection={<IconSearch size={16} aria-hidden="true" />}
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
        />
      }
    >
      {found.length === 0 ? (
        <EmptyState kind="nothing-matches" title="No setting is called so" />
      ) : (
        <Group align="start" gap="sm">
          <Box component="nav" aria-label="Sections" w={184} pos="sticky" top={60} visibleFrom="md">
            {found.map(({ id, label }) => (
              <NavLink
                key={id}
                py={6}
                label={label}
                active={id === wanted}
                href={hashHref(`${screenPath('settings')}?section=${id}`)}
              />
            ))}
          </Box>
          {(['own', 'api'] as const).map((column) => (
            <Stack key={column} gap="sm" flex="1 1 400px" miw={0} maw={880}>
              {found
                .filter((section) => section.column === column)
                .map(({ id }) => (
                  <Stack key={id} id={`settings-${id}`} gap="sm" style={{ scrollMarginTop: 60 }}>
                    {PANELS[id]()}
                  </Stack>
                ))}
            </Stack>
          ))}
        </Group>
      )}
    </PageFrame>
  );
}
