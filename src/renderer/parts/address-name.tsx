// The name of an address out of the address book, wherever the address is shown, and the way to give it one.
import { Button, Text, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import {
  type AddressNames,
  type Destination,
  MAX_ADDRESS_NAME,
  nameOf,
  namesOf,
} from '../../domain/records/address-book.ts';
import type { CallOutput } from '../../contract/calls.ts';
import { useAction, useCall, useSeen } from '../bridge/index.ts';
import { ActionDialog, cellText, plainText } from '../ui/index.ts';

type Book = CallOutput<'addresses.list'>;
type Somewhere = { readonly network: string | null; readonly address: string | null };

/** What people call an address on a network; null where nobody has named it, and while that is not known. */
export function useAddressNames(): (where: Somewhere) => string | null {
  const book = useCall('addresses.list', {}, { refreshOn: ['notes'] }).data;
  return (where) => (book === undefined ? null : nameOf(namesIn(book), where));
}

/** Of each answer once: every cell of a list asks. */
const known = new WeakMap<Book, AddressNames>();

function namesIn(book: Book): AddressNames {
  const names = known.get(book) ?? namesOf(book.addresses);
  known.set(book, names);
  return names;
}

/** The name, else `instead`. */
export function AddressName(props: Somewhere & { readonly instead: ReactNode }) {
  const { network, address, instead } = props;
  const name = useAddressNames()({ network, address });
  return name === null ? instead : <span title={plainText(address ?? '')}>{cellText(name, MAX_ADDRESS_NAME)}</span>;
}

/** Its name with the way to change it. */
export function NamedAddress({ network, address }: Destination) {
  const [isOpen, setOpen] = useState(false);
  const name = useAddressNames()({ network, address });
  return (
    <>
      {name === null ? null : (
        <Text span fw={600} mr="xs">
          {cellText(name, MAX_ADDRESS_NAME)}
        </Text>
      )}
      <Button size="compact-xs" onClick={() => setOpen(true)}>
        {name === null ? 'Name this address…' : 'Rename…'}
      </Button>
      {isOpen ? <NameDialog where={{ network, address }} before={name} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function NameDialog(props: {
  readonly where: Destination;
  readonly before: string | null;
  readonly onClose: () => void;
}) {
  const { where, onClose } = props;
  const action = useAction('addresses.name');
  const before = useSeen(props.before, action.failure);
  const [text, setText] = useState(before ?? '');
  const name = text.trim();
  const save = () => action.run({ ...where, name: name === '' ? null : name, before });
  return (
    <ActionDialog
      title="Name of an address"
      label={name === '' && before !== null ? 'Take the name off' : 'Save'}
      action={action}
      bar={name === (before ?? '') ? (before === null ? 'Type a name.' : 'It is called so already.') : null}
      onSubmit={save}
      onClose={onClose}
    >
      <Text fz={12} c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {plainText(where.address)}
        {where.network === null ? '' : ` on ${plainText(where.network)}`}. On another network it is another destination.
      </Text>
      <TextInput
        label="Name"
        data-autofocus
        maxLength={MAX_ADDRESS_NAME}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
    </ActionDialog>
  );
}
