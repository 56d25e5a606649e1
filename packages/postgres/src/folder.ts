// The folder of a cluster: what is in it at a start, and whether it is still there; gone when it was deleted or its disk
// taken away, not when the disk fails.
import fs from 'node:fs'
import path from 'node:path'
import { CannotStart } from './cannotStart.ts'

/** Beats in a row without the folder after which it is gone: one that is renamed and put back between two ends nothing. */
const goneBeats = 2

/** Whether an error says that a file is not there; a disk that fails, or lets nobody in, says nothing about its files. */
export const saysMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error)

/** Whether something is at a path, or may be: only what is missing for certain is not. */
export function mayBeThere(file: string): boolean {
  try {
    fs.lstatSync(file)
    return true
  } catch (error) {
    return !saysMissing(error)
  }
}

const untouched = '没有做任何改动'
const unreadable = (cluster: string, why: string): CannotStart =>
  new CannotStart(
    `数据目录 ${cluster} 存在但无法读取（${why}），${untouched}：请检查该目录的权限和所在磁盘，恢复后重新启动；要另建数据库，请用 DATA_DIR 指定新目录`,
  )
const broken = (cluster: string): CannotStart =>
  new CannotStart(
    `数据目录 ${cluster} 不完整（PG_VERSION 缺失或损坏），${untouched}：请用备份恢复该目录后重新启动；要另建数据库，请用 DATA_DIR 指定新目录`,
  )

/**
 * The major version of the cluster in a folder; null where there is certainly none: no folder, or an empty one. A cluster
 * that cannot be read is never taken for none: another would be made in its place.
 * @throws CannotStart where something is there that cannot be read, or is no whole cluster
 */
export function clusterVersion(cluster: string): string | null {
  try {
    const version = fs.readFileSync(path.join(cluster, 'PG_VERSION'), 'utf8').trim()
    if (version === '') throw broken(cluster)
    return version
  } catch (error) {
    if (error instanceof CannotStart) throw error
    if (!saysMissing(error)) throw unreadable(cluster, codeOf(error))
  }
  if (!mayBeThere(cluster)) return null
  let names: readonly string[]
  try {
    names = fs.readdirSync(cluster)
  } catch (error) {
    // also a link whose disk is away, and a file in its place
    throw unreadable(cluster, codeOf(error))
  }
  if (names.length > 0) throw broken(cluster)
  return null
}

/** The folder of a launcher, and PostgreSQL's in it. */
interface Folders {
  readonly root: string
  readonly cluster: string
}

/** The watch over a folder. */
export interface Watch {
  /** Resolves with one line when the folder is gone. */
  readonly lost: Promise<CannotStart>
  readonly isLost: () => boolean
  /** Whether the folder is not there at this moment. */
  readonly isAway: () => boolean
  /** Told at each beat of the lock whether the lock was there. */
  readonly onBeat: (isThere: boolean) => void
}

/** Looks at each beat without a lock whether the folder of a cluster is still there, and tells it when it is gone. */
export function watchFolder({ root, cluster }: Folders): Watch {
  const lost = Promise.withResolvers<CannotStart>()
  let beats = 0
  const isAway = (): boolean => {
    try {
      fs.statSync(path.join(cluster, 'PG_VERSION'))
      return false
    } catch (error) {
      return saysMissing(error)
    }
  }
  return {
    lost: lost.promise,
    isLost: () => beats >= goneBeats,
    isAway,
    onBeat: isThere => {
      if (beats >= goneBeats) return
      beats = isThere || !isAway() ? 0 : beats + 1
      if (beats < goneBeats) return
      lost.resolve(new CannotStart(`数据目录 ${root} 已不存在（被删除，或所在磁盘已卸载）：请恢复该目录后重新启动`))
    },
  }
}
