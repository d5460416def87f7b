// Rejected rows with line, column, value and reason: by reason, page by page, to be copied into a spreadsheet. Values are foreign text.
import { REJECT_WORDS } from '../../../parts/index.ts';
import { Button, Group } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { MAX_REJECT_VALUE, type Reject, REJECT_REASONS, type RejectReason } from '../../../../domain/ledger/import.ts';
import { ChoiceFilter, ForeignText, grouped, Link, Note, plainText, Table, useCopy } from '../../../ui/index.ts';
import { stepHref } from './use-wizard.ts';

export const REJECTS_PAGE = 100;

export const REASON = 'reason';

/** The reason that an address names; null: all of them. */
export function reasonIn(text: string | undefined): RejectReason | null {
  return REJECT_REASONS.find((reason) => reason === text) ?? null;
}

interface RejectsProps {
  /** Those of the page, of the reason that is chosen. */
  readonly rejects: readonly Reject[];
  readonly total: number;
  readonly offset: number;
  readonly byReason: Readonly<Partial<Record<RejectReason, number>>>;
  readonly reason: RejectReason | null;
  /** They can still be put right in the wizard. */
  readonly isBefore: boolean;
  readonly onTurn: (offset: number) => void;
}

/** Filter, advice, table, pages. */
export function RejectsTable({ rejects, total, offset, byReason, reason, isBefore, onTurn }: RejectsProps) {
  const { copied, copy } = useCopy();
  const Icon = copied ? IconCheck : IconCopy;
  const options = REJECT_REASONS.flatMap((one) => {
    const count = byReason[one] ?? 0;
    return count === 0 && one !== reason ? [] : [{ value: one, label: REJECT_WORDS[one].title, count }];
  });
  return (
    <>
      <Group px="md" pb="sm">
        <ChoiceFilter isOne name={REASON} label="Reason" options={options} />
        {reason === null ? null : (
          <Note>
            {REJECT_WORDS[reason].advice}{' '}
            {isBefore && REJECT_WORDS[reason].step === 'columns' ? (
              <Link to={stepHref('columns')} inline>
                Look at the columns
              </Link>
            ) : null}
          </Note>
        )}
        <Button
          size="xs"
          ml="auto"
          leftSection={<Icon size={14} aria-hidden="true" />}
          disabled={rejects.length === 0}
          onClick={() => copy(rejectsText(rejects))}
        >
          {copied ? 'Copied' : 'Copy these rows'}
        </Button>
      </Group>
      <Table
        label="Rejected rows"
        rows={rejects}
        page={{ offset, limit: REJECTS_PAGE, total, noun: 'rejected rows', ways: ['Back', 'Further down'], onTurn }}
        mah={560}
        keyOf={({ line, column, value }) => `${line} ${column} ${value.length}`}
        columns={({ cell }) => [
          cell('Line', ({ line }) => grouped(line)),
          cell('Column', ({ column }) =>
            column === null ? <Note>whole row</Note> : <ForeignText text={column.slice(0, 200)} />,
          ),
          cell('Value, as it stands in the file', ({ value }) =>
            value === '' ? <Note>empty</Note> : <ForeignText text={valueWords(value)} />,
          ),
          cell('Reason', ({ reason: why }) => <span title={REJECT_WORDS[why].advice}>{REJECT_WORDS[why].title}</span>, {
            miw: 200,
          }),
        ]}
      />
    </>
  );
}

function valueWords(value: string): string {
  return value.length >= MAX_REJECT_VALUE ? `${value.slice(0, MAX_REJECT_VALUE)}…` : value;
}

/** As a spreadsheet takes them: a row each, cells apart by tabs. What begins as a formula is kept from being one. */
export function rejectsText(rejects: readonly Reject[]): string {
  const rows = rejects.map(({ line, column, value, reason }) => [
    `${line}`,
    cell(column ?? ''),
    cell(value),
    REJECT_WORDS[reason].title,
  ]);
  return [['Line', 'Column', 'Value', 'Reason'], ...rows].map((cells) => cells.join('\t')).join('\n');
}

function cell(text: string): string {
  const line = plainText(text).replaceAll(/[\t\n\r]/g, ' ');
  return /^[=+\-@]/.test(line) ? `'${line}` : line;
}

export function placeText(of: string, offset: number): string | undefined {
  return offset === 0 ? undefined : `${of} ${offset}`;
}

/** The row that the address names for this list; the first where it names none, or one of another list. */
export function placeIn(text: string | undefined, of: string): number {
  const [named, at] = (text ?? '').split(' ');
  return named === of && /^\d{1,9}$/.test(at ?? '') ? Number(at) : 0;
}
