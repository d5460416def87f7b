/**
 * `npm run icons`: draws the app's icon from src/renderer/icon.svg in the sizes and containers that the systems want, into packaging/resources, and
 * its marks for trays and taskbars into resources/tray. Its results are committed: nothing is drawn by a build, a package or the console.
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

/** Pixels of a tray's picture at the scales of Windows and Linux, and of macOS, which paints it itself and looks at alpha alone. */
const TRAY = { colour: [16, 20, 24, 32, 48], template: [18, 36] };
/** Lower right, told apart without colour too: paused is a ring, trouble carries a bar. */
const DOTS = {
  calm: null,
  paused: { colour: '#8b93a1', hole: '<circle cx="18.5" cy="18.5" r="2.2"/>' },
  news: { colour: '#2fb36f', hole: '' },
  trouble: { colour: '#e88a0c', hole: '<rect x="15.7" y="17.55" width="5.6" height="1.9"/>' },
};

/**
 * The mark of a state. The ring around the dot is left free, so that it stands apart on any ground; of a template the letter is.
 * @param {string} icon @param {{ colour: string, hole: string } | null} dot @param {boolean} isTemplate
 */
function markOf(icon, dot, isTemplate) {
  const [, square = '', letter = ''] = /(<rect.*?\/>)(<path.*?\/>)/.exec(icon) ?? [];
  const ring = dot === null ? '' : '<circle cx="18.5" cy="18.5" r="6"/>';
  const cut = isTemplate ? letter.replace('#fff', '#000') : '';
  const body = isTemplate ? square.replace('#4a5fd9', '#000') : square + letter;
  const drawn =
    dot &&
    `<mask id="dot"><circle cx="18.5" cy="18.5" r="4.5" fill="#fff"/>${dot.hole}</mask><rect width="24" height="24" fill="${isTemplate ? '#000' : dot.colour}" mask="url(#dot)"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><mask id="mark"><rect width="24" height="24" fill="#fff"/>${ring}${cut}</mask><g mask="url(#mark)">${body}</g>${drawn ?? ''}</svg>`;
}

/** A plain dot, for the overlay of a taskbar button. */
const OVERLAY = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><circle cx="12" cy="12" r="12" fill="${DOTS.trouble.colour}"/></svg>`;

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
  const icon = readFileSync(join(ROOT, 'src', 'renderer', 'icon.svg'), 'utf8');
  const browser = await chromium.launch({ executablePath: systemBrowser(), args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const page = await browser.newPage();
    /** @param {number} size @param {number} [edge] A share of the size. @param {string} [svg] */
    const draw = async (size, edge = 0, svg = icon) => {
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
    for (const [kind, sizes] of Object.entries(TRAY)) {
      const folder = join(ROOT, 'resources', 'tray', kind);
      mkdirSync(folder, { recursive: true });
      for (const [mark, dot] of Object.entries(DOTS))
        for (const size of sizes)
          writeFileSync(
            join(folder, `${mark}-${size}.png`),
            await draw(size, 0, markOf(icon, dot, kind === 'template')),
          );
    }
    writeFileSync(join(ROOT, 'resources', 'tray', 'overlay.png'), await draw(16, 0, OVERLAY));
    say('Drew the icons into packaging/resources and the marks into resources/tray.');
    return 0;
  } finally {
    await browser.close();
  }
});
