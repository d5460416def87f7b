// One entry of the audit log: a row that opens to the request and its evidence, as text.
import { Table, UnstyledButton } from '@mantine/core';
import { type ReactNode, useId, useState } from 'react';
import type { ActivityRow } from '../../../../contract/calls/activity.ts';
import { Fact, FactGrid, ForeignText, InstantText, plainText, ToneBadge } from '../../../ui/index.ts';
import { actionWords, evidenceText, outcomeTone, outcomeWords } from './activity-words.ts';

/** `profile`: its name, where entries of several stand in one list. */
export function EntryLine(props: { readonly entry: ActivityRow; readonly profile: string | null }): ReactNode {
  const { entry, profile } = props;
  const [open, setOpen] = useState(false);
  const detail = useId();
  return (
    <>
      <Table.Tr h={32} data-entry style={{ cursor: 'pointer' }} onClick={() => setOpen(!open)}>
        <Table.Td>
          <InstantText value={entry.at} />
        </Table.Td>
        <Table.Td c="dimmed">{plainText((profile ?? entry.osUser).slice(0, 60))}</Table.Td>
        <Table.Td fw={500}>
          <UnstyledButton
            fz="sm"
            fw={500}
            aria-expanded={open}
            aria-controls={open ? detail : undefined}
            onClick={(event) => {
              event.stopPropagation();
              setOpen(!open);
            }}
          >
            {actionWords(entry.action).slice(0, 60)}
          </UnstyledButton>
        </Table.Td>
        <Table.Td>{plainText(entry.summary.slice(0, 300))}</Table.Td>
        <Table.Td>
          <ToneBadge tone={outcomeTone(entry.outcome)}>{outcomeWords(entry.outcome).slice(0, 60)}</ToneBadge>
        </Table.Td>
      </Table.Tr>
      {open ? (
        <Table.Tr id={detail}>
          <Table.Td colSpan={5} style={{ whiteSpace: 'normal' }} p="md">
            <FactGrid>
              <Fact label="Asked for" wide>
                <ForeignText text={entry.summary} />
              </Fact>
              <Fact label="By">{plainText(entry.osUser.slice(0, 120))}, on this computer</Fact>
              <Fact label="When">
                <InstantText value={entry.at} withAge />
              </Fact>
              <Fact label="Entry">
                <span className="mc-num">{entry.id}</span>
              </Fact>
              <Fact label="Evidence" wide>
                {entry.evidence === null ? 'None was kept.' : <ForeignText text={evidenceText(entry.evidence)} block />}
              </Fact>
            </FactGrid>
          </Table.Td>
        </Table.Tr>
      ) : null}
    </>
  );
}
