// Commands: a table `{ name: (context, input) => output }` becomes `Remote<Table>`, the same names called from another thread.

/** Any command, seen from a dispatcher that knows only names: a method, so that its input may be narrower than unknown. */
interface AnyCommandShape<Context> {
  command(context: Context, input: unknown): unknown;
}
export type AnyCommand<Context> = AnyCommandShape<Context>['command'];

export type CommandTable<Context> = Readonly<Record<string, AnyCommand<Context>>>;

type SomeCommand = (context: never, input: never) => unknown;

/** What a command without an input is called with. */
export type NoInput = Readonly<Record<string, never>>;

/** The input of one command of a table; `{}` when it takes none. */
export type CommandInput<Table, Name extends keyof Table> = Table[Name] extends SomeCommand
  ? Parameters<Table[Name]>[1] extends undefined
    ? NoInput
    : Parameters<Table[Name]>[1]
  : never;

export type CommandOutput<Table, Name extends keyof Table> = Table[Name] extends SomeCommand
  ? ReturnType<Table[Name]>
  : never;

/** Calls a command of the table in another thread. Rejects with StoreError or with the domain's FailureError. */
export type Remote<Table> = <Name extends keyof Table & string>(
  name: Name,
  input: CommandInput<Table, Name>,
) => Promise<CommandOutput<Table, Name>>;

/** The two ends of a promise, as methods: whoever settles it does not know the type. */
export interface Settle {
  resolve(output: unknown): void;
  reject(reason: unknown): void;
}

/** A remote over any way of sending; the call ends as the promise of `send` ends. */
export function remoteOf<Table>(send: (name: string, input: unknown) => Promise<unknown>): Remote<Table> {
  return (name, input) =>
    new Promise((resolve, reject) => {
      const settle: Settle = { resolve, reject };
      settle.resolve(send(name, input));
    });
}

/** Runs the named command of the table. An unknown name is a mistake of ours. */
export function runCommand<Context>(
  table: CommandTable<Context>,
  context: Context,
  name: string,
  input: unknown,
): unknown {
  const command = Object.hasOwn(table, name) ? table[name] : undefined;
  if (command === undefined) throw new Error(`there is no command ${name}`);
  return command(context, input);
}
