// What the engine needs from the world, as interfaces. The two shells and the tests supply them; the engine knows neither Electron nor HTTP serving.
import type { FoundTeam, KnownTeams } from '../domain/people/team.ts';
import type { VAULT_PROBLEMS } from '../domain/console/lock.ts';
import type { UpdateStatus } from '../domain/console/update.ts';

/** The key store of the operating system, or the memory of this run. Implementations queue: one operation at a time. */
export interface Vault {
  /** Does the store work now? Takes at most five seconds; never throws. */
  probe(): Promise<VaultState>;
  /** The secret under the account, or null. Throws VaultError. */
  get(account: string): Promise<string | null>;
  /** Stores and reads back; throws VaultError when the read-back differs. */
  set(account: string, secret: string): Promise<void>;
  /** Removes the secret; absent is fine. Throws VaultError. */
  delete(account: string): Promise<void>;
  /** Where it does not work at a start, the console stands still and says why; else keys can be kept for a run. */
  readonly isRequired?: true;
}

export type VaultState =
  | { readonly kind: 'working'; readonly store: string }
  | { readonly kind: 'unavailable'; readonly reason: VaultProblem };

export type VaultProblem = (typeof VAULT_PROBLEMS)[number];

/** A key-store operation that did not succeed. Carries no secret and no foreign message text. */
export class VaultError extends Error {
  readonly problem: VaultProblem;

  constructor(problem: VaultProblem) {
    super(`the key store did not do it: ${problem}`);
    this.name = 'VaultError';
    this.problem = problem;
  }
}

export interface Clock {
  /** Wall time, milliseconds since the epoch. May jump. */
  now(): number;
  /** Milliseconds that never jump; only differences mean something. */
  monotonic(): number;
  /** Resolves after `ms`; rejects with the signal's reason when it aborts first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export interface Ids {
  uuid(): string;
  /** A fresh random token of `bytes` bytes, base64url. */
  token(bytes: number): string;
}

export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** Structured log. Implementations redact known secrets by value. */
export interface Log {
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields, error?: unknown): void;
  /** From now on this text is never written: it is replaced wherever it occurs, raw, base64, URL- or JSON-escaped. */
  redact(secret: string): void;
}

/** What the store's own names and marks are made of: copies, what is set aside, the line that the books belong to. No record gets its time from here. */
export interface StoreMarks {
  now(): Date;
  uuid(): string;
  /** Who is logged in on this computer. */
  osUser(): string;
}

/** Where things lie on disk and where the worker threads' entry files are. */
export interface Paths {
  readonly dataFolder: string;
  readonly workers: { readonly writer: URL; readonly reader: URL; readonly compute: URL; readonly sandbox: URL };
}

/** Sleep and resume of the machine, and changes of its network: either way open sockets may be dead. */
export interface Power {
  onResume(listener: () => void): () => void;
}

export interface HostCapabilities {
  readonly shell: 'electron' | 'browser';
  /** `dialog`: the shell asks where to save. `download`: the screen fetches the file from the shell. */
  readonly saveAs: 'dialog' | 'download';
  readonly openExternal: boolean;
  readonly notify: boolean;
  readonly multiWindow: boolean;
  /** `openWindow` makes windows. */
  readonly opensWindows: boolean;
  readonly printPdf: boolean;
  readonly chooseFolder: boolean;
  readonly launchAtLogin: boolean;
  /** The console can stay without a window. */
  readonly background: boolean;
}

/** What is told outside of the window. */
export interface Notice {
  readonly title: string;
  readonly body: string;
  /** The screen that shows more of it: where a click leads. */
  readonly path?: string | undefined;
  /** The business that the screen is to show; absent where it is about several, or none. */
  readonly profileId?: string | undefined;
}

/** The search for newer versions of the console; a shell without one is always `off`. */
export interface Updates {
  status(): UpdateStatus;
  check(): Promise<UpdateStatus>;
  install(): Promise<UpdateStatus>;
  onChange(listener: () => void): () => void;
}

