// The one way out of a list into a file: a menu with the formats, which owns its job from the click to the saved
// file, shows how far it is, and stops it.
import { Button, Menu, VisuallyHidden } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { CallInput } from '../../contract/calls.ts';
import { useExport } from '../bridge/index.ts';
import { type ExportAsked, ExportWords, exportTitle, useUi } from '../ui/index.ts';

export interface ExportMenuProps {
  /** Rows of the list; null before they are counted. */
  readonly count: number | null;
  /** What is exported; how the file is to be is added by the menu. */
  readonly rows: (asked: ExportAsked) => CallInput<'exports.start'>;
}

/** "Export": CSV or workbook of all rows of the filter in their order. */
export function ExportMenu({ count, rows }: ExportMenuProps): ReactNode {
  const { timeZone } = useUi();
  const { state, start, cancel, fetchManifest } = useExport();
  const isRunning = state.kind === 'running';
  const title = exportTitle(count, isRunning);
  const isDisabled = isRunning || count === null || count === 0;
  const begin = (format: 'csv' | 'xlsx'): void => start(rows({ format, timeZone }));
  return (
    <>
      <ExportWords state={state} />
      {isRunning && state.jobId !== null ? (
        <Button variant="subtle" onClick={cancel}>
          Stop export
        </Button>
      ) : null}
      {/* What a command presses: the menu's own lines are there only while it is open. */}
      <button
        type="button"
        hidden
        disabled={isDisabled}
        title={title}
        aria-label="Export CSV"
        data-console-export=""
        onClick={() => begin('csv')}
      />
      <Menu position="bottom-end" shadow="md">
        <Menu.Target>
          <Button
            variant="default"
            disabled={isDisabled && state.kind !== 'saved'}
            title={title}
            rightSection={<IconChevronDown size={14} aria-hidden="true" />}
          >
            Export
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item disabled={isDisabled} title={title} onClick={() => begin('csv')}>
            CSV<VisuallyHidden> of this list</VisuallyHidden>
          </Menu.Item>
          <Menu.Item disabled={isDisabled} onClick={() => begin('xlsx')}>
            Excel workbook (XLSX)
          </Menu.Item>
          {state.kind === 'saved' && state.hasManifest ? (
            <Menu.Item title="What the file holds, of when, and its SHA-256" onClick={fetchManifest}>
              Manifest of the last file
            </Menu.Item>
          ) : null}
        </Menu.Dropdown>
      </Menu>
    </>
  );
}
