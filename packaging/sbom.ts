/**
 * The bill of materials of a package in CycloneDX 1.6: what is really inside, with versions, licences and the checksums of the published
 * packages. Two packages of the same content on the same system have the same text. Not here: what is inside (components.ts).
 */
import { createHash } from 'node:crypto';
import type { Component } from './components.ts';
import type { Target } from './target.ts';

export const SBOM = 'sbom.cdx.json';

/** What the runtime says of itself; a part that it did not tell is named without a version. */
export interface Runtime {
  readonly electron: string;
  readonly chromium: string | null;
  readonly node: string | null;
}

export interface BillOf {
  readonly version: string;
  readonly target: Target;
  readonly runtime: Runtime;
  readonly components: readonly Component[];
}

function packageUrl(name: string, version: string): string {
  return `pkg:npm/${name.replace(/^@/, '%40')}@${version}`;
}

function refOf({ name, version, integrity }: Component): string {
  return integrity === null ? `${name}@${version}` : packageUrl(name, version);
}

function hashOf(integrity: string): { readonly alg: 'SHA-512'; readonly content: string } | null {
  const base64 = /^sha512-(.+)$/.exec(integrity)?.[1];
  return base64 === undefined ? null : { alg: 'SHA-512', content: Buffer.from(base64, 'base64').toString('hex') };
}

function entryOf(component: Component): object {
  const { name, version, licence, homepage, integrity, within } = component;
  const scope = /^@([^/]+)\/(.+)$/.exec(name);
  const hash = integrity === null ? null : hashOf(integrity);
  return {
    type: 'library',
    'bom-ref': refOf(component),
    ...(scope === null ? { name } : { group: `@${scope[1] ?? ''}`, name: scope[2] }),
    version,
    ...(hash === null ? {} : { hashes: [hash] }),
    licenses: [{ license: { id: licence } }],
    ...(integrity === null ? {} : { purl: packageUrl(name, version) }),
    ...(homepage === null ? {} : { externalReferences: [{ type: 'website', url: homepage }] }),
    ...(within === null ? {} : { properties: [{ name: 'merchant-console:compiled-into', value: within }] }),
  };
}

/** Electron with what it is made of. Their own notices lie beside the program. */
function runtimeEntry({ electron, chromium, node }: Runtime): object {
  const part = (name: string, version: string | null, id: string) => ({
    type: 'framework',
    'bom-ref': `${name}@${version ?? 'unknown'}`,
    name,
    ...(version === null ? {} : { version }),
    licenses: [{ license: { id } }],
  });
  return {
    ...part('electron', electron, 'MIT'),
    purl: packageUrl('electron', electron),
    components: [part('chromium', chromium, 'BSD-3-Clause'), part('node', node, 'MIT')],
  };
}

/** An id that follows from the content, in the form of a UUID (version 8: made by a rule of one's own). */
function serialOf(content: string): string {
  const hex = createHash('sha256').update(content).digest('hex');
  return `urn:uuid:${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** The text of the bill, JSON. It holds no time, so that it can be made again and compared. */
export function sbomText({ version, target, runtime, components }: BillOf): string {
  const ref = `merchant-console@${version}`;
  const refs = [...components.filter(({ within }) => within === null).map(refOf), `electron@${runtime.electron}`];
  const body = {
    metadata: {
      component: { type: 'application', 'bom-ref': ref, name: 'merchant-console', version },
      properties: [{ name: 'merchant-console:target', value: `${target.platform}-${target.arch}` }],
    },
    components: [...components.map(entryOf), runtimeEntry(runtime)],
    dependencies: [{ ref, dependsOn: refs }],
  };
  const head = { bomFormat: 'CycloneDX', specVersion: '1.6', serialNumber: serialOf(JSON.stringify(body)), version: 1 };
  return `${JSON.stringify({ $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json', ...head, ...body }, null, 2)}\n`;
}
