// The folder of the product's data on this machine, closed to other accounts, and the database in it.
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { accountOf, refuseLostLink } from '@yunshu/postgres/place'

/** Root of the checkout. */
export const checkout = path.resolve(import.meta.dirname, '../..')

function canWrite(folder: string): boolean {
  try {
    fs.mkdirSync(folder, { recursive: true })
    fs.accessSync(folder, fs.constants.W_OK)
    return true
  } catch {
    return false
  }
}

/**
 * Whether data stands at a folder that cannot be written, other than that of another account: behind a link to a disk
 * that is away, or on one that takes nothing any more. An empty folder elsewhere would pass for it.
 */
function holdsData(folder: string): boolean {
  if (!fs.lstatSync(folder, { throwIfNoEntry: false })) return false
  try {
    fs.accessSync(folder, fs.constants.W_OK)
    return true
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : ''
    return code !== 'EACCES' && code !== 'EPERM'
  }
}

/** DATA_DIR; else `data` in the checkout; else, in a checkout we may only read, a folder of our own account. */
export function dataDir(env: NodeJS.ProcessEnv, root = checkout): string {
  const told = env['DATA_DIR']
  if (told) return path.resolve(root, told)
  const own = path.join(root, 'data')
  if (canWrite(own) || holdsData(own)) return own
  const name = createHash('sha256').update(root).digest('hex').slice(0, 12)
  const share = env['XDG_DATA_HOME'] ?? path.join(os.homedir(), '.local/share')
  const homes = [path.join(share, 'yunshu', name), path.join('/var/tmp', `yunshu-${os.userInfo().uid}`, name)]
  return homes.find(canWrite) ?? own
}

/** Folder of the embedded cluster below the data folder. */
export const postgresIn = (folder: string): string => path.join(folder, 'postgres')

/** Names of all the product itself puts into its data folder. */
const own = new Set(['postgres', 'files', 'incoming', 'compile-cache'])

/**
 * Makes the data folder, and closes it to other accounts: 0700. An embedded database that runs under another account,
 * because we are root, has to pass through: then its group may, without seeing what else is there (0710). A folder with
 * things of others in it (DATA_DIR=/srv) keeps its mode; `files` and the cluster in it are closed by themselves.
 */
export function closeDataDir(folder: string, isEmbedded: boolean): void {
  if (process.platform === 'win32') return
  refuseLostLink(folder)
  try {
    fs.mkdirSync(path.dirname(folder), { recursive: true })
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
    const files = path.join(folder, 'files')
    if (fs.existsSync(files)) fs.chmodSync(files, 0o700)
    if (fs.readdirSync(folder).some(name => !own.has(name))) return
    const passing = isEmbedded ? accountOf(postgresIn(folder)) : null
    if (passing) fs.chownSync(folder, -1, passing.gid)
    fs.chmodSync(folder, passing ? 0o710 : 0o700)
  } catch (error) {
    // a folder of another account, or of a disk without modes; one that cannot be used is told by the first to use it
    const code = error instanceof Error && 'code' in error ? error.code : ''
    if (code !== 'EPERM' && code !== 'EACCES' && code !== 'EROFS' && code !== 'ENOTSUP' && code !== 'EINVAL')
      throw error
  }
}
