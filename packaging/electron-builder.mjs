/** What electron-builder reads: the configuration for the machine it runs on. Not here: the configuration (configuration.ts). */
import { resolve } from 'node:path';
import { configuration } from './configuration.ts';
import { targetOf } from './target.ts';

const [platform = process.platform, arch = process.arch] = process.env.PACKAGE_TARGET?.split('-') ?? [];

export default configuration(resolve(import.meta.dirname, '..'), targetOf(platform, arch), process.env);
