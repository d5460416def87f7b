/** How much the audit log holds, and the way to it. */
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { screenPath } from '../../../domain/screens.ts';
import { useCall } from '../../bridge/index.ts';
import { countWords, hashHref, Panel } from '../../ui/index.ts';
import { SettingRow } from './setting-row.tsx';

/** Of all businesses and of the console itself. */
export function AuditPanel(): ReactNode {
  const total = useCall('activity.page', { offset: 0, limit: 1 }).data?.total;
  return (
    <Panel title="Audit log">
      <SettingRow
        label={total === undefined ? 'What was done with this console' : countWords(total, 'entry', 'entries')}
        note="what was changed or sent with this console; no entry is ever changed"
      >
        <Button component="a" variant="default" href={hashHref(screenPath('audit-log'))}>
          Open
        </Button>
      </SettingRow>
    </Panel>
  );
}
