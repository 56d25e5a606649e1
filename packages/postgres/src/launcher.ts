// The embedded PostgreSQL: started, kept alive and stopped by us, owned by nobody else.
import fs from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { CannotStart } from './cannotStart.ts'
import { serverSettings, type Settings } from './config.ts'
import { addRoles, checkVersion, createCluster, database, secretOf } from './create.ts'
import { clusterVersion, watchFolder } from './folder.ts'
import { holderOf, takeLock, type Endpoint } from './lock.ts'
import { clearOrphans } from './orphans.ts'
import { preparePlace, rootOf, type Place } from './place.ts'
import { freePort, spawnPostmaster, type Exit, type Postmaster } from './postmaster.ts'
import { urlOf } from './url.ts'

/** Options of startPostgres. */
export interface StartOptions {
  /**
   * Folder for the launcher alone; made when missing. When root cannot share it, it becomes a link to a system folder.
   */
  readonly dataDir: string
  /** Takes one line at a time: faults and notable events, in Chinese or in PostgreSQL's words. */
  readonly log: (line: string) => void
  /** Told each time the server ended without being asked to; it is being restarted. */
  readonly onExit?: (exit: Exit) => void
  /** Told each time a restarted server takes connections again; `downMs` since it ended. */
  readonly onReady?: (downMs: number) => void
  /** Further server parameters. */
  readonly settings?: Settings
  /** A throw-away cluster for tests: forgets everything on a crash, and its folder is removed by stop(). */
  readonly ephemeral?: boolean
}

/** Addresses of a running cluster, for node-postgres and libpq. Without a name: the product's database. */
export interface Addresses {
  /** As `yunshu_owner`: owns the schema and passes row security; for migrations. */
  readonly ownerUrl: (db?: string) => string
  /** As `yunshu_app`: neither owner nor superuser, under row security; for the product. */
  readonly appUrl: (db?: string) => string
  /** As `yunshu_gateway`: sees the log and the terminals alone; for the gateway of terminals. */
  readonly gatewayUrl: (db?: string) => string
  /** As `postgres`, superuser; for backups and repairs only. */
  readonly adminUrl: (db?: string) => string
}

/** A cluster we run. */
export interface Cluster extends Addresses {
  /** Null when reached by TCP on the loopback (Windows). */
  readonly socketDir: string | null
  readonly port: number
  /** The folder of PostgreSQL's files. */
  readonly dataDir: string
  /** The present postmaster; 0 while there is none. */
  readonly pid: number
  /** The number of times it was brought back. */
  readonly restarts: number
  /** Resolves with one line when the folder was deleted, or its disk taken away: nothing here brings it back. */
  readonly lost: Promise<CannotStart>
  /** Stops for good: waits for the running statements to be cut off and the checkpoint written. Safe to call twice. */
  readonly stop: () => Promise<void>
}

function addresses(endpoint: Endpoint): Addresses {
  return {
    ownerUrl: (db = database) => urlOf(endpoint, 'yunshu_owner', db),
    appUrl: (db = database) => urlOf(endpoint, 'yunshu_app', db),
    gatewayUrl: (db = database) => urlOf(endpoint, 'yunshu_gateway', db),
    adminUrl: (db = 'postgres') => urlOf(endpoint, 'postgres', db),
  }
}

/**
 * Wait before the n-th restart in a row: at once, then 0.1 s doubling to 5 s. A full disk may be mended hours later, so
 * there is no last try.
 */
function backOffMs(tries: number): number {
  return tries === 0 ? 0 : Math.min(5_000, 50 * 2 ** Math.min(tries, 10))
}

async function firstStart(launch: () => Promise<void>, place: Place, log: (line: string) => void): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      await launch()
      return
    } catch (error) {
      // an orphan may have died a moment ago and its shared memory with it
      const passing =
        error instanceof Error && /shared memory block|lock file|still in use|being used/.test(error.message)
      if (!passing || tries >= 5) throw error
      log('数据目录仍被占用，稍后重试')
      await pause(backOffMs(tries + 1))
      await clearOrphans(place, log)
    }
  }
}

