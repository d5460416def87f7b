// Switches of the command line, and the word of the environment, by which Chromium, V8, Node or Electron would take
// down what protects the pages, whatever our code and the fuses say. A package is not started with one. Pure.

/** A name, or with a `*` at its end every name that begins so; and what it would do. */
const WEAKENING: readonly (readonly [does: string, ...names: readonly string[]])[] = [
  [
    'switches off the sandbox around its pages',
    'no-sandbox*',
    'no-unsandboxed-zygote',
    'disable-namespace-sandbox',
    'disable-seccomp-filter-sandbox',
    'disable-gpu-sandbox',
    'no-zygote-sandbox',
    'single-process',
    'in-process-gpu',
    'allow-sandbox-debugging',
  ],
  [
    'switches off what keeps origins apart',
    'disable-web-security',
    'disable-site-isolation*',
    'allow-file-access-from-files',
    'allow-running-insecure-content',
    'unsafely-treat-insecure-origin-as-secure',
    'disable-blink-features',
    'enable-blink-features',
    'enable-blink-test-features',
    'enable-experimental-web-platform-features',
    'expose-internals-for-testing',
    'enable-gpu-benchmarking',
    'disable-kill-after-bad-ipc',
    'reduce-security-for-testing',
  ],
  ['opens it to a debugger, or loosens its engine', 'remote-debugging-*', 'inspect*', 'js-flags'],
  ['lets other certificates pass, or writes keys down', 'ignore-certificate-errors*', 'ssl-key-log-file'],
  [
    'brings code of others into it',
    'load-extension',
    'allow-third-party-modules',
    'renderer-cmd-prefix',
    'utility-cmd-prefix',
    'gpu-launcher',
    'browser-subprocess-path',
  ],
];

/** Among the features of Chromium are its sandboxes, what keeps origins apart, and the pages' own way into the browser (MojoJS). */
const FEATURE_SWITCHES: ReadonlySet<string> = new Set(['enable-features', 'disable-features']);
/** Features that are how some desktops are reached. All others stay as the version has them. */
const FEATURES_OF_DESKTOPS: ReadonlySet<string> = new Set([
  'UseOzonePlatform',
  'WaylandFractionalScaleV1',
  'WaylandLinuxDrmSyncobj',
  'WaylandPerSurfaceScale',
  'WaylandTextInputV3',
  'WaylandUiScale',
  'WaylandWindowDecorations',
  'WebRTCPipeWireCapturer',
]);

const NO_SANDBOX =
  'The starter of an AppImage adds that by itself where the system keeps user namespaces from it; on such a system install the deb or rpm package.';

/** To Electron the same as `--no-sandbox`, whatever it is set to. Some desktops set it for every program of a person. */
const UNBOXED = 'ELECTRON_DISABLE_SANDBOX';

/** Why a package does not start with these arguments in this environment, as a sentence for the person; null when it does. */
export function refusalOf(
  args: readonly string[],
  platform: NodeJS.Platform,
  environment: Readonly<Record<string, string | undefined>>,
): string | null {
  if (environment[UNBOXED] !== undefined)
    return `Merchant Console does not start with ${UNBOXED} in its environment, which switches off the sandbox around its pages. Start it without.`;
  // Chromium reads each without the blanks around it.
  const read = args.map((arg) => arg.replace(BLANKS, ''));
  const end = read.indexOf('--');
  // The first is the program. Behind a `--` Chromium reads no switches.
  for (const arg of read.slice(1, end === -1 ? undefined : end)) {
    const { name, value } = switchIn(arg, platform);
    const does = name === null ? undefined : harmOf(name, value);
    if (does === undefined) continue;
    const sentence = `Merchant Console does not start with --${name}, which ${does}. Start it without.`;
    return name === 'no-sandbox' ? `${sentence} ${NO_SANDBOX}` : sentence;
  }
  return null;
}

/** ASCII, and on Windows those of Unicode too, which no path of ours begins or ends with. */
const BLANKS = /^\s+|\s+$/g;

/** What the switch would do; undefined when that is nothing to us. */
function harmOf(name: string, value: string): string | undefined {
  if (FEATURE_SWITCHES.has(name)) {
    // A feature may carry a field trial or parameters, which no desktop needs.
    const others = value.split(',').filter((feature) => !FEATURES_OF_DESKTOPS.has(feature.trim()));
    return others.length > 0 ? 'changes features of its engine on which its protection rests' : undefined;
  }
  return WEAKENING.find(([, ...names]) => names.some((one) => isNamed(name, one)))?.[0];
}

/** A switch as Chromium reads it: one dash is enough, on Windows a slash too, and there letters of the name have no case. */
function switchIn(arg: string, platform: NodeJS.Platform): { readonly name: string | null; readonly value: string } {
  const isWindows = platform === 'win32';
  const [, name = null, value = ''] =
    (isWindows ? /^(?:--|-|\/)([^=]+)=?(.*)$/s : /^--?([^=]+)=?(.*)$/s).exec(arg) ?? [];
  return { name: isWindows ? (name?.toLowerCase() ?? null) : name, value };
}

function isNamed(name: string, rule: string): boolean {
  return rule.endsWith('*') ? name.startsWith(rule.slice(0, -1)) : name === rule;
}
