/** The system's authorities come from a thread, once, each of them once, and as this very runtime would read them itself. */
import { getCACertificates } from 'node:tls';
import { expect, it } from 'vitest';
import { systemAuthorities } from '../../src/shell/authorities.ts';

it('are those of the system and of the environment, each once, read once for all who ask', async () => {
  const read = systemAuthorities();
  const [first, second] = await Promise.all([read(), read()]);
  expect(second).toBe(first);
  expect(await read()).toBe(first);
  const here = new Set([...getCACertificates('system'), ...getCACertificates('extra')]);
  expect(first).toEqual([...here]);
});
