// How a verified package takes the console's place, system by system. `prepare` is everything that may take its time or fail; what it gives back is
// called when the engine has closed, checks the bytes once more and hands them to the system. Packages of a package manager (deb, rpm) and whatever
// was not installed have no replacement: there the console only tells.
import { execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { chmod, copyFile, link, realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Successor } from '../desktop/end-in-order.ts';
import { checkAgain, copyChecked, type HeldDownload } from './download.ts';
import { RefusedError, UnableError } from './refusal.ts';

export interface HandOver {
  /** Called once the engine has closed; throws without having done anything when the bytes are others or the system does not start them. */
  run(): Promise<void>;
  /** It does not come to that: what was prepared is taken away. */
  drop(): Promise<void>;
}

export interface Replacement {
  /** What the package's name ends with. */
  readonly ending: '.AppImage' | '.dmg' | '.exe';
  /** Throws RefusedError or UnableError, and then leaves nothing behind. */
  prepare(held: HeldDownload): Promise<HandOver>;
}

/** What of the world it takes; tests bring their own. */
export interface Hands {
  /** Runs a program of the system to its end and gives its output; throws when it fails or says anything on stderr. */
  readonly run: (
    program: string,
    args: readonly string[],
    environment: Readonly<Record<string, string>>,
  ) => Promise<string>;
  /** Starts a program that outlives the console. Resolves once it runs; rejects when the system does not start it. */
  readonly launch: (
    program: string,
    args: readonly string[],
    environment?: Readonly<Record<string, string>>,
  ) => Promise<void>;
  /** Starts the console anew, from this file, as the last thing that the present one does. As `launch`. */
  readonly relaunch: (program: string) => Promise<void>;
}

export interface Installation {
  readonly platform: NodeJS.Platform;
  readonly isPackaged: boolean;
  /** The file of the AppImage that is running; null for every other installation. */
  readonly appImage: string | null;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Of the build: who signs the Windows installer. */
  readonly publisher: string;
}

/** The way of this installation; null where the console may not replace itself. */
export function replacementFor(
  { platform, isPackaged, appImage, environment, publisher }: Installation,
  hands: Hands,
): Replacement | null {
  if (!isPackaged) return null;
  if (platform === 'linux') return appImage === null ? null : replaceAppImage(appImage, hands);
  if (platform === 'darwin') return openDiskImage(hands);
  const windows = environment['SystemRoot'] ?? '';
  // Without a publisher nothing would tell the system's signature of ours from that of anybody else.
  if (platform !== 'win32' || publisher === '' || windows === '') return null;
  return runInstaller(
    { powershell: `${windows}\\System32\\WindowsPowerShell\\v1.0\\powershell.exe`, publisher },
    hands,
  );
}

/** The new file lies beside the old one under a name of its own, and takes its name in one step. */
function replaceAppImage(appImage: string, { relaunch }: Hands): Replacement {
  return {
    ending: '.AppImage',
    async prepare(held) {
      const place = await realpath(appImage).catch(unable);
      const { mode } = await stat(place).catch(unable);
      const beside = join(dirname(place), `.${basename(place)}.${randomUUID()}`);
      await copyChecked(held, beside).catch((error: unknown) =>
        error instanceof RefusedError ? fail(error) : unable(error),
      );
      const kept = `${beside}.old`;
      const drop = async (): Promise<void> => {
        await rm(beside, { force: true });
        await rm(kept, { force: true });
      };
      return {
        async run() {
          try {
            await checkAgain({ ...held, path: beside });
            await chmod(beside, (mode & 0o777) | 0o500);
            await keep(place, kept);
            await rename(beside, place);
            await relaunch(place).catch(async (cause: unknown) => {
              await rename(kept, place);
              notStarted(cause);
            });
          } finally {
            await drop();
          }
        },
        drop,
      };
    },
  };
}

/** Holds on to a file under a second name, until another one that took its place has started. Not every disk can name a file twice. */
async function keep(file: string, as: string): Promise<void> {
  await link(file, as).catch(() => copyFile(file, as, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE));
}

/**
 * The disk image is marked as something from the network, so that the system makes its own check of signature and notarisation as it does for a
 * browser's download, and opened; the person drags the console over the old one.
 */
function openDiskImage({ run, launch }: Hands): Replacement {
  return {
    ending: '.dmg',
    async prepare(held) {
      const mark = `0083;${Math.floor(Date.now() / 1_000).toString(16)};Merchant Console;`;
      await run('/usr/bin/xattr', ['-w', 'com.apple.quarantine', mark, held.path], {}).catch(unable);
      return handOver(held, () => launch('/usr/bin/open', [held.path]));
    },
  };
}

/** The path goes through the environment, never through the text of a command; whatever is not exactly the expected answer is a refusal. */
function runInstaller(
  { powershell, publisher }: { readonly powershell: string; readonly publisher: string },
  { run, launch }: Hands,
): Replacement {
  const command =
    '$s = Get-AuthenticodeSignature -LiteralPath $env:MC_UPDATE_FILE; ' +
    '[Console]::OutputEncoding = [Text.Encoding]::UTF8; ' +
    '[Console]::Out.Write($s.Status.ToString() + [char]10 + $s.SignerCertificate.Subject)';
  const args = ['-NoProfile', '-NonInteractive', '-Command', command];
  return {
    ending: '.exe',
    async prepare(held) {
      const said = await run(powershell, args, { MC_UPDATE_FILE: held.path, PSModulePath: '' }).catch(
        (cause: unknown) => {
          throw new RefusedError('publisher', { cause });
        },
      );
      if (said !== `Valid\n${publisher}`) throw new RefusedError('publisher');
      return handOver(held, () => launch(held.path, ['--updated']));
    },
  };
}

/** Of a file that stays where it was downloaded. */
function handOver(held: HeldDownload, start: () => Promise<void>): HandOver {
  return {
    async run() {
      await checkAgain(held);
      await start().catch(notStarted);
    },
    drop: () => Promise.resolve(),
  };
}

function fail(error: unknown): never {
  throw error;
}

function unable(cause: unknown): never {
  throw new UnableError('The newer version could not be put in the place of this one; install it by hand.', { cause });
}

function notStarted(cause: unknown): never {
  throw new UnableError('The system did not start it.', { cause });
}

const RUN_MS = 20_000;
const RUN_BYTES = 64 * 1024;

/** The real ones, but for `relaunch`, which is the shell's. */
export const systemHands: Omit<Hands, 'relaunch'> = {
  run: (program, args, environment) =>
    new Promise((resolve, reject) => {
      const options = {
        timeout: RUN_MS,
        maxBuffer: RUN_BYTES,
        windowsHide: true,
        env: { ...process.env, ...environment },
      };
      execFile(program, [...args], options, (error, stdout, stderr) => {
        if (error !== null || stderr !== '') reject(error ?? new Error('it complained'));
        else resolve(stdout);
      });
    }),
  launch: (program, args, environment = {}) =>
    new Promise((resolve, reject) => {
      const env = { ...process.env, ...environment };
      const child = spawn(program, [...args], { detached: true, stdio: 'ignore', env });
      child.on('error', reject);
      child.on('spawn', () => {
        child.unref();
        resolve();
      });
    }),
};

/** What follows the console. `tell` says to the person that it did not come to that, although the console has no window any more. */
export function successorOf(handOver: HandOver, tell: (sentence: string) => void): Successor {
  const failed = (error: unknown): never => {
    const why = error instanceof Error ? error.message : 'It could not be put in place.';
    tell(`The newer version was not installed. ${why} This version is as it was.`);
    throw error;
  };
  return {
    run: () => handOver.run().catch(failed),
    async drop() {
      await handOver.drop();
      failed(new Error('The console could not close cleanly.'));
    },
  };
}
