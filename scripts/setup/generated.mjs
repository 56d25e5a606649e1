// Builds what is made from sources: the region data and the web pages.
import { spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { cache, inRoot } from './place.mjs'
import { Fault, say } from './say.mjs'
import { each, hashOf, isFresh, stamp } from './stamp.mjs'

function run(node, args, cwd) {
  return new Promise(resolve => {
    let output = ''
    const child = spawn(node, args, {
      cwd,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NODE_ENV: 'production' },
    })
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', chunk => {
        output += chunk
      })
    child.on('error', error => resolve({ code: 127, output: error.message }))
    child.on('close', code => resolve({ code, output }))
  })
}

/** Things to build, in order: each says what it is made of, and how. */
const things = {
  regions: {
    label: '行政区划数据',
    sources: () => ['packages/regions/src', 'packages/regions/package.json'],
    isThere: () =>
      fs.existsSync(inRoot('packages/regions/built')) && fs.readdirSync(inRoot('packages/regions/built')).length > 0,
    canBuild: () => fs.existsSync(inRoot('packages/regions/src/build.ts')),
    build: node => run(node, ['src/build.ts'], inRoot('packages/regions')),
  },
  web: {
    label: '网页',
    sources: () => [
      'apps/web/src',
      'apps/web/public',
      'apps/web/index.html',
      'apps/web/vite.config.ts',
      'apps/web/thirdParty.ts',
      'apps/web/callTables.ts',
      'apps/web/package.json',
      'package-lock.json',
      ...each('packages', 'src'),
      ...each('packages', 'built'),
    ],
    isThere: () => fs.existsSync(inRoot('apps/web/dist/index.html')),
    canBuild: () => fs.existsSync(inRoot('apps/web/index.html')),
    async build(node) {
      const fresh = path.join(cache, `web-${process.pid}`)
      const result = await run(
        node,
        [inRoot('node_modules/vite/bin/vite.js'), 'build', '--outDir', fresh, '--emptyOutDir', '--logLevel', 'warn'],
        inRoot('apps/web'),
      )
      if (result.code === 0) {
        // swapped in one move, so that a running product never serves half a build
        const old = path.join(cache, `web-old-${process.pid}`)
        if (fs.existsSync(inRoot('apps/web/dist'))) fs.renameSync(inRoot('apps/web/dist'), old)
        fs.renameSync(fresh, inRoot('apps/web/dist'))
        fs.rmSync(old, { recursive: true, force: true })
      }
      fs.rmSync(fresh, { recursive: true, force: true })
      return result
    },
  },
}

/** Is `name` built from the sources as they are now? A thing whose sources do not exist yet counts as built. */
export function isBuilt(name) {
  const thing = things[name]
  return !thing.canBuild() || (thing.isThere() && isFresh(name, hashOf(thing.sources())))
}

/** Builds `name`. @throws Fault with the builder's output when it fails */
export async function build(name, node) {
  const thing = things[name]
  const begun = Date.now()
  say(`正在生成${thing.label}…`)
  // taken before: a source that changes while we build makes the stamp stale, not wrong
  const hash = hashOf(thing.sources())
  const { code, output } = await thing.build(node)
  if (/ENOSPC|No space left/.test(output)) throw new Fault('磁盘已满：请腾出至少 500 MB 后重试')
  if (code !== 0) {
    say(output.trimEnd())
    throw new Fault(`${thing.label}生成失败（见上）`)
  }
  stamp(name, hash)
  say(`${thing.label}已生成（${((Date.now() - begun) / 1000).toFixed(1)} 秒）`)
}
