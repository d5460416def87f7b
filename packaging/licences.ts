/**
 * Which licences may be in a package, and the texts of those packages that were published without theirs. Everything that is not
 * allowed here fails the build. Not here: reading the packages (components.ts), the text that people read (notices.ts).
 */

/** SPDX ids of licences that let a closed program carry the code, as long as it carries the text. */
const ALLOWED: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  // The interface font; the licence asks that its text goes along and its name is not reused.
  'OFL-1.1',
  'Unlicense',
]);

/** Whether a package under this licence may be inside. An expression with OR is decided by a person, here. */
export function isAllowed(licence: string): boolean {
  // Under several at once: each has to be allowed.
  return licence.split(' AND ').every((one) => ALLOWED.has(one));
}

function mit(holder: string): string {
  return `MIT License

Copyright (c) ${holder}

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the
"Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish,
distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to
the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF
MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY
CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE
SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`;
}

const UNLICENSE = `This is free and unencumbered software released into the public domain.

Anyone is free to copy, modify, publish, use, compile, sell, or distribute this software, either in source code form or as a compiled
binary, for any purpose, commercial or non-commercial, and by any means.

In jurisdictions that recognize copyright laws, the author or authors of this software dedicate any and all copyright interest in the
software to the public domain. We make this dedication for the benefit of the public at large and to the detriment of our heirs and
successors. We intend this dedication to be an overt act of relinquishment in perpetuity of all present and future rights to this
software under copyright law.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF
MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS BE LIABLE FOR ANY CLAIM, DAMAGES OR
OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR
OTHER DEALINGS IN THE SOFTWARE.

For more information, please refer to <https://unlicense.org>`;

/** A package that was published without its licence's text: what stands in its package.json, written out. */
export interface MissingText {
  readonly licence: string;
  readonly reason: string;
  readonly text: string;
}

/** By name. A package that publishes its text later may be taken out. */
export const WITHOUT_TEXT: Readonly<Record<string, MissingText>> = {
  'abstract-logging': {
    licence: 'MIT',
    reason: 'its package.json says MIT and names its author; the package holds no text',
    text: mit('James Sumners'),
  },
  'react-remove-scroll-bar': {
    licence: 'MIT',
    reason: 'its package.json says MIT and names its author; the package holds no text',
    text: mit('Anton Korzunov'),
  },
  wouter: {
    licence: 'Unlicense',
    reason: 'its package.json says Unlicense, which names no holder; the package holds no text',
    text: UNLICENSE,
  },
};

/** SQLite's own words, which it gives instead of a licence. */
export const SQLITE_BLESSING = `The author disclaims copyright to this source code. In place of a legal notice, here is a blessing:

   May you do good and not evil.
   May you find forgiveness for yourself and forgive others.
   May you share freely, never taking more than you give.`;
