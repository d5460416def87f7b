// The last net: a screen that throws is replaced by a calm sentence and a way back, not by an empty window.
import { Button } from '@mantine/core';
import { Component, type ReactNode } from 'react';
import { dropWrittenFrame } from './written-frame.ts';
import classes from './frame.module.css';

interface Props {
  readonly children: ReactNode;
  /** A change tries again: the address of the screen. */
  readonly resetKey?: string;
}

interface State {
  readonly error: Error | null;
  readonly resetKey: string | undefined;
}

/** Shows a sentence in place of what threw. */
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
      <div className={classes.fullpage} role="alert">
        <h1 className={classes.fullpageTitle}>This screen could not be shown</h1>
        <p>
          The console made a mistake ({this.state.error.name}). Your data is untouched; other screens go on working.
        </p>
        <Button variant="default" onClick={() => this.setState({ error: null })}>
          Try again
        </Button>
      </div>
    );
  }
}
