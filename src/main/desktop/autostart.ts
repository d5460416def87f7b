// The entry by which a Linux desktop starts the console when somebody logs in (freedesktop.org, Desktop Application
// Autostart and Desktop Entry specifications). Pure.

/** Name of the file in the folder `autostart`. */
export const AUTOSTART_FILE = 'merchant-console.desktop';

/** The folder that holds such entries. A relative XDG_CONFIG_HOME is invalid by its specification and to be ignored. */
export function autostartFolder(home: string, environment: Readonly<Record<string, string | undefined>>): string {
  const base = environment['XDG_CONFIG_HOME'];
  return `${base?.startsWith('/') === true ? base : `${home}/.config`}/autostart`;
}

/** The whole entry for this command; null when a part of it cannot be written in one. */
export function autostartEntry(command: readonly string[]): string | null {
  const exec = execLine(command);
  if (exec === null) return null;
  const lines = [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Merchant Console',
    `Exec=${exec}`,
    'Terminal=false',
    'X-GNOME-Autostart-enabled=true',
  ];
  return `${lines.join('\n')}\n`;
}

/** Does the text start this command, and has nobody switched it off in it? */
export function startsAtLogin(text: string, command: readonly string[]): boolean {
  const exec = execLine(command);
  const lines = new Set(text.split(/\r?\n/).map((line) => line.trim()));
  const isOff = lines.has('Hidden=true') || lines.has('X-GNOME-Autostart-enabled=false');
  return exec !== null && lines.has(`Exec=${exec}`) && !isOff;
}

/**
 * Every argument in quotes. Inside of them the double quote, the backtick, the dollar sign and the backslash carry a backslash; a percent sign is
 * written twice; and since the value is a string of the file's own, every backslash is written twice once more.
 */
function execLine(command: readonly string[]): string | null {
  // A line of the file cannot hold them, whatever stands before them.
  // oxlint-disable-next-line no-control-regex
  if (command.length === 0 || command.some((part) => /[\u0000-\u001f\u007f]/.test(part))) return null;
  const quoted = command.map((part) => `"${part.replaceAll(/["`$\\]/g, String.raw`\$&`).replaceAll('%', '%%')}"`);
  return quoted.join(' ').replaceAll('\\', '\\\\');
}

/**
 * A part in quotes, so that a blank in it ends nothing: without them “C:\Users\Jane Doe\…” would start “C:\Users\Jane”. Before the closing quote a
 * backslash would take it along, and is doubled; a quote itself is none that a path can hold.
 */
export function quotedPart(part: string): string {
  return `"${part.replaceAll('"', '').replace(/\\+$/, '$&$&')}"`;
}
