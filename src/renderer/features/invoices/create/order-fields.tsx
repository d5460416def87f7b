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
import { inputId } from './focus-field.ts';
import { IdState } from './id-check.tsx';
import type { OrderForm } from './use-form.ts';
import { FIELD_HINTS, FIELD_LABELS } from './words.ts';

interface FieldsProps {
  readonly form: OrderForm;
  /** Currencies of the catalogue. */
  readonly currencies: readonly string[];
  readonly earlier: Earlier | null;
}

const ORDER: NonNullable<InputWrapperProps['inputWrapperOrder']> = ['label', 'input', 'error', 'description'];
const ADDRESSES = ['callback_url', 'success_url', 'fail_url'] as const;

/** All eight fields, the required ones first. */
export function OrderFields({ form, currencies, earlier }: FieldsProps): ReactNode {
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
      <TextField form={form} field="purpose" hint={purposeHint(draft.purpose)} />
      <Addresses form={form} />
    </Stack>
  );
}

function purposeHint(text: string): string {
  return `The customer sees it; ${charactersIn(text)} of ${ORDER_LENGTHS.purpose.max} characters`;
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
      wrong === undefined ? note === undefined ? hint : <Said tone={note.tone}>{note.words}</Said> : undefined,
    error: wrong,
    inputWrapperOrder: ORDER,
    value: draft[field],
    disabled: isSending,
    autoComplete: 'off',
    spellCheck: field === 'purpose',
  };
}

function Said({ tone, children }: { readonly tone: 'stop' | 'care' | 'taken'; readonly children: string }): ReactNode {
  return (
    <Text span fz="xs" c={tone === 'taken' ? 'var(--mc-good-text)' : 'var(--mc-warn-text)'}>
      {tone === 'taken' ? <IconCheck size={12} aria-hidden="true" /> : null} {children}
    </Text>
  );
}
