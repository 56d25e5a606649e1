// Zip files written as they are sent: entries are opened one after another, when their turn comes, and what was written
// is told to the list at the end.
import { createHash } from 'node:crypto'
import { PassThrough, Transform, type Readable } from 'node:stream'
import { ZipFile } from 'yazl'

/** An entry; `open` answers undefined where its bytes are gone, and the entry is left empty. */
export interface ZipEntry {
  readonly path: string
  readonly open: () => Promise<Readable | undefined>
  /** Compressed already, as photos and PDF are. */
  readonly isPacked?: boolean
  readonly at: number
}
/** The fate of an entry. */
export interface Written {
  readonly size: number
  readonly sha256: string
  readonly isGone: boolean
}

/** Letters no file system of people's computers takes in a name, and those that hide what is there. */
const unsafe = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}<>:"/\\|?*]/gu

/** One part of a path as every computer takes it: no way out of its folder, nothing hidden, not too long. */
export function safePart(text: string): string {
  const plain = text
    .normalize('NFC')
    .replace(unsafe, '_')
    .trim()
    .replace(/^\.+|[. ]+$/g, '')
  return Array.from(plain).slice(0, 80).join('') || '_'
}

/** A field of a table in text form: quoted, and no formula to whoever opens it. */
export const csvCell = (text: string): string =>
  `"${(/^[=+\-@＝＋－＠\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`

/** A table as text that spreadsheets read as Chinese in UTF-8: the mark at its start tells them. */
export const csvText = (rows: readonly (readonly string[])[]): string =>
  `\ufeff${rows.map(row => row.map(csvCell).join(',')).join('\r\n')}\r\n`

/**
 * The zip as a stream. `list` makes its last entry of what was written. The reader sets the pace, and nothing more is
 * opened once it is gone; an entry that fails on the way breaks the file off.
 */
export function zipStream(
  entries: readonly ZipEntry[],
  list: {
    readonly path: string
    readonly text: (written: ReadonlyMap<string, Written>) => string
    readonly at: number
  },
): Readable {
  const zip = new ZipFile()
  const out = new PassThrough()
  const written = new Map<string, Written>()
  let current: Readable | undefined
  const fail = (error: unknown): void => void out.destroy(error instanceof Error ? error : new Error('zip'))
  for (const { path, open, isPacked = false, at } of entries)
    zip.addReadStreamLazy(path, { mtime: new Date(at), compress: !isPacked }, done => {
      void open().then(
        body => {
          if (out.destroyed) return body?.destroy()
          const measured = measure(result => written.set(path, { ...result, isGone: body === undefined }))
          current = body
          if (body === undefined) measured.end()
          else body.on('error', fail).pipe(measured)
          done(null, measured)
          return undefined
        },
        (error: unknown) => fail(error),
      )
    })
  zip.addReadStreamLazy(list.path, { mtime: new Date(list.at) }, done => {
    const body = new PassThrough()
    body.end(list.text(written))
    done(null, body)
  })
  zip.end()
  zip.on('error', fail)
  zip.outputStream.on('error', fail).pipe(out)
  // an error without a listener would end the process; the reader, if there is one by then, gets it too
  out.on('error', () => {})
  out.on('close', () => current?.destroy())
  return out
}

/** Counts and hashes what passes. */
function measure(done: (result: { size: number; sha256: string }) => void): Transform {
  const hash = createHash('sha256')
  let size = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, next) {
      size += chunk.length
      hash.update(chunk)
      next(null, chunk)
    },
    flush(end) {
      done({ size, sha256: hash.digest('hex') })
      end()
    },
  })
}
