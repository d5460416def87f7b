/** What is used of electron-installer-debian, which brings no types. Not here: its other options. */
declare module 'electron-installer-debian' {
  interface Options {
    readonly src: string;
    readonly dest: string;
    readonly arch: string;
    readonly options: Readonly<Record<string, unknown>>;
  }
  export default function install(options: Options): Promise<unknown>;
}
