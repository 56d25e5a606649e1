// Decides where a cluster lies on disk and who runs it, so that root, a 0700 home and a plain user all work.
import { createHash } from 'node:crypto'
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { asAccount, isRoot, serverAccount, type Account } from './account.ts'
import { usableBinaries, type Binaries } from './binaries.ts'
import { CannotStart } from './cannotStart.ts'
import { mayBeThere } from './folder.ts'
import { holderOf } from './lock.ts'

/** Everything about one cluster's home. */
export interface Place {
  /** Folder that belongs to the launcher alone: holds `cluster`, `run` and the lock. */
  readonly root: string
  /** PostgreSQL's data directory. */
  readonly cluster: string
  /** Folder of the unix socket, 0700; null where sockets cannot be used (Windows), then TCP on the loopback. */
  readonly socketDir: string | null
  readonly binaries: Binaries
  readonly account: Account | null
}

const systemHomes = ['/var/lib/yunshu', '/var/tmp/yunshu']
// sun_path is 108 bytes on Linux, 104 on macOS; '/.s.PGSQL.5432' takes 14
const longestSocketDir = 88

/** A short name for a folder, the same at every start. */
export function shortHash(folder: string): string {
  return createHash('sha256').update(folder).digest('hex').slice(0, 12)
}

function fault(error: unknown, folder: string): CannotStart {
  const code = error instanceof Error && 'code' in error ? error.code : ''
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new CannotStart(`磁盘已满：请在 ${folder} 所在的磁盘腾出至少 200 MB 后重试`)
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return new CannotStart(`无法写入数据目录 ${folder}：请用 DATA_DIR 指定当前账号可写的目录`)
  return new CannotStart(`数据目录 ${folder} 不可用：${error instanceof Error ? error.message : String(error)}`)
}

/** Makes a folder (or takes an empty one) that only the account may enter. */
function ownFolder(folder: string, account: Account | null): void {
  try {
    fs.mkdirSync(path.dirname(folder), { recursive: true, mode: 0o755 })
    const made = fs.mkdirSync(folder, { recursive: true, mode: 0o700 }) !== undefined
    const empty = made || fs.readdirSync(folder).length === 0
    if (!empty) return
    fs.chmodSync(folder, 0o700)
    if (account) fs.chownSync(folder, account.uid, account.gid)
  } catch (error) {
    throw fault(error, folder)
  }
}

function canUse(folder: string, account: Account | null): boolean {
  if (!account) {
    try {
      fs.accessSync(folder, fs.constants.W_OK | fs.constants.X_OK)
      return true
    } catch {
      return false
    }
  }
  return spawnSync('/bin/sh', ['-c', '[ -w "$0" ] && [ -x "$0" ]', folder], asAccount(account)).status === 0
}

function ownerOf(file: string): number | null {
  try {
    return fs.statSync(file).uid
  } catch {
    // not there, or in a folder we may not enter: told when we try to use it
    return null
  }
}

/**
 * No link points here any more: the data folder it stood for was deleted. A new clone must not wake old rows, and rows
 * are never deleted.
 */
function setAside(root: string, wished: string, log: (line: string) => void): void {
  if (!fs.existsSync(path.join(root, 'cluster')) || holderOf(root)) return
  const old = `${root}.${new Date().toISOString().slice(0, 19).replaceAll(/\D/g, '')}`
  fs.renameSync(root, old)
  log(`${wished} 是新的，此路径以前的数据库保存在 ${old}（不再需要时可删除）`)
}

/** A folder the account cannot reach moves to a system folder, and a link stays behind to show where. */
function moveAway(wished: string, account: Account, log: (line: string) => void): string {
  for (const home of systemHomes) {
    const root = path.join(home, shortHash(wished))
    try {
      fs.mkdirSync(home, { recursive: true, mode: 0o755 })
      const above = fs.lstatSync(home)
      if (above.uid !== 0 || (above.mode & 0o022) !== 0) continue
      setAside(root, wished, log)
      ownFolder(root, account)
      if (!canUse(root, account)) continue
      fs.rmSync(wished, { recursive: true, force: true })
      fs.symlinkSync(root, wished)
      return root
    } catch {
      // the next home
    }
  }
  throw new CannotStart(
    `账号 ${account.name} 无法进入 ${wished}，也无法使用 ${systemHomes.join('、')}：请用 DATA_DIR 指定它能进入的目录，例如 /srv/yunshu`,
  )
}

