/** Ten more worlds, in a file of their own so that both processors have something to do. Not here: what a world is (first-seeds). */
import { describe } from 'vitest';
import { holdFor } from './seeds.ts';

describe('a simulated world', () => {
  holdFor(11, 20);
});
