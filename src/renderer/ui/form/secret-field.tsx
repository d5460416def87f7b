// The field of a secret. It is uncontrolled, so that the secret is in no state of the screen, and never filled by the browser, the console or a
// password manager; whoever submits reads it, and empties the field once it is taken.
import { PasswordInput } from '@mantine/core';
import type { ReactNode, RefObject } from 'react';

export function secretIn(field: HTMLInputElement | null): string {
  return field?.value.trim() ?? '';
}

/** It was taken: it is on this screen no more. */
export function emptySecret(field: HTMLInputElement | null): void {
  if (field !== null) field.value = '';
}

export interface SecretFieldProps {
  readonly field: RefObject<HTMLInputElement | null>;
  readonly label: string;
  /** What the button beside it shows while it is typed. */
  readonly what: string;
  readonly disabled?: boolean;
  /** The keyboard begins here when its dialog opens. */
  readonly isFirst?: boolean;
  readonly isOptional?: boolean;
  readonly error?: string | undefined;
  readonly hint?: ReactNode;
  /** Hears what is typed, to say something of it; it is kept nowhere. */
  readonly onTyped?: (text: string) => void;
}

export function SecretField(props: SecretFieldProps) {
  const { field, label, what, disabled = false, isFirst = false, isOptional = false, error, hint, onTyped } = props;
  return (
    <PasswordInput
      ref={field}
      onChange={onTyped === undefined ? undefined : (event) => onTyped(event.currentTarget.value.trim())}
      label={isOptional ? `${label} (optional)` : label}
      aria-label={label}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      description={hint}
      error={error}
      required={!isOptional}
      withAsterisk={false}
      disabled={disabled}
      data-autofocus={isFirst || undefined}
      maxLength={512}
      autoComplete="off"
      autoCorrect="off"
      spellCheck={false}
      data-1p-ignore="true"
      data-lpignore="true"
      visibilityToggleButtonProps={{ 'aria-label': `Show the ${what} while typing` }}
    />
  );
}
