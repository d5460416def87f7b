/**
 * The fuses of the packaged runtime: switches in Electron's own binary that are set once, before it is signed. All nine are named, and
 * one that a later Electron adds stops the build until somebody decides on it. Not here: when they are set (hooks.ts).
 */
import { FuseState, FuseV1Options, type FuseV1Config, FuseVersion, getCurrentFuseWire } from '@electron/fuses';

/** What each fuse is in a package, and why. Strict: a fuse of the binary that is not named here is an error. */
export const FUSES = {
  version: FuseVersion.V1,
  strictlyRequireAllFuses: true,
  // ELECTRON_RUN_AS_NODE would make of our signed program a Node for anybody's script. Our threads are worker threads, not forks.
  [FuseV1Options.RunAsNode]: false,
  // On, Chromium fetches a key of its own from the keychain when its network begins, before the first window (Electron:
  // system_network_context_manager.cc), and macOS asks the person for it. The console sets no cookie and keeps its session in memory: there is
  // nothing to encrypt. It can be switched on later; what could not be is switching it off, which makes the cookies that are there unreadable.
  [FuseV1Options.EnableCookieEncryption]: false,
  // NODE_OPTIONS could load code into the main process, where the key is. It also ends NODE_EXTRA_CA_CERTS: certificates are the system's.
  [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: false,
  // --inspect and SIGUSR1 would open the main process to every program of the user.
  [FuseV1Options.EnableNodeCliInspectArguments]: false,
  // The archive is held against the hash in the signed binary (macOS, Windows; Electron has no such check on Linux).
  [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: true,
  // Else a folder "app" beside the archive would run in its place, unchecked.
  [FuseV1Options.OnlyLoadAppFromAsar]: true,
  // There is no snapshot of ours.
  [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
  // No page of ours is a file: address, and none is to gain by becoming one.
  [FuseV1Options.GrantFileProtocolExtraPrivileges]: false,
  // Electron's default: faster WebAssembly by hardware traps; the HTTP parser of undici is WebAssembly.
  [FuseV1Options.WasmTrapHandlers]: true,
} as const satisfies FuseV1Config;

/** Every fuse that is not as wanted, as a sentence each. `app`: the executable, or the folder .app on macOS. */
export async function fuseTroubles(app: string): Promise<readonly string[]> {
  const wire = await getCurrentFuseWire(app);
  const wanted = Object.entries(FUSES).filter(([key]) => /^\d+$/.test(key));
  const set = Object.keys(wire).filter((key) => /^\d+$/.test(key)).length;
  const count = set === wanted.length ? [] : [`The runtime has ${set} fuses, not the ${wanted.length} that are known.`];
  const wrong = wanted.flatMap(([fuse, isOn]) => {
    const isRight = Reflect.get(wire, fuse) === (isOn === true ? FuseState.ENABLE : FuseState.DISABLE);
    return isRight ? [] : [`The fuse ${FuseV1Options[Number(fuse)] ?? fuse} is not ${isOn === true ? 'on' : 'off'}.`];
  });
  return [...count, ...wrong];
}
