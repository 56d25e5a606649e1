// Runs the product: the database, then each role; keeps them running, and takes them all down again.
import fs from 'node:fs'
import path from 'node:path'
import { startPostgres, type Cluster } from '@yunshu/postgres/launcher'
import { checkout, closeDataDir, dataDir, postgresIn } from './supervise/dataDir.ts'
import { keepRole, type Kept, type Role } from './supervise/role.ts'
import { startRoles } from './supervise/startRoles.ts'
import { stopEach } from './supervise/stopEach.ts'
import { announceReady, onStopRequest, portFault, sayLine } from './supervise/terminal.ts'

const roles: readonly Role[] = [
  { name: 'api', file: 'apps/server/src/main.ts', optional: false },
  { name: 'gateway', file: 'apps/gateway/src/main.ts', optional: true },
  { name: 'track', file: 'apps/server/src/track/trackMain.ts', optional: true },
]

const begunMs = Number(process.env['YUNSHU_BEGUN']) || Date.now()
const kept: Kept[] = []
let cluster: Cluster | null = null
let leaving: Promise<void> | null = null

function tell(message: object): void {
  if (process.connected) process.send?.(message)
}

/** Drains the roles, the last one first, then the database, then leaves. Safe to call twice. */
function leave(code: number): Promise<void> {
  leaving ??= (async () => {
    if (code === 0) sayLine('正在停止…')
    // the other way round than they were started: what is stored and answered first needs what stands below it
    const faults = await stopEach([...kept.toReversed(), ...(cluster ? [cluster] : [])])
    // the process that asked us to end must not wait for ever because something could not be cleared away
    for (const line of faults) process.stderr.write(`✗ ${line}\n`)
    if (code === 0 && faults.length === 0) sayLine('已停止')
    process.exit(faults.length === 0 ? code : 1)
  })()
  return leaving
}

function fail(error: unknown): void {
  const line = error instanceof Error ? error.message : String(error)
  if (!leaving) {
    process.stderr.write(`✗ ${line}\n`)
    tell({ fatal: line })
  }
  void leave(1)
}

/** Folder of compiled code that outlives a start, in the checkout or, when that is read-only, with the data. */
function compileCache(data: string): string {
  const own = path.join(checkout, 'node_modules/.cache/compile')
  try {
    fs.mkdirSync(own, { recursive: true })
    fs.accessSync(own, fs.constants.W_OK)
    return own
  } catch {
    return path.join(data, 'compile-cache')
  }
}

async function run(): Promise<void> {
  const env = process.env
  const fault = await portFault(env['HOST'] ?? '127.0.0.1', Number(env['PORT'] ?? 8080))
  if (fault !== null) throw new Error(fault)
  const data = dataDir(env)
  // an empty value is how a parent that cannot unset says "none"
  const external = env['DATABASE_URL'] || null
  closeDataDir(data, external === null)
  if (!external)
    cluster = await startPostgres({
      dataDir: postgresIn(data),
      ...(env['DATABASE_CONNECTIONS'] ? { settings: { max_connections: env['DATABASE_CONNECTIONS'] } } : {}),
      log: line => sayLine(`[postgres] ${line}`),
      onReady: downMs => sayLine(`[postgres] 已恢复（中断 ${downMs} 毫秒）`),
    })
  void cluster?.lost.then(fail)
  if (leaving) return
  const given: NodeJS.ProcessEnv = {
    ...env,
    DATA_DIR: data,
    NODE_COMPILE_CACHE: compileCache(data),
    DATABASE_URL: external ?? cluster?.appUrl(),
    MIGRATE_DATABASE_URL: external ? env['MIGRATE_DATABASE_URL'] || external : cluster?.ownerUrl(),
    GATEWAY_DATABASE_URL: external ? env['GATEWAY_DATABASE_URL'] : cluster?.gatewayUrl(),
    EMBEDDED: external ? '0' : '1',
  }
  await startRoles(roles, {
    isTracking: env['TRACKING'] !== 'off',
    isLeaving: () => leaving !== null,
    keep: role => keepRole(role, given, sayLine),
    onKept: running => kept.push(running),
    onReady: (role, ready) => {
      if (role.name !== 'api') return
      announceReady(ready, external ? null : data, Date.now() - begunMs)
      tell({ ready: true, ...ready })
    },
    onLost: fail,
  })
}

onStopRequest(
  () => void leave(0),
  () => {
    for (const role of kept) role.force()
  },
)
process.on('message', message => {
  if (message === 'restart') for (const role of kept) role.restart()
})
process.on('uncaughtException', fail)
process.on('unhandledRejection', fail)
run().catch(fail)
