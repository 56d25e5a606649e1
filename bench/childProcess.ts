// A helper process of a figure: started, asked, stopped.
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'

export interface Helper<A extends object> {
  readonly child: ChildProcess
  /** The first thing it said that was no answer, such as its address. */
  readonly hello: Promise<unknown>
  /** Asks and waits for the answer; throws what went wrong there. */
  readonly ask: (asked: A) => Promise<unknown>
  /** Ends it, at once with SIGKILL. */
  readonly stop: (signal?: 'SIGTERM' | 'SIGKILL') => Promise<void>
}

/** Starts a TypeScript file of the checkout as a process of its own. */
export function startHelper<A extends object>(file: string, env: NodeJS.ProcessEnv = {}): Helper<A> {
  const child = fork(path.resolve(import.meta.dirname, '..', file), {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>()
  let last = 0
  const gone = once(child, 'exit')
  const hello = new Promise<unknown>((resolve, reject) => {
    child.on('message', (said: { id?: number; value?: unknown; error?: string }) => {
      const asker = said.id === undefined ? undefined : waiting.get(said.id)
      if (!asker) return resolve(said)
      waiting.delete(said.id ?? 0)
      if (said.error === undefined) asker.resolve(said.value)
      else asker.reject(new Error(said.error))
    })
    child.on('exit', () => {
      for (const { reject: fail } of waiting.values()) fail(new Error(`${file} ended`))
      reject(new Error(`${file} ended`))
    })
  })
  hello.catch(() => {})
  return {
    child,
    hello,
    ask: asked =>
      new Promise((resolve, reject) => {
        waiting.set(++last, { resolve, reject })
        child.send({ id: last, ...asked })
      }),
    stop: async (signal = 'SIGTERM') => {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill(signal)
      await gone
    },
  }
}
