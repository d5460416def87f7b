// Faults that change the world around a request: what others do to the same invoice or list, at once or `ms` of the
// world's time later. They happen whatever becomes of the request itself.
import type { MetFault } from '../faults.ts';
import type { WorldCore } from '../world/core.ts';
import type { Desk } from './desk.ts';

interface Surroundings {
  readonly core: WorldCore;
  readonly desk: Desk;
}

/** Does what the faults of this kind say. `ident` is the invoice that the request is about, if any. */
export function meddle(around: Surroundings, ident: string | undefined, faults: readonly MetFault[]): void {
  const { agenda, clock } = around.core;
  for (const fault of faults) {
    const act = actOf(around.desk, ident, fault);
    if (act !== undefined && fault.ms !== undefined) agenda.add(clock.now() + fault.ms, act);
    else act?.();
  }
}

function actOf(desk: Desk, ident: string | undefined, fault: MetFault): (() => void) | undefined {
  const { world } = desk;
  if (fault.kind === 'row-removed') return () => removeRow(desk, fault.uuid);
  if (ident === undefined) return undefined;
  const free = (): boolean => {
    const latest = world.find(ident) === undefined ? undefined : world.deliveries(ident).at(-1);
    return latest !== undefined && latest.status !== 'delivering';
  };
  if (fault.kind === 'parallel-resend') return () => void (free() && world.resendFromDashboard(ident));
  if (fault.kind === 'system-retry') return () => void (free() && world.resend(ident, 'system'));
  return undefined;
}

function removeRow(desk: Desk, uuid: string | undefined): void {
  const { invoices } = desk.state;
  let newest = invoices.count - 1;
  while (invoices.removed.has(newest)) newest -= 1;
  const target = uuid ?? (newest < 0 ? undefined : invoices.at(newest).uuid);
  if (target !== undefined && desk.world.find(target) !== undefined) desk.world.remove(target);
}
