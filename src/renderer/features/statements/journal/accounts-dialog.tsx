// Which account each line of a journal goes to, and in which shape the file is: kept with whoever saves it. What is half written outlives the lock.
import { ActionIcon, Checkbox, Group, NativeSelect, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { IconArrowUp, IconPlus, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import type { CallOutput } from '../../../../contract/calls.ts';
import { ACCOUNT_ROLES, type AccountRole, ROLE_WORDS } from '../../../../domain/period/journal.ts';
import {
  columnsProblem,
  FIRST_MAPPING,
  JOURNAL_FIELDS,
  type JournalAccount,
  type JournalColumn,
  type JournalField,
  type JournalMapping,
  MAX_ACCOUNT_TEXT,
} from '../../../../domain/period/journal-mapping.ts';
import { useAction, useSeen } from '../../../bridge/index.ts';
import { ActionDialog, draftsOf, Note, Table, useUi } from '../../../ui/index.ts';
import { tokenWords } from '../../../parts/index.ts';

const useHeld = draftsOf<JournalMapping>();
const SHAPES = [
  { value: 'own', label: 'Columns of your own' },
  { value: 'xero', label: 'Xero, manual journals' },
] as const;

const FIELD_WORDS: Readonly<Record<JournalField, string>> = {
  date: 'Date',
  number: 'Journal number',
  narration: 'Narration',
  description: 'Description',
  account: 'Account',
  'tax-rate': 'Tax rate',
  currency: 'Currency',
  debit: 'Debit',
  credit: 'Credit',
  amount: 'Amount, debit up and credit down',
  entry: 'Entry',
  role: 'Role',
  rows: 'Rows',
};

interface Place {
  readonly role: AccountRole;
  readonly currency: string | null;
}

export function AccountsDialog(props: {
  readonly answer: Pick<CallOutput<'journal.read'>, 'journal' | 'mapping'>;
  readonly onClose: () => void;
}) {
  const { answer, onClose } = props;
  const { journal, mapping: saved } = answer;
  const save = useAction('journal.saveMapping');
  const seen = useSeen(saved?.id ?? null, save.failure);
  // What was typed was typed over that, and stays whatever somebody else saves meanwhile.
  const [opened] = useState(saved);
  const [draft, setDraft] = useHeld(`${useUi().profile} ${opened?.id ?? 'none'}`, mappingOf(opened));
  const { shape, columns, switches } = draft;
  const change = (part: Partial<JournalMapping>): void => setDraft((before) => ({ ...before, ...part }));
  const submit = () => {
    const accounts = draft.accounts
      .filter(({ account }) => account.trim() !== '')
      .map((one) => ({ ...one, taxRate: one.taxRate?.trim() || null }));
    const mapping = { ...draft, accounts, columns: shape === 'xero' ? [] : [...columns] };
    return save.run({ mapping, before: seen });
  };
  const problem = shape === 'own' ? columnsProblem(columns) : null;
  const bar = problem ?? (columns.some(({ head }) => head.trim() === '') ? 'a column has no head' : null);
  return (
    <ActionDialog
      title="Accounts of the journal"
      label="Save"
      size={860}
      action={save}
      bar={bar === null ? null : `Not yet: ${bar}.`}
      onSubmit={submit}
      onClose={onClose}
    >
      <Stack gap="xs">
        <Checkbox
          label="Book the merchant’s fee, an estimate, apart from what was credited"
          checked={switches.estimates}
          onChange={({ currentTarget }) => change({ switches: { ...switches, estimates: currentTarget.checked } })}
        />
        <Checkbox
          label="Book what customers paid on top, as cost and income"
          checked={switches.customerFees}
          onChange={({ currentTarget }) => change({ switches: { ...switches, customerFees: currentTarget.checked } })}
        />
      </Stack>
      <Places places={placesOf(journal.lines)} draft={draft} onAccounts={(accounts) => change({ accounts })} />
      <Text fw={500} component="h3" m={0}>
        The file
      </Text>
      <SegmentedControl
        aria-label="Shape of the file"
        data={[...SHAPES]}
        value={shape}
        onChange={(next) =>
          change({ shape: next, columns: next === 'own' && columns.length === 0 ? FIRST_MAPPING.columns : columns })
        }
      />
      {shape === 'xero' ? (
        <Note>
          The columns of Xero’s template, one currency a file, at most 300 lines; every account needs the tax rate as
          Xero names it.
        </Note>
      ) : (
        <Columns columns={columns} onColumns={(next) => change({ columns: next })} />
      )}
    </ActionDialog>
  );
}

function mappingOf(saved: CallOutput<'journal.read'>['mapping']): JournalMapping {
  if (saved === null) return FIRST_MAPPING;
  const { accounts, shape, columns, switches } = saved;
  return { accounts, shape, columns, switches };
}

/** A row a role, and below it one a currency where the journal has several of them. */
function placesOf(lines: readonly Place[]): readonly Place[] {
  return ACCOUNT_ROLES.flatMap((role) => {
    const own = new Set(lines.flatMap((line) => (line.role === role && line.currency !== null ? [line.currency] : [])));
    const parts = own.size > 1 ? [...own].map((currency) => ({ role, currency })) : [];
    return [{ role, currency: null }, ...parts];
  });
}

function Places(props: {
  readonly places: readonly Place[];
  readonly draft: JournalMapping;
  readonly onAccounts: (accounts: readonly JournalAccount[]) => void;
}) {
  const { places, draft, onAccounts } = props;
  const { accounts, shape } = draft;
  const isOf = (place: Place) => (one: Place) => one.role === place.role && one.currency === place.currency;
  // Of currencies that this journal has not, what was said stays.
  const shown = [...places, ...accounts.filter((one) => !places.some(isOf(one)))].toSorted(
    (left, right) => ACCOUNT_ROLES.indexOf(left.role) - ACCOUNT_ROLES.indexOf(right.role),
  );
  const put = (place: Place, part: Partial<JournalAccount>): void => {
    const before = accounts.find(isOf(place)) ?? { ...place, account: '', taxRate: null };
    onAccounts([
      ...accounts.filter((one) => !isOf(place)(one)),
      { ...before, role: place.role, currency: place.currency, ...part },
    ]);
  };
  return (
    <Table
      label="Accounts"
      rows={shown}
      keyOf={({ role, currency }) => `${role} ${currency ?? '(all)'}`}
      lookOf={({ currency }) => (currency === null ? undefined : 'part')}
      isDense
      columns={({ cell }) => [
        cell('Line', ({ role, currency }) => (currency === null ? ROLE_WORDS[role] : `in ${tokenWords(currency)}`)),
        cell('Account', (place) => (
          <Said
            label={`Account of ${wordsOf(place)}`}
            hint={place.currency === null ? '' : 'as above'}
            text={accounts.find(isOf(place))?.account ?? ''}
            onSay={(account) => put(place, { account })}
          />
        )),
        ...(shape === 'xero' || draft.columns.some(({ field }) => field === 'tax-rate')
          ? [
              cell('Tax rate', (place: Place) => (
                <Said
                  label={`Tax rate of ${wordsOf(place)}`}
                  hint={place.currency === null ? '' : 'as above'}
                  text={accounts.find(isOf(place))?.taxRate ?? ''}
                  onSay={(taxRate) => put(place, { taxRate: taxRate === '' ? null : taxRate })}
                />
              )),
            ]
          : []),
      ]}
    />
  );
}

const wordsOf = ({ role, currency }: Place): string =>
  `${ROLE_WORDS[role]}${currency === null ? '' : ` in ${tokenWords(currency)}`}`;

function Said(props: {
  readonly label: string;
  readonly hint?: string;
  readonly text: string;
  readonly onSay: (text: string) => void;
}) {
  return (
    <TextInput
      size="xs"
      aria-label={props.label}
      placeholder={props.hint}
      maxLength={MAX_ACCOUNT_TEXT}
      value={props.text}
      onChange={({ currentTarget }) => props.onSay(currentTarget.value)}
    />
  );
}

function Columns(props: {
  readonly columns: readonly JournalColumn[];
  readonly onColumns: (columns: readonly JournalColumn[]) => void;
}) {
  const { columns, onColumns } = props;
  const free = JOURNAL_FIELDS.filter((field) => !columns.some((column) => column.field === field));
  const put = (at: number, part: Partial<JournalColumn>): void =>
    onColumns(columns.map((column, index) => (index === at ? { ...column, ...part } : column)));
  const raise = (at: number): void => {
    const [column] = columns.slice(at, at + 1);
    if (column !== undefined)
      onColumns([...columns.slice(0, at - 1), column, ...columns.slice(at - 1, at), ...columns.slice(at + 1)]);
  };
  return (
    <Stack gap={6}>
      {columns.map(({ field, head }, at) => (
        <Group key={field} gap="xs" wrap="nowrap">
          <NativeSelect
            size="xs"
            aria-label={`Column ${at + 1}`}
            w={260}
            value={field}
            data={[field, ...free].map((value) => ({ value, label: FIELD_WORDS[value] }))}
            onChange={({ currentTarget }) =>
              put(at, { field: JOURNAL_FIELDS.find((one) => one === currentTarget.value) ?? field })
            }
          />
          <Said label={`Head of column ${at + 1}`} text={head} onSay={(text) => put(at, { head: text })} />
          <ActionIcon aria-label={`Move column ${at + 1} to the left`} disabled={at === 0} onClick={() => raise(at)}>
            <IconArrowUp size={16} aria-hidden="true" />
          </ActionIcon>
          <ActionIcon
            aria-label={`Leave column ${at + 1} out`}
            onClick={() => onColumns(columns.filter((_, index) => index !== at))}
          >
            <IconX size={16} aria-hidden="true" />
          </ActionIcon>
        </Group>
      ))}
      {free[0] === undefined ? null : (
        <Group>
          <ActionIcon
            variant="default"
            aria-label="Add a column"
            onClick={() =>
              onColumns([...columns, ...free.slice(0, 1).map((field) => ({ field, head: FIELD_WORDS[field] }))])
            }
          >
            <IconPlus size={16} aria-hidden="true" />
          </ActionIcon>
        </Group>
      )}
      <Note>Cells are parted, decimals begin and days are written as this window writes them (Settings).</Note>
    </Stack>
  );
}
