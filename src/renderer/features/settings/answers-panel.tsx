// The texts that customers are answered with: one a language and state, the built-in one until the team writes its own.
import { Box, Button, Group, Select, Stack, Text, Textarea } from '@mantine/core';
import { useRef, useState } from 'react';
import {
  ANSWER_FACTS,
  ANSWER_LANGUAGES,
  ANSWER_STATES,
  type AnswerLanguage,
  answerProblem,
  type AnswerState,
  fillAnswer,
  languageName,
  MAX_ANSWER_CHARACTERS,
} from '../../../domain/support/answers.ts';
import { builtInAnswer } from '../../../domain/support/answer-texts.ts';
import { answerFacts, type CustomerView } from '../../../domain/support/customer-reply.ts';
import { useAction, useCall, useProfile } from '../../bridge/index.ts';
import { draftsOf, FailureNotice, Form, Notice, Panel, plainText, useUi } from '../../ui/index.ts';

const STATES: Readonly<Record<AnswerState, string>> = {
  open: 'Open: can be paid',
  closed: 'Time to pay is over',
  received: 'Paid',
  underpaid: 'Paid, underpaid',
  overpaid: 'Paid, overpaid',
  corrected: 'Paid, amount corrected',
  expired: 'Expired',
  canceled: 'Canceled',
  failed: 'Failed',
  checked: 'Being checked',
};

/** What can be chosen is there once somebody opens it. */
const CLOSED = { keepMounted: false } as const;

const LANGUAGES = ANSWER_LANGUAGES.map((value) => ({ value, label: languageName(value) }));

const NO_DRAFTS: ReadonlyMap<string, Draft> = new Map();
const useHeldDrafts = draftsOf<ReadonlyMap<string, Draft>>();

/** Of this window's business. What is half written stays with its language and state while another one is looked at. */
export function AnswersPanel() {
  const { data, failure, refresh } = useCall('answers.list', {}, { refreshOn: ['answers'] });
  const [language, setLanguage] = useState<AnswerLanguage>('en');
  const [state, setState] = useState<AnswerState>('open');
  const [drafts, setDrafts] = useHeldDrafts(`${useUi().profile}`, NO_DRAFTS);
  const key = `${language} ${state}`;
  const own = data?.answers.find((answer) => answer.language === language && answer.state === state)?.text ?? null;
  return (
    <Panel title="Answers to customers" note="Copied on an invoice with Y, its facts filled in.">
      <FailureNotice failure={failure} onRetry={refresh} />
      <Group gap="xs" my={8}>
        <Select
          aria-label="Language"
          w={150}
          searchable
          selectFirstOptionOnChange
          data={LANGUAGES}
          value={language}
          comboboxProps={CLOSED}
          onChange={(value) => setLanguage(value ?? language)}
        />
        <Select
          aria-label="State"
          w={210}
          data={ANSWER_STATES.map((value) => ({ value, label: STATES[value] }))}
          value={state}
          comboboxProps={CLOSED}
          onChange={(value) => setState(value ?? state)}
        />
      </Group>
      {data === undefined ? null : (
        <AnswerForm
          key={key}
          {...{ language, state, own }}
          draft={drafts.get(key) ?? null}
          onDraft={(draft) =>
            setDrafts(
              (all) => new Map([...all].filter(([of]) => of !== key).concat(draft === null ? [] : [[key, draft]])),
            )
          }
        />
      )}
    </Panel>
  );
}

/** What is typed, and the text that was there when it was begun. */
interface Draft {
  readonly text: string;
  readonly before: string | null;
}

