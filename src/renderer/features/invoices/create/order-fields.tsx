// The fields of an order with what is to be said at each of them.
import {
  Autocomplete,
  Box,
  Button,
  Collapse,
  Group,
  type InputWrapperProps,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { IconCheck, IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { charactersIn, ORDER_LENGTHS, type OrderField } from '../../../../domain/order.ts';
import { type Earlier, earlierWords, PaidAlready } from './earlier.tsx';
import { IdState } from './id-check.tsx';
import { inputId, type OrderForm } from './use-form.ts';
import { FIELD_HINTS, FIELD_LABELS } from './words.ts';

const ORDER: NonNullable<InputWrapperProps['inputWrapperOrder']> = ['label', 'input', 'error', 'description'];
const ADDRESSES = ['callback_url', 'success_url', 'fail_url'] as const;

/** All eight fields, the required ones first. `currencies`: of the catalogue. */
export function OrderFields(props: {
  readonly form: OrderForm;
  readonly currencies: readonly string[];
  readonly earlier: Earlier | null;
}): ReactNode {
  const { form, currencies, earlier } = props;
  const { draft, notes, set } = form;
  const hasId = draft.external_id !== '' && notes.external_id?.tone !== 'stop';
  return (
    <Stack gap="md">
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <div>
          <TextField form={form} field="external_id" />
          {hasId ? <IdState externalId={draft.external_id} onPropose={form.replaceId} /> : null}
        </div>
        <TextField form={form} field="customer_id" hint={earlier === null ? undefined : earlierWords(earlier)} />
      </SimpleGrid>
      <Group gap="sm" align="start" wrap="nowrap">
        <Box flex={1}>
          <TextField form={form} field="amount" inputMode="decimal" size="md" />
        </Box>
        <Autocomplete
          {...wiring(form, 'currency')}
          size="md"
          w={132}
          data={[...currencies]}
          onChange={(text) => set('currency', text)}
          comboboxProps={{ withinPortal: false }}
        />
      </Group>
      <PaidAlready earlier={earlier} order={form.order} />
      <TextField
        form={form}
        field="purpose"
        hint={`The customer sees it; ${charactersIn(draft.purpose)} of ${ORDER_LENGTHS.purpose.max} characters`}
      />
      <Addresses form={form} />
    </Stack>
  );
}

/** Folded while none is given and nothing is wrong with one. */
function Addresses({ form }: { readonly form: OrderForm }): ReactNode {
  const [isOpened, setOpened] = useState(false);
  const { draft, notes, refusal } = form;
  const isNeeded = ADDRESSES.some((field) => {
    return draft[field] !== '' || notes[field]?.tone === 'stop' || refusal?.fields[field] !== undefined;
  });
  const isOpen = isOpened || isNeeded;
  return (
    <div>
      <Button
        variant="transparent"
        color="gray"
        px={0}
        aria-expanded={isOpen}
        leftSection={
          <IconChevronRight size={16} aria-hidden="true" style={isOpen ? { transform: 'rotate(90deg)' } : {}} />
        }
        onClick={() => setOpened(!isOpened)}
      >
        Addresses
        <Text span fw={400} c="dimmed" ml="xs">
          callback, success and fail{isOpen ? '' : ': as set in your dashboard'}
        </Text>
      </Button>
      <Collapse expanded={isOpen} transitionDuration={0}>
        <Stack gap="sm" pt="xs">
          {ADDRESSES.map((field) => (
            <TextField key={field} form={form} field={field} inputMode="url" />
          ))}
        </Stack>
      </Collapse>
    </div>
  );
}

function TextField(props: {
  readonly form: OrderForm;
  readonly field: OrderField;
  readonly inputMode?: 'decimal' | 'url';
  readonly size?: 'md';
  readonly hint?: string | undefined;
}): ReactNode {
  const { form, field, inputMode = 'text', size = 'sm', hint } = props;
  return (
    <TextInput
      {...wiring(form, field, hint)}
      size={size}
      inputMode={inputMode}
      onChange={(event) => form.set(field, event.currentTarget.value)}
    />
  );
}

/** What every field has: its words, its note, its value; never filled in by a browser. */
function wiring({ draft, notes, refusal, isSending }: OrderForm, field: OrderField, hint = FIELD_HINTS[field]) {
  const note = notes[field];
  const refused = refusal?.fields[field];
  const wrong = refused ?? (note?.tone === 'stop' ? note.words : undefined);
  return {
    id: inputId(field),
    label: FIELD_LABELS[field],
    required: ORDER_LENGTHS[field].min > 0,
    withAsterisk: false,
    // What is wrong says enough; the hint comes back with it.
    description:
      wrong !== undefined ? undefined : note === undefined ? (
        hint
      ) : (
        <Text span fz="xs" c={note.tone === 'taken' ? 'var(--mc-good-text)' : 'var(--mc-warn-text)'}>
          {note.tone === 'taken' ? <IconCheck size={12} aria-hidden="true" /> : null} {note.words}
        </Text>
      ),
    error: wrong,
    inputWrapperOrder: ORDER,
    value: draft[field],
    disabled: isSending,
    autoComplete: 'off',
    spellCheck: field === 'purpose',
  };
}