const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')

const endpointOf = async (place: Place): Promise<Endpoint> => ({
  socketDir: place.socketDir,
  port: place.socketDir === null ? await freePort() : 5432,
  secret: secretOf(place),
})

/** Clears what an earlier server left of the cluster, or makes it; true when it was made. */
async function openCluster(place: Place, ephemeral: boolean, log: (line: string) => void): Promise<boolean> {
  const version = clusterVersion(place.cluster)
  if (version === null) await createCluster(place, ephemeral)
  else {
    checkVersion(place, version)
    await clearOrphans(place, log)
  }
  return version === null
}

/**
 * Starts PostgreSQL in `dataDir`, making the cluster, its roles and the database `yunshu` the first time, and keeps
 * it running. Remains of an earlier crash are cleared first. @throws CannotStart with one line of advice: folder,
 * account, disk, memory, or a living holder of the same folder.
 */
export async function startPostgres(options: StartOptions): Promise<Cluster> {
  const { log, ephemeral = false } = options
  const settings = serverSettings(options.settings ?? {}, ephemeral)
  const place = preparePlace(options.dataDir, log)
  const folder = watchFolder(place)
  const lock = await takeLock(place.root, log, folder.onBeat)
  let postmaster: Postmaster | null = null
  let stopping: Promise<void> | null = null
  let restarts = 0
  let endpoint: Endpoint

  const launch = async () => {
    postmaster = spawnPostmaster(place, endpoint.port, settings, ephemeral ? place.root : null, log)
    await postmaster.ready
  }
  const keep = async () => {
    while (postmaster && !stopping) {
      const exit = await postmaster.exited
      if (stopping) return
      const since = performance.now()
      log(`数据库进程意外退出（${exit.signal ?? exit.code}），正在重启`)
      options.onExit?.(exit)
      for (let tries = 0; !stopping; tries++) {
        await pause(backOffMs(tries))
        if (stopping || folder.isLost()) return
        // it may be put back before the next beat
        if (folder.isAway()) continue
        try {
          await clearOrphans(place, log)
          if (stopping) return
          await launch()
          restarts++
          options.onReady?.(Math.round(performance.now() - since))
          break
        } catch (error) {
          if (!stopping) log(error instanceof Error ? error.message : String(error))
        }
      }
    }
  }

  try {
    const isFresh = await openCluster(place, ephemeral, log)
    endpoint = await endpointOf(place)
    await firstStart(launch, place, log)
    if (!isFresh) await addRoles(endpoint)
    lock.publish(endpoint)
  } catch (error) {
    lock.release()
    throw isDiskFull(error) ? new CannotStart(`磁盘已满：请在 ${place.root} 所在的磁盘腾出至少 200 MB 后重试`) : error
  }
  const keeping = keep()
  const stop = async () => {
    await postmaster?.stop()
    await keeping
    // a restart may have been under way when we were asked to stop
    await postmaster?.stop()
    // each backend leads a session of its own: none may outlive a postmaster that had to be killed
    await clearOrphans(place, log)
    lock.release()
    if (ephemeral) fs.rmSync(place.root, { recursive: true, force: true })
  }
  return {
    ...addresses(endpoint),
    socketDir: place.socketDir,
    port: endpoint.port,
    dataDir: place.cluster,
    get pid() {
      return postmaster?.pid ?? 0
    },
    get restarts() {
      return restarts
    },
    lost: folder.lost,
    stop: () => (stopping ??= stop()),
  }
}

/** Addresses of a cluster that another process of ours runs in `dataDir`, or null when none runs there. */
export function joinPostgres(dataDir: string): Addresses | null {
  const endpoint = holderOf(rootOf(dataDir))?.endpoint
  return endpoint ? addresses(endpoint) : null
}
