// Test support: reads an Excel file back.
import { inflateRawSync } from 'node:zlib'

/** The sheet inside an Excel file, by the zip's own directory. */
export function sheetOf(zip: Buffer): string {
  for (
    let at = zip.indexOf('PK\u0001\u0002', 0, 'latin1');
    at >= 0;
    at = zip.indexOf('PK\u0001\u0002', at + 4, 'latin1')
  ) {
    const [size, nameLength, local] = [zip.readUInt32LE(at + 20), zip.readUInt16LE(at + 28), zip.readUInt32LE(at + 42)]
    if (zip.toString('utf8', at + 46, at + 46 + nameLength) !== 'xl/worksheets/sheet1.xml') continue
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    return inflateRawSync(zip.subarray(start, start + size)).toString('utf8')
  }
  throw new Error('no sheet')
}
