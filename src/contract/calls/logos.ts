/**
 * Pictures that the API names by address. They lie on foreign servers, so the engine fetches, checks and keeps them; a screen gets the picture
 * itself or nothing. Not here: which records have one.
 */
import { z } from 'zod';
import { declare } from './define.ts';

/** Characters of a picture in base64 with its head; the engine takes no larger file. */
const MOST_CHARACTERS = 90_000;

export const logoCalls = {
  /** Of this business's records only: an address that no record names is not fetched. Null when there is none that can be shown. */
  'logos.get': declare(
    'read',
    'business',
    z.strictObject({ url: z.string().max(2_048) }),
    z.object({
      image: z
        .string()
        .max(MOST_CHARACTERS)
        .regex(/^data:image\/(?:png|jpeg|webp|gif);base64,[A-Za-z0-9+/]+=*$/)
        .nullable(),
    }),
  ),
} as const;