function AnswerForm(props: {
  readonly language: AnswerLanguage;
  readonly state: AnswerState;
  /** Null: the built-in text stands. */
  readonly own: string | null;
  readonly draft: Draft | null;
  readonly onDraft: (draft: Draft | null) => void;
}) {
  const { language, state, own, draft, onDraft } = props;
  const save = useAction('answers.save');
  const field = useRef<HTMLTextAreaElement>(null);
  const builtIn = builtInAnswer(language, state);
  const text = draft?.text ?? own ?? builtIn ?? '';
  const problem = text.trim() === '' ? null : answerProblem(text.trim());
  const isOvertaken = draft !== null && draft.before !== own;
  const write = (words: string): void => onDraft({ text: words, before: draft === null ? own : draft.before });
  const keep = async (words: string | null): Promise<void> => {
    const saved = await save.run({
      language,
      state,
      text: words,
      before: draft === null || isOvertaken ? own : draft.before,
    });
    if (saved?.ok === true) onDraft(null);
  };
  const insert = (fact: string): void => {
    const { selectionStart: from, selectionEnd: to } = field.current ?? { selectionStart: 0, selectionEnd: 0 };
    write(`${text.slice(0, from)}{${fact}}${text.slice(to)}`);
    field.current?.focus();
  };
  return (
    <Form onSubmit={() => void keep(text.trim())}>
      <Stack gap="xs">
        <Textarea
          ref={field}
          label="Text"
          lang={language}
          description="{fact} is filled in; a line with {fact?} is left out where the fact is not known."
          autosize
          minRows={5}
          maxRows={14}
          maxLength={MAX_ANSWER_CHARACTERS}
          value={text}
          error={problem}
          onChange={({ currentTarget }) => write(currentTarget.value)}
        />
        <Group component="ul" gap={4} m={0} p={0} aria-label="Facts" style={{ listStyle: 'none' }}>
          {Object.entries(ANSWER_FACTS).map(([fact, words]) => (
            <li key={fact}>
              <Button size="compact-xs" title={words} onClick={() => insert(fact)}>{`{${fact}}`}</Button>
            </li>
          ))}
        </Group>
        <Preview {...{ language, state, text }} />
        {isOvertaken ? (
          <Notice
            tone="warn"
            title="Somebody else has changed this text meanwhile"
            action={{ label: 'Show theirs', run: () => onDraft(null) }}
          >
            What you have written is not kept yet; theirs is: “{plainText(own ?? builtIn ?? '')}”
          </Notice>
        ) : null}
        <FailureNotice failure={save.failure} />
        <Group gap="xs" justify="flex-end">
          {own === null ? null : (
            <Button variant="subtle" disabled={save.busy} onClick={() => void keep(null)}>
              {builtIn === null ? 'Remove it' : 'Back to the built-in text'}
            </Button>
          )}
          {draft === null ? null : (
            <Button disabled={save.busy} onClick={() => onDraft(null)}>
              Discard
            </Button>
          )}
          <Button
            variant="filled"
            type="submit"
            loading={save.busy}
            disabled={draft === null || problem !== null || text.trim() === ''}
          >
            {isOvertaken ? 'Save mine instead' : 'Save'}
          </Button>
        </Group>
      </Stack>
    </Form>
  );
}

/** What a customer would read, of an order that is made up. */
function Preview(props: { readonly language: AnswerLanguage; readonly state: AnswerState; readonly text: string }) {
  const { language, state, text } = props;
  const { timeZone } = useUi();
  const shop = useProfile().profile?.name ?? '';
  const { text: filled, lacking } = fillAnswer(
    text,
    answerFacts({ ...EXAMPLE, ...KNOWN[state], state, shop, timeZone }, language),
  );
  return (
    <div>
      <Text fw={500}>Preview, of a made-up order</Text>
      <Box
        component="pre"
        aria-label="Preview"
        lang={language}
        m={0}
        mt={4}
        p={10}
        bdrs="md"
        bg="var(--mc-sunken)"
        style={LOOK}
      >
        {plainText(filled)}
      </Box>
      {lacking.map(({ fact }) => (
        <Text key={fact} size="xs" c="dimmed">
          {`{${plainText(fact)}}`} is not known of such an order: it is said before anything is copied.
        </Text>
      ))}
    </div>
  );
}

const LOOK = { fontFamily: 'inherit', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' } as const;

const EXAMPLE: Omit<CustomerView, 'state' | 'shop' | 'timeZone'> = {
  external_id: 'order-1042',
  amount: '100.00',
  amount_to_send: '102.50',
  purpose: 'Espresso machine',
  payment_url: 'https://pay.example/1042',
  created_at: '2026-03-02T10:00:00Z',
  expires_at: '2026-03-02T10:30:00Z',
  finished_at: null,
  currency: 'EUR',
  method: 'Bank transfer',
  paid: null,
  expected: null,
  asOf: '2026-03-02T10:12:00Z',
};

const ENDED = { finished_at: '2026-03-02T10:08:00Z' } as const;
/** What is known of an order by its state. */
const KNOWN: Readonly<Partial<Record<AnswerState, Partial<CustomerView>>>> = {
  received: { ...ENDED, paid: '102.50' },
  underpaid: { ...ENDED, paid: '87.40', expected: '100.00' },
  overpaid: { ...ENDED, paid: '120.00', expected: '100.00' },
  corrected: ENDED,
  expired: ENDED,
  canceled: ENDED,
  failed: ENDED,
};
