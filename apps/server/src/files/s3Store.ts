// Files in any S3-compatible object store, by signed requests (SigV4).
import { AwsClient } from 'aws4fetch'
import type { Config } from '../config.ts'
import type { FileStore } from './store.ts'

/** One try takes at most this long: an upload holds its transaction open. */
const timeoutMs = 8000

/** The store in the configured bucket, addressed by path. An answer that is not success is an error. */
export function createS3Store({ endpoint, bucket, accessKeyId, secretAccessKey }: NonNullable<Config['s3']>): FileStore {
  const client = new AwsClient({ accessKeyId, secretAccessKey, service: 's3', region: 'us-east-1', retries: 2 })
  const ask = (key: string, init: RequestInit): Promise<Response> =>
    client.fetch(`${endpoint.replace(/\/$/, '')}/${bucket}/${key}`, { ...init, signal: AbortSignal.timeout(timeoutMs) })
  const fail = async (what: string, key: string, response: Response): Promise<Error> =>
    new Error(`object store refused to ${what} ${key}: ${response.status} ${(await response.text()).slice(0, 200)}`)
  return {
    async put(key, bytes, mime) {
      const response = await ask(key, { method: 'PUT', body: new Uint8Array(bytes), headers: { 'Content-Type': mime } })
      if (!response.ok) throw await fail('store', key, response)
    },
    async get(key) {
      const response = await ask(key, { method: 'GET' })
      if (response.status === 404) return undefined
      if (!response.ok) throw await fail('read', key, response)
      return Buffer.from(await response.arrayBuffer())
    },
    async remove(key) {
      const response = await ask(key, { method: 'DELETE' })
      if (!response.ok && response.status !== 404) throw await fail('remove', key, response)
    },
  }
}
