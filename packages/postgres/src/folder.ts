// Watches the folder of a cluster: gone when it was deleted or its disk taken away, not when the disk fails.
import fs from 'node:fs'
import path from 'node:path'
import { CannotStart } from './cannotStart.ts'

/** Beats in a row without the folder after which it is gone: one that is renamed and put back between two ends nothing. */
const goneBeats = 2

/** Whether an error says that a file is not there; a disk that fails, or lets nobody in, says nothing about its files. */
export const saysMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')

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
