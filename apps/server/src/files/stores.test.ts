// Both object stores keep the same promises: whole or not at all, never used twice, absent keys are fine, keys cannot
// leave.
import { createHash, createHmac } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLocalStore } from './localStore.ts'
import { openStore } from './openStore.ts'
import { createS3Store } from './s3Store.ts'

const keys = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'test-secret-of-the-bucket' }
const bytes = Buffer.from('回单')
let folder: string
let server: Server
let endpoint: string
const objects = new Map<string, { bytes: Buffer; mime: string }>()
/** Uploads in parts that are under way. */
const uploads = new Map<string, { key: string; mime: string; parts: Buffer[] }>()
/** The fewest bytes of a part, but for the last. @source S3, multipart upload limits */
const leastPart = 5 * 1_048_576

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()
const sha256 = (data: Buffer | string): string => createHash('sha256').update(data).digest('hex')

/** Recomputes the SigV4 signature from the request as it arrived (source: AWS Signature Version 4, single chunk). */
function isSigned(request: IncomingMessage, body: Buffer): boolean {
  const authorization = request.headers.authorization ?? ''
  const [, scope = '', names = '', given = ''] =
    /Credential=[^/]+\/([^,]+), SignedHeaders=([^,]+), Signature=(\w+)/.exec(authorization) ?? []
  const [day = '', region = '', service = ''] = scope.split('/')
  const content = String(request.headers['x-amz-content-sha256'])
  if (content !== 'UNSIGNED-PAYLOAD' && content !== sha256(body)) return false
  const headers = names
    .split(';')
    .map(name => `${name}:${String(request.headers[name]).trim()}\n`)
    .join('')
  const [place, query = ''] = (request.url ?? '').split('?')
  const sorted = [...new URLSearchParams(query)]
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .sort()
    .join('&')
  const canonical = [request.method, place, sorted, headers, names, content].join('\n')
  const text = ['AWS4-HMAC-SHA256', request.headers['x-amz-date'], scope, sha256(canonical)].join('\n')
  const key = hmac(hmac(hmac(hmac(`AWS4${keys.secretAccessKey}`, day), region), service), 'aws4_request')
  return service === 's3' && hmac(key, text).toString('hex') === given
}

interface Asked {
  key: string
  query: URLSearchParams
  body: Buffer
}
/** The bucket's side of an upload in parts. */
function inParts(
  request: IncomingMessage,
  { key, query, body }: Asked,
  answer: (status: number, data?: Buffer) => void,
  response: ServerResponse,
): void {
  const id = query.get('uploadId') ?? ''
  const upload = uploads.get(id)
  if (request.method === 'POST' && query.has('uploads')) {
    uploads.set(`up/${uploads.size}=`, { key, mime: String(request.headers['content-type']), parts: [] })
    return answer(
      200,
      Buffer.from(
        `<InitiateMultipartUploadResult><UploadId>up/${uploads.size - 1}=</UploadId></InitiateMultipartUploadResult>`,
      ),
    )
  }
  if (!upload || upload.key !== key) return answer(404, Buffer.from('<Code>NoSuchUpload</Code>'))
  if (request.method === 'DELETE') {
    uploads.delete(id)
    return answer(204)
  }
  if (request.method === 'PUT') {
    const tag = `"${sha256(body)}"`
    upload.parts[Number(query.get('partNumber')) - 1] = body
    response.setHeader('ETag', tag)
    return answer(200)
  }
  const listed = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>([^<]+)<\/ETag>/g)].map(
    ([, number, tag]) => [Number(number), tag],
  )
  const own = upload.parts.map((part, i) => [i + 1, `"${sha256(part)}"`])
  const isSmall = upload.parts.slice(0, -1).some(part => part.length < leastPart)
  if (isSmall || JSON.stringify(listed) !== JSON.stringify(own))
    return answer(200, Buffer.from(`<Error><Code>${isSmall ? 'EntityTooSmall' : 'InvalidPart'}</Code></Error>`))
  objects.set(key, { bytes: Buffer.concat(upload.parts), mime: upload.mime })
  uploads.delete(id)
  answer(200, Buffer.from('<CompleteMultipartUploadResult/>'))
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'yunshu-store-'))
  server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const body = Buffer.concat(parts)
      const [key = '', query = ''] = (request.url ?? '').split('?')
      const found = objects.get(key)
      const answer = (status: number, data: Buffer = Buffer.alloc(0)): void => {
        response.writeHead(status).end(data)
      }
      if (!isSigned(request, body)) answer(403, Buffer.from('<Code>SignatureDoesNotMatch</Code>'))
      else if (query !== '') inParts(request, { key, query: new URLSearchParams(query), body }, answer, response)
      else if (request.method === 'PUT') {
        objects.set(key, { bytes: body, mime: String(request.headers['content-type']) })
        answer(200)
      } else if (request.method === 'DELETE') {
        objects.delete(key)
        answer(204)
      } else answer(found ? 200 : 404, found?.bytes)
    })
  })
  await new Promise<void>(resolve => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  endpoint = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
})
afterAll(async () => {
  server.close()
  await rm(folder, { recursive: true, force: true })
})

