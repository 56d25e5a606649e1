// Packs of papers in the large: the memory a zip of ten thousand files holds while it is read, beside that of a thousand.
import { Readable } from 'node:stream'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { zipStream, type ZipEntry } from '../apps/server/src/exports/zip.ts'
import type { Bench } from './figure.ts'

/** Bytes of one paper. */
const paper = 65_536
const megabyte = 1024 ** 2
/** The memory is looked at after so many bytes of the pack. */
const every = 16 * megabyte

export const packsBench: Bench = {
  name: 'packs',
  run: async () => {
    setFlagsFromString('--expose-gc')
    const collect: unknown = runInNewContext('gc')
    const look = (): number => {
      if (typeof collect === 'function') collect()
      const { heapUsed, external } = process.memoryUsage()
      return (heapUsed + external) / megabyte
    }
    const before = look()
    const few = (await peakOf(1_000, look)) - before
    const many = (await peakOf(10_000, look)) - before
    return [
      {
        name: '凭证包 10000 个文件（640 MB）：回收后仍占用的内存峰值',
        value: many,
        unit: 'MB',
        goal: '≤ 60',
        reached: many <= 60,
        baseline: `1000 个文件 ${few.toFixed(1)} MB`,
      },
    ]
  },
}

/** Reads a pack to its end; the most memory in use on the way, MB. */
async function peakOf(files: number, look: () => number): Promise<number> {
  const entries = Array.from({ length: files }, (_, n): ZipEntry => ({
    path: `记-${n}/附件_01.pdf`,
    at: 0,
    isPacked: true,
    open: () => Promise.resolve(Readable.from([Buffer.alloc(paper, n % 251)], { objectMode: false })),
  }))
  const list = { path: 'manifest.csv', at: 0, text: (written: ReadonlyMap<string, unknown>) => `${written.size}` }
  let [bytes, next, peak] = [0, every, 0]
  for await (const chunk of zipStream(entries, list)) {
    bytes += Buffer.byteLength(chunk)
    if (bytes < next) continue
    next += every
    peak = Math.max(peak, look())
  }
  if (bytes < files * paper) throw new Error(`the pack of ${files} files has ${bytes} bytes`)
  return peak
}
