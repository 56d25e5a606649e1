// A real picture for uploads, made byte by byte: a striped PNG of a given size.
import { crc32, deflateSync } from 'node:zlib'

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** A PNG in colour, 8 bits. */
export function pngPhoto(width = 240, height = 320): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 2, 0, 0, 0], 8)
  const line = (y: number): Buffer =>
    Buffer.from([0, ...Array.from({ length: width }, (_, x) => [y % 40 < 4 ? 40 : 245, 240, (x * 255) / width]).flat()])
  const rows = Buffer.concat(Array.from({ length: height }, (_, y) => line(y)))
  return Buffer.concat([
    Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