function socketFolder(root: string, account: Account | null): string | null {
  if (process.platform === 'win32') return null
  const inside = path.join(root, 'run')
  const plain = Buffer.byteLength(inside) <= longestSocketDir && !/[,"]/.test(inside)
  const folder = plain ? inside : path.join(fs.realpathSync(os.tmpdir()), `yunshu-${shortHash(root)}`)
  ownFolder(folder, account)
  const seen = fs.lstatSync(folder)
  // in a shared /tmp somebody else may have made the folder before us
  if (!seen.isDirectory() || seen.uid !== (account?.uid ?? process.getuid?.()) || (seen.mode & 0o077) !== 0) {
    throw new CannotStart(`${folder} 被别的账号占用：请删除它，或用 DATA_DIR 指定路径更短的数据目录`)
  }
  return folder
}

/** The place a link leads to at which nothing stands; undefined for all else. */
function lostTarget(asked: string): string | undefined {
  if (!fs.lstatSync(asked, { throwIfNoEntry: false })?.isSymbolicLink() || fs.existsSync(asked)) return undefined
  return path.resolve(path.dirname(asked), fs.readlinkSync(asked))
}

/** Refuses a link to nothing, behind which stands a disk that may come back. @throws CannotStart */
export function refuseLostLink(asked: string): void {
  const target = lostTarget(asked)
  if (target !== undefined)
    throw new CannotStart(
      `数据目录 ${asked} 指向 ${target}，那里现在不存在或无法读取（磁盘未挂载？），没有做任何改动：请恢复后重新启动，或用 DATA_DIR 指定新目录`,
    )
}

/** A link to nothing that we made into a system folder is forgotten with the database that was deleted there. */
function forgetLink(asked: string): void {
  const target = lostTarget(asked)
  if (target !== undefined && systemHomes.includes(path.dirname(target)) && !mayBeThere(target)) fs.rmSync(asked)
  refuseLostLink(asked)
}

/** The folder a wished data folder really means: parents resolved, and followed when it was moved away before. */
export function rootOf(dataDir: string): string {
  try {
    return fs.realpathSync(dataDir)
  } catch {
    const parent = path.dirname(path.resolve(dataDir))
    return path.join(fs.existsSync(parent) ? fs.realpathSync(parent) : parent, path.basename(dataDir))
  }
}

/** The account the server of a cluster in `dataDir` runs under, or null for our own. @throws CannotStart as root without one */
export const accountOf = (dataDir: string): Account | null =>
  serverAccount(ownerOf(path.join(rootOf(dataDir), 'cluster', 'PG_VERSION')))

/**
 * Prepares the home of a cluster in `dataDir`, or, when we are root and no other account can enter `dataDir`, in a
 * system folder.
 * @throws CannotStart with what to do when the folder, an account or the programs are missing.
 */
export function preparePlace(dataDir: string, log: (line: string) => void): Place {
  const asked = path.resolve(dataDir)
  try {
    fs.mkdirSync(path.dirname(asked), { recursive: true })
  } catch (error) {
    throw fault(error, asked)
  }
  forgetLink(asked)
  const wished = rootOf(asked)
  const account = accountOf(wished)
  ownFolder(wished, account)
  let root = wished
  if (!canUse(wished, account)) {
    const owner = ownerOf(wished)
    if (!account || mayBeThere(path.join(wished, 'cluster'))) {
      throw new CannotStart(
        `数据目录 ${wished} 属于另一个账号（uid ${owner ?? '?'}）：请用该账号运行，或用 DATA_DIR 指定别的目录`,
      )
    }
    root = moveAway(wished, account, log)
    log(`账号 ${account.name} 无法进入 ${wished}，数据库改放 ${root}`)
  }
  const binaries = usableBinaries(account, isRoot ? systemHomes : [root], log)
  return { root, cluster: path.join(root, 'cluster'), socketDir: socketFolder(root, account), binaries, account }
}
