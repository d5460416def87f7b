// Connecting a business, on one page in three steps: its name, its address and key, the first contact. What is wrong is said at its field before
// anything is sent; the key stays in its field after every error and leaves the page once it is taken.
import { Box, Button, Checkbox, Group, Kbd, Stack, Text, TextInput } from '@mantine/core';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { CallInput, CallOutput } from '../../../contract/calls.ts';
import type { Failure } from '../../../domain/kernel/failure/failure.ts';
import { screenPath } from '../../../domain/console/screens.ts';
import { useAction, useBridge, useCalls, useOnce, useProfile } from '../../bridge/index.ts';
import {
  ButtonLink,
  emptySecret,
  engineWords,
  FailureNotice,
  Form,
  navigateTo,
  PageFrame,
  plainText,
  secretIn,
  useRouteFilters,
} from '../../ui/index.ts';
import {
  asking,
  KeyField,
  type KeyPlace,
  STORAGE_MISSING,
  StorageChoice,
  useStorageMissing,
  VerdictNotice,
} from './key-fields.tsx';
import { isKeychainVerdict, type KeyTried } from './verdict-words.ts';
import { ContactStep, Facts, StepCard } from './contact-step.tsx';
import { BringIn } from './move-books.tsx';

/** `?business=ID` is the third step, of the business that was just connected. */
export function ConnectPage() {
  const connected = useRouteFilters().text('business');
  return (
    <PageFrame
      title="Connect a business"
      actions={<ButtonLink to={screenPath('settings')}>{connected === undefined ? 'Cancel' : 'Close'}</ButtonLink>}
    >
      {connected === undefined ? <Steps /> : <ContactStep key={connected} id={connected} />}
    </PageFrame>
  );
}

type Step = 'business' | 'key';

function Steps() {
  const [step, setStep] = useState<Step>('business');
  const [name, setName] = useState('');
  const [readOnly, setReadOnly] = useState(false);
  const [missing, setMissing] = useState(false);
  const next = (): void => {
    setMissing(name.trim() === '');
    if (name.trim() !== '') setStep('key');
  };
  return (
    <Group gap="sm" align="flex-start">
      <Box flex="8 1 460px" miw={0} maw={960}>
        <Stack gap="sm">
          <Form onSubmit={next}>
            <StepCard
              number={1}
              title="Business"
              standing={step === 'business' ? 'now' : 'done'}
              words={
                step === 'business' ? 'how you call it here' : `${plainText(name)}${readOnly ? ', read-only' : ''}`
              }
              action={
                step === 'business' ? null : (
                  <Button size="xs" onClick={() => setStep('business')}>
                    Change
                  </Button>
                )
              }
              foot={
                <Button variant="filled" type="submit" rightSection={<Kbd>Enter</Kbd>}>
                  Continue
                </Button>
              }
            >
              <Stack>
                <TextInput
                  label="Name"
                  maxLength={80}
                  // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page was opened to type this
                  autoFocus
                  value={name}
                  error={missing && name.trim() === '' ? 'A name is needed.' : undefined}
                  onChange={(event) => setName(event.currentTarget.value)}
                />
                <Checkbox
                  label="Read-only: nothing can be sent or changed with it"
                  checked={readOnly}
                  onChange={(event) => setReadOnly(event.currentTarget.checked)}
                />
              </Stack>
            </StepCard>
          </Form>
          <KeyStep isNow={step === 'key'} name={name} readOnly={readOnly} onBack={() => setStep('business')} />
          <StepCard
            number={3}
            title="First contact"
            standing="later"
            words="what answers, what is found, how long the first sync takes"
          />
        </Stack>
      </Box>
      <Box flex="4 1 260px" miw={0}>
        <Stack gap="sm">
          <Facts title="With this key the console can" facts={CAN} />
          <Facts title="Where the key goes" facts={goes()} />
          <Facts title="Had this console elsewhere?" facts={ELSEWHERE} foot={<BringIn />} />
        </Stack>
      </Box>
    </Group>
  );
}

