// Files in any S3-compatible object store, by signed requests (SigV4).
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { AwsClient } from 'aws4fetch'
import type { Config } from '../config.ts'
import type { FileStore } from './store.ts'

/** One try takes at most this long: an upload holds its transaction open. */
const timeoutMs = 8000
/** One part of a stream takes at most this long: no transaction waits for it. */
const partTimeoutMs = 60_000
/** Bytes of one part; the store takes none but the last below 5 MiB. */
const partBytes = 5 * 1_048_576

/** Signed requests to one bucket, addressed by path. */
function createRequests({ endpoint, bucket, accessKeyId, secretAccessKey }: NonNullable<Config['s3']>) {
  const client = new AwsClient({ accessKeyId, secretAccessKey, service: 's3', region: 'us-east-1', retries: 2 })
  const fail = async (what: string, key: string, response: Response): Promise<Error> =>
    new Error(`object store refused to ${what} ${key}: ${response.status} ${(await response.text()).slice(0, 200)}`)
  return {
    ask: (key: string, init: RequestInit, waitMs = timeoutMs): Promise<Response> =>
      client.fetch(`${endpoint.replace(/\/$/, '')}/${bucket}/${key}`, { ...init, signal: AbortSignal.timeout(waitMs) }),
    /** The error of an answer without success: what was tried, the status and the start of the body. */
    fail,
    /** Answers a response that is a success; throws its error otherwise. */
    good: async (what: string, key: string, response: Response): Promise<Response> => {
      if (!response.ok) throw await fail(what, key, response)
      return response
    },
  }
}
type Requests = ReturnType<typeof createRequests>

/** Sends parts one by one and answers its bytes; the key exists only once the upload is complete. */
async function putParts(
  { ask, good }: Requests,
  key: string,
  parts: AsyncIterable<Buffer>,
  uploadId: string,
): Promise<number> {
  const tags: string[] = []
  let size = 0
  for await (const part of parts) {
    const answer = await good(
      'store a part of',
      key,
      await ask(
        `${key}?partNumber=${tags.length + 1}&uploadId=${encodeURIComponent(uploadId)}`,
        { method: 'PUT', body: new Uint8Array(part) },
        partTimeoutMs,
      ),
    )
    tags.push(answer.headers.get('etag') ?? '')
    size += part.length
  }
  const list = tags.map((tag, i) => `<Part><PartNumber>${i + 1}</PartNumber><ETag>${tag}</ETag></Part>`).join('')
  const done = await good(
    'complete',
    key,
    await ask(
      `${key}?uploadId=${encodeURIComponent(uploadId)}`,
      { method: 'POST', body: `<CompleteMultipartUpload>${list}</CompleteMultipartUpload>` },
      partTimeoutMs,
    ),
  )
  // this answer may begin before the work is done, and then say a failure with status 200
  const said = await done.text()
  if (said.includes('<Error>')) throw new Error(`object store refused to complete ${key}: ${said.slice(0, 200)}`)
  return size
}

/** The store in the configured bucket. Every answer without success is thrown as an error. */
export function createS3Store(config: NonNullable<Config['s3']>): FileStore {
  const requests = createRequests(config)
  const { ask, fail, good } = requests
  const put: FileStore['put'] = async (key, bytes, mime) => {
    await good(
      'store',
      key,
      await ask(key, { method: 'PUT', body: new Uint8Array(bytes), headers: { 'Content-Type': mime } }),
    )
  }
  return {
    put,
    async putStream(key, body, mime) {
      const parts = partsOf(body)
      const first = (await parts.next()).value ?? Buffer.alloc(0)
      // most files are one short part: it needs no upload of parts
      if (first.length < partBytes) {
        await put(key, first, mime)
        return first.length
      }
      const begun = await good(
        'begin',
        key,
        await ask(`${key}?uploads=`, { method: 'POST', headers: { 'Content-Type': mime } }),
      )
      const uploadId = /<UploadId>([^<]+)<\/UploadId>/.exec(await begun.text())?.[1]
      if (uploadId === undefined) throw new Error(`object store gave no upload id for ${key}`)
      try {
        return await putParts(requests, key, after(first, parts), uploadId)
      } catch (error) {
        body.destroy()
        await ask(`${key}?uploadId=${encodeURIComponent(uploadId)}`, { method: 'DELETE' }).catch(() => undefined)
        throw error
      }
    },
    async get(key) {
      const response = await ask(key, { method: 'GET' })
      if (response.status === 404) return undefined
      return Buffer.from(await (await good('read', key, response)).arrayBuffer())
    },
    async getStream(key) {
      const response = await ask(key, { method: 'GET' }, partTimeoutMs * 10)
      if (response.status === 404) return undefined
      const { body } = await good('read', key, response)
      // the two names of the web's stream are one at run time
      return body === null ? Readable.from([]) : Readable.fromWeb(body as ReadableStream)
    },
    async remove(key) {
      const response = await ask(key, { method: 'DELETE' })
      if (!response.ok && response.status !== 404) throw await fail('remove', key, response)
    },
  }
}

/** The first part again, and those after it. */
async function* after(first: Buffer, parts: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield first
  yield* parts
}

/** The bytes of a stream in parts of `partBytes`; at least one, and only the last is shorter. */
async function* partsOf(body: Readable): AsyncGenerator<Buffer, undefined> {
  let held: Buffer[] = []
  let size = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    held.push(chunk)
    size += chunk.length
    if (size < partBytes) continue
    const whole = Buffer.concat(held)
    const end = whole.length - (whole.length % partBytes)
    for (let at = 0; at < end; at += partBytes) yield whole.subarray(at, at + partBytes)
    held = [whole.subarray(end)]
    size = whole.length - end
  }
  // an empty stream is an empty file
  yield Buffer.concat(held)
}
