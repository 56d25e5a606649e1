// Test support: reads a zip back, by its own directory.
import { crc32, inflateRawSync } from 'node:zlib'

/** The bytes of each entry by its path, each as whole as its sum says. */
export function unzip(zip: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>()
  const end = zip.lastIndexOf('PK\u0005\u0006', undefined, 'latin1')
  if (end < 0) throw new Error('no zip')
  let at = zip.readUInt32LE(end + 16)
  for (let n = zip.readUInt16LE(end + 10); n > 0; n--) {
    const [method, sum, size] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 16), zip.readUInt32LE(at + 20)]
    const [nameLength, extra, comment] = [28, 30, 32].map(place => zip.readUInt16LE(at + place))
    const local = zip.readUInt32LE(at + 42)
    const name = zip.toString('utf8', at + 46, at + 46 + (nameLength ?? 0))
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const packed = zip.subarray(start, start + size)
    const bytes = method === 0 ? Buffer.from(packed) : inflateRawSync(packed)
    if (crc32(bytes) !== sum) throw new Error(`${name} is broken`)
    files.set(name, bytes)
    at += 46 + (nameLength ?? 0) + (extra ?? 0) + (comment ?? 0)
  }
  return files
}