/** Of the check that asks nobody: what is wrong with a field, and the address that is probably meant. */
type FieldErrors = CallOutput<'profiles.check'>;

interface Refused {
  readonly errors: FieldErrors;
  readonly verdict?: KeyTried | undefined;
  readonly failure?: Failure | undefined;
}

const NOTHING: Refused = { errors: {} };

interface KeyStepProps {
  readonly isNow: boolean;
  readonly name: string;
  readonly readOnly: boolean;
  readonly onBack: () => void;
}

/** Always there, so that what is in the key's field survives a look back. */
function KeyStep({ isNow, name, readOnly, onBack }: KeyStepProps) {
  const key = useRef<HTMLInputElement>(null);
  const secret = useRef<HTMLInputElement>(null);
  const address = useRef<HTMLInputElement>(null);
  const [baseUrl, setBaseUrl] = useState('');
  const [storage, setStorage] = useState<KeyPlace>('keychain');
  const [keepAnyway, setKeepAnyway] = useState(false);
  const [refused, setRefused] = useState<Refused>(NOTHING);
  const storageMissing = useStorageMissing(storage);
  const { connect, busy } = useConnect();
  const check = useAction('profiles.check');
  useEffect(() => {
    if (isNow) address.current?.focus();
  }, [isNow]);
  const { errors, verdict, failure } = refused;
  const wrong = [errors.baseUrl, errors.apiKey].filter((error) => error !== undefined).length;

  const submit = async (): Promise<void> => {
    const input = { name, baseUrl, apiKey: secretIn(key.current), storage, readOnly, keepAnyway };
    const said = await connect(input, secret.current);
    if (said === null) return;
    setRefused(said);
    const first = said.errors.baseUrl === undefined ? (said.errors.apiKey === undefined ? null : key) : address;
    first?.current?.focus();
  };
  /** When the address is left: what can be seen of it without asking anybody. */
  const look = async (): Promise<void> => {
    if (baseUrl.trim() === '') return;
    const answer = await check.run({ baseUrl });
    if (answer?.ok === true) setRefused((before) => ({ ...before, errors: { ...before.errors, ...answer.value } }));
  };
  return (
    <Form onSubmit={() => !storageMissing && void submit()}>
      <StepCard
        number={2}
        title="Address and key"
        standing={isNow ? 'now' : 'later'}
        words="both stand in your dashboard under API"
        foot={
          <>
            <span>
              <Button
                variant="filled"
                type="submit"
                mr="xs"
                loading={busy}
                disabled={storageMissing}
                rightSection={<Kbd>Enter</Kbd>}
              >
                Connect
              </Button>
              <Button disabled={busy} onClick={onBack}>
                Back
              </Button>
            </span>
            <Text fz="xs" role="status" c={wrong > 0 ? 'var(--mc-bad-text)' : 'dimmed'}>
              {footWords(busy, storageMissing, wrong)}
            </Text>
          </>
        }
      >
        <Stack>
          <AddressField
            field={address}
            value={baseUrl}
            errors={errors}
            onLeave={() => void look()}
            onChange={(value) => {
              setBaseUrl(value);
              setRefused(({ errors: { apiKey } }) => ({ errors: apiKey === undefined ? {} : { apiKey } }));
            }}
          />
          <KeyField field={key} disabled={busy} error={errors.apiKey} hint={keyHint(refused)} />
          <KeyField of="secret" field={secret} disabled={busy} isOptional />
          {verdict === undefined ? null : (
            <VerdictNotice verdict={verdict} onSessionOnly={() => setStorage('session')} />
          )}
          <FailureNotice failure={failure} />
          <StorageChoice value={storage} onChange={setStorage} />
          {verdict === undefined || isKeychainVerdict(verdict) ? null : (
            <Checkbox
              label="Connect even if the API does not accept the key now"
              checked={keepAnyway}
              onChange={(event) => setKeepAnyway(event.currentTarget.checked)}
            />
          )}
        </Stack>
      </StepCard>
    </Form>
  );
}

