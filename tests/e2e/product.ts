// A whole product for the journeys, run as npm start runs it, and the browser that visits it.
import { spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { freePort } from '@yunshu/postgres/postmaster'
import { chromium, type Browser } from 'playwright-core'
import { portFault } from '../../scripts/supervise/terminal.ts'

/** The folder of the sources. */
export const checkout = path.resolve(import.meta.dirname, '../..')

/** A running product with fresh demo data. */
export interface Product {
  /** Without a slash at the end. */
  readonly url: string
  readonly password: string
  /** The process that was started or answers; all others of a whole product come from it, but the database's. */
  readonly pid: number
  /** Its data folder. */
  readonly dataDir: string
  /** The address of its database for the owner, where it stands on the server of tests. */
  readonly database?: string
  /** The output so far, of both streams. */
  readonly output: () => string
  readonly stop: () => Promise<void>
}

/** The folder of uploads inside the product's data folder. */
export const uploadsIn = (dataDir: string): string => path.join(dataDir, 'files')

/** A text of a message from another process. */
export function textOf(message: unknown, name: string): string | null {
  const value: unknown = typeof message === 'object' && message !== null ? Reflect.get(message, name) : null
  return typeof value === 'string' ? value : null
}

let kept: number | undefined

/** The port this process gave its last product, where that is gone: a browser that stays knows its scripts already. */
async function productPort(): Promise<number> {
  if (kept === undefined || (await portFault('127.0.0.1', kept)) !== null) kept = await freePort()
  return kept
}

/** A new data folder, with these files of uploads in it. */
export function dataFolder(uploads: string | undefined): string {
  const data = fs.mkdtempSync(path.join(os.tmpdir(), 'yunshu-e2e-'))
  // as root, the database runs under another account, which has to get in
  fs.chmodSync(data, 0o755)
  if (uploads !== undefined) fs.cpSync(uploads, uploadsIn(data), { recursive: true })
  return data
}

/** The settings of a product for journeys. */
export async function productSettings(data: string, env: NodeJS.ProcessEnv): Promise<NodeJS.ProcessEnv> {
  return {
    ...process.env,
    NODE_ENV: '',
    DATABASE_URL: '',
    HOST: '127.0.0.1',
    PORT: String(await productPort()),
    DATA_DIR: data,
    DEMO: '1',
    // journeys of tracking turn it on
    TRACKING: 'off',
    GATEWAY_PORT: '0',
    DEMO_TRUCKS: 'off',
    ...env,
  }
}

/**
 * Starts the product on a free port with a data folder of its own and demo data. `uploads` is a folder of files that
 * are there from the start. @throws Error with its output when it does not come up
 */
export async function startProduct(env: NodeJS.ProcessEnv = {}, uploads?: string): Promise<Product> {
  const data = dataFolder(uploads)
  const child = spawn(process.execPath, [path.join(checkout, 'scripts/supervisor.ts')], {
    cwd: checkout,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: await productSettings(data, env),
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
  const gone = new Promise<void>(resolve => child.on('exit', () => resolve()))
  const stop = async () => {
    child.kill('SIGTERM')
    await gone
    fs.rmSync(data, { recursive: true, force: true })
  }
  try {
    const message = await new Promise<unknown>((resolve, reject) => {
      child.on('message', resolve)
      void gone.then(() => reject(new Error('ended before it was ready')))
    })
    const url = textOf(message, 'url')
    if (url === null) throw new Error(textOf(message, 'fatal') ?? 'no address')
    return {
      url: url.replace(/\/$/, ''),
      password: textOf(message, 'password') ?? 'Demo#2026',
      pid: child.pid ?? 0,
      dataDir: data,
      output: () => output,
      stop,
    }
  } catch (error) {
    await stop()
    throw new Error(`the product did not start: ${error instanceof Error ? error.message : String(error)}\n${output}`, {
      cause: error,
    })
  }
}

/** Is there memory to share between processes? A container may have 64 MB of it, which a browser soon fills. */
function hasSharedMemory(): boolean {
  try {
    const { bavail, bsize } = fs.statfsSync('/dev/shm')
    return bavail * bsize > 2 ** 30
  } catch {
    return false
  }
}

/** Launches the Chromium that scripts/test.mjs found (CHROMIUM_PATH); `more` are flags beside those of all. */
export function browser(more: readonly string[] = []): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    // in the C locale it gives up Chinese names of files
    env: { ...process.env, LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8' },
    // pictures of pages that go from process to process through files take a quarter of the processor
    ignoreDefaultArgs: hasSharedMemory() ? ['--disable-dev-shm-usage'] : [],
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      ...more,
    ],
  })
}