describe.each([
  ['the local folder', () => createLocalStore(folder)],
  ['[CL-16] an S3 bucket', () => createS3Store({ endpoint, bucket: 'yunshu', ...keys })],
])('%s', (_name, make) => {
  it('gives back what it was given, until it is removed', async () => {
    const store = make()
    await store.put('receipt/2026-11/a-1.png', bytes, 'image/png')
    expect(await store.get('receipt/2026-11/a-1.png')).toEqual(bytes)
    await store.remove('receipt/2026-11/a-1.png')
    expect(await store.get('receipt/2026-11/a-1.png')).toBeUndefined()
    await store.remove('receipt/2026-11/a-1.png')
  })

  const chunks = (count: number, size = 65_536) =>
    Readable.from(
      (function* chunksOf() {
        for (let n = 0; n < count; n++) yield Buffer.alloc(size, n)
      })(),
    )
  const read = async (stream: Readable | undefined): Promise<Buffer> =>
    Buffer.concat((await (stream ?? Readable.from([])).toArray()) as Buffer[])

  it('takes and gives streams of any length, whole', async () => {
    const store = make()
    for (const [name, count, size] of [
      ['none', 0, 1],
      ['small', 3, 10],
      ['parts', 200, 65_536],
      ['exact', 160, 65_536],
    ] as const) {
      const key = `export/2026-11/s-${name}.xlsx`
      expect([name, await store.putStream(key, chunks(count, size), 'application/x-test')]).toEqual([
        name,
        count * size,
      ])
      const whole = await read(chunks(count, size))
      expect((await read(await store.getStream(key))).equals(whole)).toBe(true)
      expect((await store.get(key))?.equals(whole)).toBe(true)
    }
    expect(await store.getStream('export/2026-11/nothing.xlsx')).toBeUndefined()
  })

  it('keeps nothing of a stream that fails, however far it came', async () => {
    const store = make()
    for (const count of [0, 2, 120]) {
      const key = `export/2026-11/f-${count}.xlsx`
      const failing = Readable.from(
        (async function* fails() {
          yield* chunks(count)
          throw new Error('the list is gone')
        })(),
      )
      await expect(store.putStream(key, failing, 'application/x-test')).rejects.toThrow('the list is gone')
      expect(await store.get(key)).toBeUndefined()
    }
    expect(uploads.size).toBe(0)
    const parts = path.join(folder, 'export/2026-11')
    expect((await readdir(parts).catch(() => [])).filter(name => name.endsWith('.part'))).toEqual([])
  })
})

describe('the local folder', () => {
  it('refuses keys that could leave it', async () => {
    const store = createLocalStore(folder)
    for (const key of ['../x.png', 'a/../../x.png', '/etc/passwd', 'a\\..\\x.png', 'receipt/.png', 'receipt/a', ''])
      await expect((async () => store.put(key, bytes, 'image/png'))()).rejects.toThrow('not a storage key')
  })

  it('leaves no half-written file behind', async () => {
    const store = createLocalStore(folder)
    await store.put('receipt/2026-11/whole.png', bytes, 'image/png')
    expect((await readdir(path.join(folder, 'receipt/2026-11'))).filter(name => name.endsWith('.part'))).toEqual([])
  })
})

describe('an S3 bucket', () => {
  it('keeps the type, in the bucket, under the key', async () => {
    await createS3Store({ endpoint, bucket: 'yunshu', ...keys }).put(
      'receipt/2026-11/b-2.pdf',
      bytes,
      'application/pdf',
    )
    expect(objects.get('/yunshu/receipt/2026-11/b-2.pdf')).toEqual({ bytes, mime: 'application/pdf' })
  })

  it('tells of a refusal instead of losing the file', async () => {
    const store = createS3Store({ endpoint, bucket: 'yunshu', ...keys, secretAccessKey: 'wrong' })
    await expect(store.put('receipt/2026-11/c-3.png', bytes, 'image/png')).rejects.toThrow('403')
    await expect(store.get('receipt/2026-11/c-3.png')).rejects.toThrow('403')
  })

  it('is used when it is configured', async () => {
    const store = openStore({ s3: { endpoint, bucket: 'yunshu', ...keys } }, folder)
    await store.put('receipt/2026-11/d-4.png', bytes, 'image/png')
    expect(objects.has('/yunshu/receipt/2026-11/d-4.png')).toBe(true)
    await openStore({ s3: undefined }, folder).put('receipt/2026-11/e-5.png', bytes, 'image/png')
    expect(objects.has('/yunshu/receipt/2026-11/e-5.png')).toBe(false)
  })
})