function footWords(busy: boolean, storageMissing: boolean, wrong: number): string {
  if (busy) return asking();
  if (storageMissing) return STORAGE_MISSING;
  if (wrong === 0) return 'Nothing is sent before you press.';
  return wrong === 1 ? '1 field to correct' : `${wrong} fields to correct`;
}

/** What became of the key that stands in the field. */
function keyHint({ errors, verdict, failure }: Refused): string | undefined {
  if (errors.baseUrl !== undefined) return 'Kept as you pasted it. It was not sent: the address is not right.';
  const notSent = verdict?.failure?.kind === 'unreachable' || failure !== undefined;
  if (verdict === undefined && failure === undefined) return undefined;
  return notSent ? 'Kept as you pasted it.' : 'Kept as you pasted it; correct it, or try again.';
}

/** Checks what is typed, tries the key, keeps business and secret. Null: connected, and the page is the third step. */
function useConnect() {
  const { once, busy } = useOnce();
  const { run } = useCalls();
  const bridge = useBridge();
  const { select, refresh } = useProfile();
  const deed = async (input: CallInput<'profiles.add'>, secret: HTMLInputElement | null): Promise<Refused | null> => {
    const checked = await run('profiles.check', { baseUrl: input.baseUrl, apiKey: input.apiKey });
    if (!checked.ok) return { errors: {}, failure: checked.failure };
    const errors = checked.value;
    if (errors.baseUrl !== undefined || errors.apiKey !== undefined) return { errors };
    const added = await run('profiles.add', input);
    if (!added.ok) return { errors: {}, failure: added.failure };
    const { id, verdict } = added.value;
    if (id === undefined) return { errors: {}, verdict };
    const text = secretIn(secret);
    // What became of it stands in the third step.
    if (text !== '') await bridge.call('webhookSecret.set', { secret: text, storage: input.storage }, { profile: id });
    emptySecret(secret);
    refresh();
    select(id);
    navigateTo(`${screenPath('connect')}?business=${encodeURIComponent(id)}`, { replace: true });
    return null;
  };
  return { busy, connect: (...given: Parameters<typeof deed>) => once(() => deed(...given)) };
}

function AddressField(props: {
  readonly field: RefObject<HTMLInputElement | null>;
  readonly value: string;
  readonly errors: FieldErrors;
  readonly onChange: (value: string) => void;
  readonly onLeave: () => void;
}) {
  const { field, value, errors, onChange, onLeave } = props;
  const { baseUrl: error, proposal } = errors;
  return (
    <div>
      <TextInput
        ref={field}
        label="API address"
        placeholder="https://api.example.com"
        maxLength={512}
        spellCheck={false}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        description={error === undefined ? 'https only. The key is bound to it and sent nowhere else.' : undefined}
        value={value}
        error={error}
        onChange={(event) => onChange(event.currentTarget.value)}
        onBlur={onLeave}
      />
      {proposal === undefined ? null : (
        <Text fz="xs" mt={4}>
          Is it <b>{proposal}</b>?{' '}
          <Button size="compact-xs" variant="subtle" onClick={() => onChange(proposal)}>
            Use it
          </Button>
        </Text>
      )}
    </div>
  );
}

const CAN = [
  ['Read', 'invoices, webhooks, methods, rates and withdrawals'],
  ['Create', 'invoices, when you press the button'],
  ['Resend', 'webhooks, when you press the button'],
  ['Not', 'withdraw, refund or change settings: the API offers none of it'],
] as const;

const goes = () =>
  [
    ['Into', engineWords().keyGoes],
    ['To', 'the API address, and to nobody else'],
    ['Never', 'into exports, prints or notes'],
  ] as const;

const ELSEWHERE = [
  ['There', 'write everything into a file, in the settings under “Data and sync”'],
  ['Here', 'bring it in, before anything else'],
] as const;
