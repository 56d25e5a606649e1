// Test support: a process of the product that is brought back as often as it dies.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'

const checkout = path.resolve(import.meta.dirname, '../..')

/** A file of the checkout as a process of its own. */
export class KeptProcess {
  readonly #file: string
  readonly #env: Readonly<Record<string, string>>
  readonly #output: 'inherit' | number
  #child: ChildProcess | undefined
  #isOver = false
  kills = 0

  /** `logFile` takes what it says; without one it is ours to read. */
  constructor(file: string, env: Readonly<Record<string, string>>, logFile?: string) {
    this.#file = file
    this.#env = env
    this.#output = logFile === undefined ? 'inherit' : fs.openSync(logFile, 'a')
  }

  /** The port of a gateway, as it was given. */
  get port(): number {
    return Number(this.#env['GATEWAY_PORT'])
  }

  get pid(): number {
    return this.#child?.pid ?? 0
  }

  /** Resolves when it takes work, or has ended. */
  async start(): Promise<void> {
    const child = spawn(process.execPath, [path.join(checkout, this.#file)], {
      cwd: checkout,
      stdio: ['ignore', this.#output, this.#output, 'ipc'],
      env: { ...process.env, ...this.#env },
    })
    this.#child = child
    child.on('exit', () => {
      if (!this.#isOver) void this.start()
    })
    await Promise.race([once(child, 'message'), once(child, 'exit')])
  }

  kill(): void {
    this.kills++
    this.#child?.kill('SIGKILL')
  }

  async end(): Promise<void> {
    this.#isOver = true
    const child = this.#child
    if (child?.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
}
