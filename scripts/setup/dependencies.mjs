// Installs what package-lock.json names, and finds the Node 24 that comes with it.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { inRoot, readText, root } from './place.mjs'
import { Fault, say } from './say.mjs'

const stampFile = inRoot('node_modules/.yunshu-lock')
const hashOfLock = () =>
  createHash('sha256')
    .update(fs.readFileSync(inRoot('package-lock.json')))
    .digest('hex')

/** Somebody ran npm ci or npm install by hand: what npm noted in node_modules is what the lock file wants. */
function installedByHand() {
  const have = JSON.parse(readText(inRoot('node_modules/.package-lock.json')) ?? '{}').packages
  if (!have) return false
  const want = JSON.parse(readText(inRoot('package-lock.json')) ?? '{}').packages ?? {}
  return (
    Object.entries(want).every(
      ([at, entry]) =>
        !at.includes('node_modules/') || (have[at] ? have[at].version === entry.version : entry.optional || entry.peer),
    ) && Object.keys(have).every(at => want[at])
  )
}

function keepStamp() {
  try {
    fs.writeFileSync(stampFile, hashOfLock())
  } catch {
    // a checkout we may only read: looked at again next time
  }
}

/** True when nothing has to be installed. */
export function dependenciesAreThere() {
  if (readText(stampFile) === hashOfLock()) return true
  if (!installedByHand()) return false
  keepStamp()
  return true
}

/** Runs `npm ci`. @throws Fault with one line when it fails */
export async function installDependencies() {
  say('正在安装依赖（npm ci，首次约 1 分钟）…')
  const begun = Date.now()
  const ticker = setInterval(() => say(`  …仍在安装，已 ${Math.round((Date.now() - begun) / 1000)} 秒`), 15_000)
  const npm = process.env.npm_execpath
  const [command, args] = npm?.endsWith('.js')
    ? [process.execPath, [npm]]
    : [process.platform === 'win32' ? 'npm.cmd' : 'npm', []]
  // the product needs parts the user's npmrc leaves out: Node 24 is optional, the bundler is dev
  const all = [
    ...args,
    'ci',
    '--include=dev',
    '--include=optional',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    '--yes',
  ]
  const code = await new Promise(resolve => {
    const child = spawn(command, all, {
      cwd: root,
      stdio: ['ignore', 2, 2],
      shell: command.endsWith('.cmd'),
      env: { ...process.env, NODE_ENV: '' },
    })
    child.on('error', () => resolve(127))
    child.on('close', resolve)
  })
  clearInterval(ticker)
  if (code !== 0)
    throw new Fault(
      `依赖安装失败（npm ci 退出码 ${code}）：请检查网络或 npm 镜像设置（npm config get registry）与磁盘空间，然后重试`,
    )
  keepStamp()
  say(`依赖已安装（${Math.round((Date.now() - begun) / 1000)} 秒）`)
}

/** Path of a Node 24 or newer. @throws Fault when there is none */
export function node24() {
  const system = process.platform === 'win32' ? 'win' : process.platform
  const own = inRoot(
    `node_modules/node-${system}-${process.arch}/bin/node${process.platform === 'win32' ? '.exe' : ''}`,
  )
  if (fs.existsSync(own)) return own
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath
  throw new Fault(
    `本系统（${process.platform}-${process.arch}）没有随附的 Node 24，当前是 ${process.version}：请安装 Node 24 以上后重试`,
  )
}
