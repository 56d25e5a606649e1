// The folder of the product's data on this machine, and the database in it.
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

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

/** DATA_DIR; else `data` in the checkout; else, in a checkout we may only read, a folder of our own account. */
export function dataDir(env: NodeJS.ProcessEnv): string {
  const told = env['DATA_DIR']
  if (told) return path.resolve(checkout, told)
  const own = path.join(checkout, 'data')
  if (canWrite(own)) return own
  const name = createHash('sha256').update(checkout).digest('hex').slice(0, 12)
  const share = env['XDG_DATA_HOME'] ?? path.join(os.homedir(), '.local/share')
  const homes = [path.join(share, 'yunshu', name), path.join('/var/tmp', `yunshu-${os.userInfo().uid}`, name)]
  return homes.find(canWrite) ?? own
}

/** Folder of the embedded cluster below the data folder. */
export const postgresIn = (folder: string): string => path.join(folder, 'postgres')
