// Tells the schema library not to compile schemas at run time.
import { z } from 'zod';

z.config({ jitless: true });
