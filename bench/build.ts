// The duration of a cold production build of the portal.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Bench } from './figure.ts'

const web = path.resolve(import.meta.dirname, '../apps/web')

export const buildBench: Bench = {
  name: 'build',
  run: async () => {
    const outDir = mkdtempSync(path.join(tmpdir(), 'yunshu-build-'))
    const start = performance.now()
    const { status, stderr } = spawnSync(
      process.execPath,
      [path.resolve(web, '../../node_modules/vite/bin/vite.js'), 'build', '--outDir', outDir, '--logLevel', 'error'],
      { cwd: web, encoding: 'utf8' },
    )
    const seconds = (performance.now() - start) / 1000
    rmSync(outDir, { recursive: true, force: true })
    if (status !== 0) throw new Error(stderr)
    return [{ name: '生产构建', value: seconds, unit: 's', goal: '≤ 20', reached: seconds <= 20 }]
  },
}
