// The system account the server runs under: our own, or, since PostgreSQL refuses root, another one when we are root.
import fs from 'node:fs'
import { CannotStart } from './cannotStart.ts'

/** A system account by number. */
export interface Account {
  readonly name: string
  readonly uid: number
  readonly gid: number
}

/** True when this process is root, so that the server must run as somebody else. */
export const isRoot = process.platform !== 'win32' && process.getuid?.() === 0

function accounts(): Account[] {
  return fs
    .readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .flatMap(line => {
      const [name, , uid, gid] = line.split(':')
      return name === undefined || uid === undefined || gid === undefined
        ? []
        : [{ name, uid: Number(uid), gid: Number(gid) }]
    })
}

/**
 * The account to run the server under, or null for our own. As root: the owner of existing data, else `postgres`, else
 * `nobody` (initdb wants a passwd entry, so a bare number will not do). @throws CannotStart when root finds neither.
 */
export function serverAccount(dataOwner: number | null): Account | null {
  if (!isRoot) return null
  const all = accounts()
  const found =
    (dataOwner !== null && dataOwner !== 0 ? all.find(account => account.uid === dataOwner) : undefined) ??
    all.find(account => account.name === 'postgres') ??
    all.find(account => account.name === 'nobody')
  if (!found || found.uid === 0)
    throw new CannotStart(
      'PostgreSQL 不能以 root 运行，且系统没有 postgres 或 nobody 账号：请执行 useradd -r postgres，或用普通账号运行',
    )
  return found
}

/** Spawn options that give a child the account, and nothing of our own environment. */
export function asAccount(account: Account | null): {
  cwd: string
  env: NodeJS.ProcessEnv
  uid?: number
  gid?: number
} {
  const env =
    process.platform === 'win32'
      ? { PATH: process.env['PATH'], SystemRoot: process.env['SystemRoot'], TEMP: process.env['TEMP'], TZ: 'UTC' }
      : { PATH: process.env['PATH'] ?? '/usr/bin:/bin', TZ: 'UTC', LC_ALL: 'C' }
  return {
    cwd: process.platform === 'win32' ? process.cwd() : '/',
    env,
    ...(account ? { uid: account.uid, gid: account.gid } : {}),
  }
}
