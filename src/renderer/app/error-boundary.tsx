// The last net: a screen that throws is replaced by a calm sentence and a way back, not by an empty window.
import { dropWrittenFrame } from './written-frame.ts';
import { Box, Button, Stack, Title } from '@mantine/core';
import { Component, type ReactNode } from 'react';

export function FullPage(props: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Stack align="flex-start" justify="center" gap={12} maw={560} mih="60vh" mx="auto" p={32}>
      <Title order={1} fz={20} lh="28px" fw={600}>
        {props.title}
      </Title>
      <Box c="var(--mc-text-soft)">{props.children}</Box>
    </Stack>
  );
}

interface Props {
  readonly children: ReactNode;
  /** A change tries again: the address of the screen. */
  readonly resetKey?: string;
}

interface State {
  readonly error: Error | null;
  readonly resetKey: string | undefined;
}

export class AppErrorBoundary extends Component<Props, State> {
  override state: State = { error: null, resetKey: this.props.resetKey };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error: error instanceof Error ? error : new Error('unknown') };
  }

  static getDerivedStateFromProps(props: Props, state: State): Partial<State> | null {
    return props.resetKey === state.resetKey ? null : { error: null, resetKey: props.resetKey };
  }

  override componentDidCatch(): void {
    dropWrittenFrame();
  }

  override render(): ReactNode {
    if (this.state.error === null) return this.props.children;
    return (
      <div role="alert">
        <FullPage title="This screen could not be shown">
          <p>
            The console made a mistake ({this.state.error.name}). Your data is untouched; other screens go on working.
          </p>
          <Button onClick={() => this.setState({ error: null })}>Try again</Button>
        </FullPage>
      </div>
    );
  }
}
