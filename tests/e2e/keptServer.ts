// Servers for journeys, one after another in a process of their own: loading and warming its code for each file took
// more of the processor than answering its journeys.
import { spawn, type ChildProcess } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { checkout, dataFolder, productSettings, textOf, type Product } from './product.ts'

/** A process servers run in, and its output since its present server began. */
interface Keeper {
  readonly child: ChildProcess
  output: string
}

/** One for all files of a test process; it ends with the process. */
let keeper: Keeper | undefined

function keeperFor(env: NodeJS.ProcessEnv): Keeper {
  if (keeper?.child.connected) return keeper
  const child = spawn(process.execPath, [path.join(checkout, 'tests/e2e/keptServerMain.ts')], {
    cwd: checkout,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { ...env, NODE_COMPILE_CACHE: path.join(checkout, 'node_modules/.cache/compile') },
  })
  const started: Keeper = { child, output: '' }
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      started.output += chunk.toString()
    })
  keeper = started
  return started
}

/** Tells the process something and answers what it says to it. @throws Error when it is gone or cannot */
async function told({ child }: Keeper, message: object): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  const onExit = (): void => reject(new Error('the process of the server ended'))
  child.once('message', resolve)
  child.once('exit', onExit)
  try {
    child.send(message)
    const answer = await promise
    const fatal = textOf(answer, 'fatal')
    if (fatal !== null) throw new Error(fatal)
    return answer
  } finally {
    child.off('message', resolve)
    child.off('exit', onExit)
  }
}

/**
 * Starts the product's server on a free port with a data folder of its own, without the supervisor and what else a
 * product consists of. `uploads` is a folder of files that are there from the start. @throws Error with its output when
 * it does not come up
 */
export async function startKept(env: NodeJS.ProcessEnv = {}, uploads?: string): Promise<Product> {
  const data = dataFolder(uploads)
  const settings = await productSettings(data, env)
  const own = keeperFor(settings)
  own.output = ''
  try {
    const answer = await told(own, { env: settings })
    return {
      url: (textOf(answer, 'url') ?? '').replace(/\/$/, ''),
      password: textOf(answer, 'password') ?? '',
      pid: own.child.pid ?? 0,
      dataDir: data,
      output: () => own.output,
      stop: async () => {
        try {
          await told(own, { stop: true })
        } finally {
          fs.rmSync(data, { recursive: true, force: true })
        }
      },
    }
  } catch (error) {
    fs.rmSync(data, { recursive: true, force: true })
    throw new Error(
      `the server did not start: ${error instanceof Error ? error.message : String(error)}\n${own.output}`,
      {
        cause: error,
      },
    )
  }
}