/** The teams' hosts that a computer knows, whose engines its shell shows beside its own. */
export interface Teams {
  /** `client`: the window that asks. */
  list(client: string): KnownTeams;
  look(address: string): Promise<FoundTeam>;
  /** Gives its id. */
  add(address: string): Promise<string>;
  signIn(id: string): Promise<{ readonly compared: string | null; readonly problem: string | null }>;
  signOut(id: string): Promise<void>;
  /** The window shows that one from now on; null: this computer's own. */
  show(client: string, id: string | null): Promise<void>;
  forget(id: string): Promise<void>;
  /** A finished file of the team that the window shows, saved where the person says. */
  save(
    client: string,
    file: { readonly ticket: string; readonly name: string },
  ): Promise<'saved' | 'declined' | 'failed'>;
  onChange(listener: () => void): () => void;
}

export interface Host {
  readonly capabilities: HostCapabilities;
  /** The locales in which the system writes numbers and days, where the shell knows them. */
  readonly formats?: { readonly numbers?: string; readonly days?: string };
  /** Offers a finished file to the person. `saved` after a dialog, `offered` with a ticket to fetch it, `declined` on cancel. */
  saveAs(file: ExportFile): Promise<SavedFile>;
  /** Opens an https address in the system's browser. The caller has validated it. */
  openExternal(url: string): Promise<void>;
  notify(notice: Notice): void;
  /** A screen of the engine that the asking window shows, in a window of its own; the one that shows it comes to the front. Where the capability says so. */
  openWindow(path: string, client: string): Promise<void>;
  /** The present screen of that window into a file that the person names. Where the capability says so. */
  printPdf(client: string, suggestedName: string): Promise<'saved' | 'declined'>;
  /** Puts a page of ours, a file of HTML, on A4 as a PDF in another file, unseen. Null where nothing makes one. */
  readonly printPage: ((page: string, pdf: string) => Promise<void>) | null;
  /** The whole path of a folder that the person chooses, beginning at `from`; null when they choose none. Where the capability says so. */
  chooseFolder(from: string): Promise<string | null>;
  /** Whether the system starts the console when the person logs in. Where the capability says so; else false. */
  launchAtLogin(): Promise<boolean>;
  /** The state after it. */
  setLaunchAtLogin(on: boolean): Promise<boolean>;
  /** Asks the system who is there (a fingerprint, its password), with what for; true when it vouches for the person. Null where it cannot be asked. */
  readonly authenticate: ((what: string) => Promise<boolean>) | null;
  readonly updates: Updates;
  /** Null where none is shown but its own. */
  readonly teams: Teams | null;
  /** Proxy for an address in PAC form ("DIRECT", "PROXY host:port"). */
  resolveProxy(url: string): Promise<string>;
  /** Extra certificate authorities of the system, PEM. */
  systemCa(): Promise<readonly string[]>;
}

export interface ExportFile {
  /** Absolute path of the temporary file the engine wrote. */
  readonly path: string;
  readonly suggestedName: string;
  readonly mimeType: string;
  /** Whose it is: nobody else may fetch it. Absent: this computer's own user's. */
  readonly personId?: string | undefined;
  /** What belongs to it, as its owner's, and is saved or offered beside it: the manifest. */
  readonly beside?: Omit<ExportFile, 'beside' | 'personId'> | undefined;
}

export type SavedFile =
  | { readonly kind: 'saved' }
  | { readonly kind: 'offered'; readonly ticket: string; readonly besideTicket?: string | undefined }
  | { readonly kind: 'declined' };

/** The embedded sandbox as the shells start it; the key is handed over in memory and minted anew at every start. */
export interface EmbeddedSandbox {
  readonly baseUrl: string;
  readonly apiKey: string;
  /** What it signs its webhooks with; absent where nobody needs it. */
  readonly webhookSecret?: string | undefined;
  /** Acts on its world, as a customer, a receiver or the service; rejects with a sentence. Absent: there is no training bench. */
  readonly control?: ((operation: string, input: Readonly<Record<string, unknown>>) => Promise<unknown>) | undefined;
}

export interface Ports {
  readonly vault: Vault;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  readonly paths: Paths;
  readonly power: Power;
  readonly host: Host;
  readonly sandbox: EmbeddedSandbox | null;
}
