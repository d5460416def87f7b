// That something was copied is said alike everywhere, and for as long.
import { CopyButton as LibraryButton, type CopyButtonProps } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';

/** How long it is said, milliseconds: it counts from the deed, and a busy machine draws it a second or two later. */
export const COPIED_MS = 5_000;

/** Copies the value, and tells its child whether it just has. */
export function CopyButton(props: Omit<CopyButtonProps, 'timeout'>) {
  return <LibraryButton timeout={COPIED_MS} {...props} />;
}

/** The same for what is no button of its own. */
export function useCopy(): ReturnType<typeof useClipboard> {
  return useClipboard({ timeout: COPIED_MS });
}
