// Runs one TypeScript file with a database: the given one, that of the running product, or one started for the
// occasion.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import os from 'node:os'
import path from 'node:path'
import { joinPostgres, startPostgres } from '@yunshu/postgres/launcher'
import { checkout, closeDataDir, dataDir, postgresIn } from './supervise/dataDir.ts'

/** A database for one program: its environment, and the way to let go of it. */
interface Borrowed {
  readonly env: NodeJS.ProcessEnv
  readonly giveBack: () => Promise<void>
}

async function borrow(data: string): Promise<Borrowed> {
  const external = process.env['DATABASE_URL']
  closeDataDir(data, !external)
  if (external)
    return {
      env: {
        DATABASE_URL: external,
        MIGRATE_DATABASE_URL: process.env['MIGRATE_DATABASE_URL'] || external,
        EMBEDDED: '0',
      },
      giveBack: async () => {},
    }
  const running = joinPostgres(postgresIn(data))
  const own = running
    ? null
    : await startPostgres({ dataDir: postgresIn(data), log: line => process.stderr.write(`[postgres] ${line}\n`) })
  const at = running ?? own
  return {
    env: { DATABASE_URL: at?.appUrl(), MIGRATE_DATABASE_URL: at?.ownerUrl(), EMBEDDED: '1' },
    giveBack: async () => own?.stop(),
  }
}

async function run(file: string, args: readonly string[]): Promise<number> {
  const data = dataDir(process.env)
  const { env, giveBack } = await borrow(data)
  try {
    const child = spawn(process.execPath, [path.resolve(checkout, file), ...args], {
      env: { ...process.env, DATA_DIR: data, ...env },
      stdio: 'inherit',
    })
    // we stay until it is done, to stop the database after it
    for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => child.kill(name))
    process.on('disconnect', () => child.kill('SIGTERM'))
    const [code, signal]: unknown[] = await once(child, 'exit')
    return typeof code === 'number'
      ? code
      : 128 + (Object.entries(os.constants.signals).find(([name]) => name === signal)?.[1] ?? 0)
  } finally {
    await giveBack()
  }
}

const [file = '', ...args] = process.argv.slice(2)
try {
  process.exitCode = await run(file, args)
} catch (error) {
  process.stderr.write(`✗ ${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
// the channel to scripts/run.mjs would keep us here
process.exit()
