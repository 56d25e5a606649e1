// Threads that derive keys from passwords: neither the event loop nor the threads that read files wait for them.
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/** The parameters of one argon2id; memory in KiB. */
export interface Recipe {
  readonly message: string
  readonly nonce: Uint8Array
  readonly tagLength: number
  readonly memory: number
  readonly passes: number
  readonly parallelism: number
}

/** Threads without work end after this, ms: their memory is for others then. */
const restMs = 60_000

const resting: Worker[] = []
let end: NodeJS.Timeout | undefined

function endResting(): void {
  for (const thread of resting.splice(0)) void thread.terminate()
}

/** Derives the key in a thread that has nothing else to do; the caller bounds how many there are at once. */
export async function deriveInThread(recipe: Recipe): Promise<Buffer> {
  const thread =
    resting.pop() ?? new Worker(new URL('hashThread.ts', import.meta.url), { env: {}, stdout: true, stderr: true })
  thread.ref()
  thread.postMessage(recipe)
  // a fault of the thread is thrown here, and the thread is gone
  const [tag] = (await once(thread, 'message')) as [Uint8Array]
  thread.unref()
  resting.push(thread)
  clearTimeout(end)
  end = setTimeout(endResting, restMs).unref()
  return Buffer.from(tag)
}
