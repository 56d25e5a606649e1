// Both object stores keep the same promises: whole or not at all, never used twice, absent keys are fine, keys cannot leave.
import { createHash, createHmac } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
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

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()
const sha256 = (data: Buffer | string): string => createHash('sha256').update(data).digest('hex')

/** Recomputes the SigV4 signature from the request as it arrived (source: AWS Signature Version 4, single chunk). */
function isSigned(request: IncomingMessage, body: Buffer): boolean {
  const authorization = request.headers.authorization ?? ''
  const [, scope = '', names = '', given = ''] = /Credential=[^/]+\/([^,]+), SignedHeaders=([^,]+), Signature=(\w+)/.exec(authorization) ?? []
  const [day = '', region = '', service = ''] = scope.split('/')
  const content = String(request.headers['x-amz-content-sha256'])
  if (content !== 'UNSIGNED-PAYLOAD' && content !== sha256(body)) return false
  const headers = names.split(';').map((name) => `${name}:${String(request.headers[name]).trim()}\n`).join('')
  const canonical = [request.method, request.url, '', headers, names, content].join('\n')
  const text = ['AWS4-HMAC-SHA256', request.headers['x-amz-date'], scope, sha256(canonical)].join('\n')
  const key = hmac(hmac(hmac(hmac(`AWS4${keys.secretAccessKey}`, day), region), service), 'aws4_request')
  return service === 's3' && hmac(key, text).toString('hex') === given
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'yunshu-store-'))
  server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const body = Buffer.concat(parts)
      const key = request.url ?? ''
      const found = objects.get(key)
      const answer = (status: number, data: Buffer = Buffer.alloc(0)): void => { response.writeHead(status).end(data) }
      if (!isSigned(request, body)) answer(403, Buffer.from('<Code>SignatureDoesNotMatch</Code>'))
      else if (request.method === 'PUT') { objects.set(key, { bytes: body, mime: String(request.headers['content-type']) }); answer(200) }
      else if (request.method === 'DELETE') { objects.delete(key); answer(204) }
      else answer(found ? 200 : 404, found?.bytes)
    })
  })
  await new Promise<void>((resolve) => { server.listen(0, '127.0.0.1', resolve) })
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
    expect((await readdir(path.join(folder, 'receipt/2026-11'))).filter((name) => name.endsWith('.part'))).toEqual([])
  })
})

describe('an S3 bucket', () => {
  it('keeps the type, in the bucket, under the key', async () => {
    await createS3Store({ endpoint, bucket: 'yunshu', ...keys }).put('receipt/2026-11/b-2.pdf', bytes, 'application/pdf')
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
