/**
 * `npm run icons`: draws the app's icon from src/renderer/icon.svg in the sizes and containers that the systems want, into
 * packaging/resources. Its results are committed: a package is made without drawing anything. Not here: where they are used
 * (packaging/configuration.ts).
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { systemBrowser } from '../test/support/system-browser.ts';
import { ROOT, run, say } from './lib/project.mjs';

const RESOURCES = join(ROOT, 'packaging', 'resources');
const LINUX = [16, 24, 32, 48, 64, 128, 256, 512];
const WINDOWS = [16, 24, 32, 48, 64, 128, 256];
/** Apple's names of the sizes; icp4 and icp5 are the small ones, ic11 to ic14 and ic10 those for dense screens. */
const MAC = /** @type {const} */ ([
  ['icp4', 16],
  ['icp5', 32],
  ['ic07', 128],
  ['ic08', 256],
  ['ic09', 512],
  ['ic11', 32],
  ['ic12', 64],
  ['ic13', 256],
  ['ic14', 512],
  ['ic10', 1024],
]);
/** Icons of macOS stand in a field of 1024 with an edge of 100 on each side. */
const MAC_EDGE = 100 / 1024;

/** One file with pictures of several sizes for Windows. @param {{ size: number, png: Buffer }[]} pictures */
function ico(pictures) {
  const head = Buffer.alloc(6 + 16 * pictures.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(pictures.length, 4);
  let offset = head.length;
  for (const [at, { size, png }] of pictures.entries()) {
    const entry = 6 + 16 * at;
    // A side of 256 is written as 0.
    head.writeUInt8(size % 256, entry);
    head.writeUInt8(size % 256, entry + 1);
    head.writeUInt16LE(1, entry + 4);
    head.writeUInt16LE(32, entry + 6);
    head.writeUInt32LE(png.length, entry + 8);
    head.writeUInt32LE(offset, entry + 12);
    offset += png.length;
  }
  return Buffer.concat([head, ...pictures.map(({ png }) => png)]);
}

/** The same for macOS. @param {{ name: string, png: Buffer }[]} pictures */
function icns(pictures) {
  const parts = pictures.flatMap(({ name, png }) => {
    const head = Buffer.alloc(8);
    head.write(name, 'latin1');
    head.writeUInt32BE(png.length + 8, 4);
    return [head, png];
  });
  const body = Buffer.concat(parts);
  const head = Buffer.alloc(8);
  head.write('icns', 'latin1');
  head.writeUInt32BE(body.length + 8, 4);
  return Buffer.concat([head, body]);
}

await run(async () => {
  const svg = readFileSync(join(ROOT, 'src', 'renderer', 'icon.svg'), 'utf8');
  const browser = await chromium.launch({ executablePath: systemBrowser(), args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const page = await browser.newPage();
    /** @param {number} size @param {number} [edge] A share of the size. */
    const draw = async (size, edge = 0) => {
      await page.setViewportSize({ width: size, height: size });
      const inner = `position:absolute;inset:${size * edge}px;width:${size * (1 - 2 * edge)}px;height:${size * (1 - 2 * edge)}px`;
      await page.setContent(`<body style="margin:0">${svg.replace('<svg ', `<svg style="${inner}" `)}</body>`);
      return page.screenshot({ omitBackground: true });
    };
    mkdirSync(join(RESOURCES, 'icons'), { recursive: true });
    for (const size of LINUX) writeFileSync(join(RESOURCES, 'icons', `${size}x${size}.png`), await draw(size));
    const windows = [];
    for (const size of WINDOWS) windows.push({ size, png: await draw(size) });
    writeFileSync(join(RESOURCES, 'icon.ico'), ico(windows));
    const mac = [];
    for (const [name, size] of MAC) mac.push({ name, png: await draw(size, MAC_EDGE) });
    writeFileSync(join(RESOURCES, 'icon.icns'), icns(mac));
    say(`Drew ${LINUX.length + WINDOWS.length + MAC.length} pictures into packaging/resources.`);
    return 0;
  } finally {
    await browser.close();
  }
});
