/**
 * The bridge: how screens talk to the engine. Everything that crosses goes through here; screens never see a frame.
 */
export type { Bridge, CallOptions } from './client.ts';
export { useBridge } from './context.ts';
export type { MirrorKind } from './freshness.ts';
export { BridgeProvider, pickTransport } from './provider.tsx';
export type { Connection, Transport } from './transport.ts';
export { type Action, useAction, useActions, useCalls, useOnce } from './use-action.ts';
export { type CallState, useCall, type UseCallOptions } from './use-call.ts';
export {
  everyRow,
  type Paging,
  useActOnChosen,
  useActOnExceptions,
  useExceptionsOf,
  useTriageDetail,
} from './use-exceptions.ts';
export { type Export, type ExportState, useExport } from './use-export.ts';
export { type HandedState, type HandingOver, useHandedFile } from './use-handed-file.ts';
export { type ImportStanding, type ImportWish, type Importing, useImport } from './use-import.ts';
export { useConnection, useEvent, useMirrorRevision, useWorkedRevision } from './use-event.ts';
export { type MirrorNow, useMirrorNow } from './use-mirror-now.ts';
export { type Misses, useMisses } from './use-misses.ts';
export {
  type Capabilities,
  type ProfileState,
  type ProfileSummary,
  useCapabilities,
  useProfile,
  useTimeZone,
} from './use-profile.ts';
export { useOnScreen } from './use-on-screen.ts';
export { type RecordState, useRecord } from './use-record.ts';
export { useReadBar, useWriteBar } from './use-write-bar.ts';
export { useSettings } from './use-settings.ts';
export { useStoppable } from './use-stoppable.ts';
export { type SnapshotState, useSnapshot } from './use-snapshot.ts';
