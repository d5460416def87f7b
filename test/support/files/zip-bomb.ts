/** A workbook that is small on the disk and unpacks to far more than anybody's books: the same spaces over and over in its sheet. */
import { crc32, deflateRawSync } from 'node:zlib';

const SIXTY_MEGABYTES = 60 * 1_048_576;

/** The bytes of the file; its sheet unpacks to about a thousand times as many. */
export function zipBomb(): Buffer {
  const sheet = Buffer.alloc(SIXTY_MEGABYTES, ' ');
  sheet.write('<worksheet><sheetData>');
  return zipOf([
    [
      '[Content_Types].xml',
      Buffer.from('<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>'),
    ],
    [
      'xl/workbook.xml',
      Buffer.from(
        `<workbook xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets>
          <sheet name="Orders" sheetId="1" r:id="rId1"/></sheets></workbook>`,
      ),
    ],
    [
      'xl/_rels/workbook.xml.rels',
      Buffer.from(
        `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1"
          Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
      ),
    ],
    ['xl/worksheets/sheet1.xml', sheet],
  ]);
}

/** A ZIP archive as APPNOTE writes it: entries one after the other, then where they are. */
function zipOf(parts: readonly (readonly [name: string, content: Buffer])[]): Buffer {
  const entries: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of parts) {
    const packed = deflateRawSync(content);
    const both = Buffer.alloc(26);
    both.writeUInt16LE(20, 0);
    both.writeUInt16LE(8, 4);
    both.writeUInt32LE(crc32(content), 10);
    both.writeUInt32LE(packed.length, 14);
    both.writeUInt32LE(content.length, 18);
    both.writeUInt16LE(name.length, 22);
    const entry = Buffer.concat([Buffer.from('PK\u0003\u0004'), both, Buffer.from(name), packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\u0000'), both, rest, Buffer.from(name)]));
    entries.push(entry);
    offset += entry.length;
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(parts.length, 4);
  end.writeUInt16LE(parts.length, 6);
  end.writeUInt32LE(size, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...entries, ...directory, Buffer.from('PK\u0005\u0006'), end]);
}
