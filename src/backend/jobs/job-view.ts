/**
 * A job as lists show it. Snapshots only; what a job does is its own file's matter.
 */
export interface JobView {
  readonly id: string;
  readonly kind: 'sync' | 'resend' | 'bulk-resend' | 'watch' | 'export' | 'report';
  readonly label: string;
  readonly state: 'running' | 'waiting' | 'paused' | 'done' | 'cancelled' | 'failed';
  readonly done: number;
  readonly total?: number | undefined;
  readonly etaSeconds?: number | undefined;
  readonly reason?: string | undefined;
  /** A finished file that the screen may fetch once. */
  readonly ticket?: string | undefined;
  readonly fileName?: string | undefined;
}
