// The options of a team's host: one JSON file, read whole and told about in sentences. No secret stands in it, only where each lies.
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { z } from 'zod';

const text = (what: string) =>
  z
    .string({ error: `has to be ${what}` })
    .min(1, `has to be ${what}`)
    .max(1_024);
const port = z.int({ error: 'has to be a port number' }).min(0).max(65_535, 'has to be a port number');
const address = text('an address of this host');
const list = <Item extends z.ZodType>(item: Item, what: string) =>
  z.array(item, { error: `has to be a list of ${what}` });

const isLocal = ({ hostname }: URL): boolean => /^(?:127(?:\.\d+){3}|localhost|\[::1\])$/.test(hostname);

/** Issuers for which everybody who has an account says which address is theirs. */
const ANYBODYS =
  /^https:\/\/(?:login\.microsoftonline\.com\/(?:common|organizations|consumers|9188040d-6c67-4c5b-b112-36a304b66dad)|accounts\.google\.com)(?:\/|$)/i;

function isAddressOrRange(value: string): boolean {
  const [, address = '', bits = '0'] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(value) ?? [];
  const version = isIP(address);
  return version !== 0 && Number(bits) <= (version === 4 ? 32 : 128);
}

const origin = text('the https address that people open').refine((value) => {
  const url = URL.parse(value);
  return url?.protocol === 'https:' && url.origin === value;
}, 'has to be the https address that people open, without a path');

const issuer = text('the address of the provider').refine((value) => {
  const url = URL.parse(value);
  return url !== null && (url.protocol === 'https:' || (url.protocol === 'http:' && isLocal(url)));
}, 'has to be an https address');

const person = z.strictObject({
  address: text('a mail address'),
  name: text('a name').optional(),
  isHostAdmin: z.boolean({ error: 'has to be true or false' }).default(false),
  roles: list(z.enum(['viewer', 'support', 'finance', 'approver', 'admin'], { error: 'is no role' }), 'roles').default(
    [],
  ),
});

const optionsShape = z.strictObject({
  origin,
  listen: z.strictObject({ address: address.default('127.0.0.1'), port }),
  /** Its own certificate; without one it speaks plain HTTP, to the proxies alone that are named. */
  tls: z.strictObject({ certificate: text('a file'), key: text('a file') }).optional(),
  trustedProxies: list(
    text('an address').refine(isAddressOrRange, 'has to be an address, or a range such as 10.0.0.0/8'),
    'addresses',
  ).optional(),
  provider: z.strictObject({
    issuer,
    clientId: text('the name of this client'),
    clientSecretFile: text('a file').optional(),
    /** Its company gives out the addresses itself: one of which it says nothing counts as verified. */
    addressesAreVerified: z.boolean({ error: 'has to be true or false' }).default(false),
  }),
  masterKeyFile: text('a file').optional(),
  dataFolder: text('a folder'),
  /** Health and figures, on a listener of their own. */
  watch: z.strictObject({ address: address.default('127.0.0.1'), port }).optional(),
  /** Who is invited as long as the books know nobody. */
  firstPeople: list(person, 'people').default([]),
});

export type ServerOptions = z.output<typeof optionsShape>;
export type ProviderOptions = ServerOptions['provider'];
export type FirstPerson = ServerOptions['firstPeople'][number];

/** The options in the file, paths in it from where it lies; or the sentence that says what is wrong. */
export function readOptions(
  file: string,
): { readonly ok: true; readonly options: ServerOptions } | { readonly ok: false; readonly complaint: string } {
  const complain = (sentence: string) => ({ ok: false, complaint: `${file}: ${sentence}` }) as const;
  let raw: unknown;
  try {
    raw = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    return complain(error instanceof SyntaxError ? 'it is not JSON.' : 'it cannot be read.');
  }
  const parsed = optionsShape.safeParse(raw);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    if (issue === undefined) return complain('it cannot be understood.');
    if (issue.code === 'unrecognized_keys')
      return complain(`“${[...issue.path, issue.keys[0]].join('.')}” is not known.`);
    const where = issue.path.join('.');
    return complain(where === '' ? 'it has to be an object.' : `“${where}” ${issue.message}.`);
  }
  const { tls, trustedProxies, provider } = parsed.data;
  if (provider.addressesAreVerified && ANYBODYS.test(provider.issuer))
    return complain(
      '“provider.addressesAreVerified” is for the issuer of one company; anybody can have an account at this one.',
    );
  if (tls === undefined && trustedProxies === undefined)
    return complain('it needs “tls”, or “trustedProxies” where a proxy speaks TLS for this host.');
  if (tls !== undefined && trustedProxies !== undefined)
    return complain('“tls” and “trustedProxies” exclude each other: either this host speaks TLS or the proxy does.');
  return { ok: true, options: withPaths(parsed.data, dirname(resolve(file))) };
}

function withPaths(options: ServerOptions, folder: string): ServerOptions {
  const at = (path: string): string => (isAbsolute(path) ? path : join(folder, path));
  const { tls, provider, masterKeyFile } = options;
  return {
    ...options,
    dataFolder: at(options.dataFolder),
    ...(tls === undefined ? {} : { tls: { certificate: at(tls.certificate), key: at(tls.key) } }),
    ...(masterKeyFile === undefined ? {} : { masterKeyFile: at(masterKeyFile) }),
    provider: {
      ...provider,
      ...(provider.clientSecretFile === undefined ? {} : { clientSecretFile: at(provider.clientSecretFile) }),
    },
  };
}

/** Where a secret of this name lies when the options name no file: with the service's credentials, else with the container's secrets. */
export function secretFile(name: string, named: string | undefined, environment: NodeJS.ProcessEnv): string {
  const credentials = environment['CREDENTIALS_DIRECTORY'];
  return named ?? join(credentials ?? '/run/secrets', name);
}
