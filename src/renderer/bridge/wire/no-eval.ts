// Tells the schema library not to compile schemas at run time. The content policy forbids it; without this the
// library tries once, and the browser reports a violation. Imported before anything that declares a schema.
import { z } from 'zod';

z.config({ jitless: true });
