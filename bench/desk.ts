// The figures of the desk: presses of the main job, pages as people meet them, bytes to the first list, and the speed
// of typing, ticking and looking. With `DESK=keys,speed` only those parts.
import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import * as z from 'zod/mini'
import { deskGoals, travelledKb } from '../tests/e2e/deskFigures.ts'
import { countedPresses, countPresses } from '../tests/e2e/presses.ts'
import { pageFigures } from './deskPages.ts'
import { speedFigures } from './deskSpeed.ts'
import type { Bench, Figure } from './figure.ts'
import { pageAt, startPortal, type Portal } from './portal.ts'

const checkout = path.resolve(import.meta.dirname, '..')
const counted = path.join(checkout, 'artefacts/mainJob.json')
const Counted = z.object({ clicks: z.number(), typed: z.number() })

/** Runs the journey of the main job and reads its presses. */
function mainJob(): Figure[] {
  rmSync(counted, { force: true })
  const { status, stdout } = spawnSync(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', '--config', 'vitest.e2e.config.ts', 'tests/e2e/mainJob', '-t', 'BZ-01'],
    { cwd: checkout, encoding: 'utf8' },
  )
  if (status !== 0) throw new Error(stdout)
  const { clicks, typed } = z.parse(Counted, JSON.parse(readFileSync(counted, 'utf8')))
  return [
    { name: '主流程的点击', value: clicks, unit: '次', goal: '≤ 24', reached: clicks <= 24 },
    { name: '主流程要填的栏', value: typed, unit: '栏', goal: '≤ 5', reached: typed <= 5 },
  ]
}

/** Three presses and two fields must be counted as such. */
async function countsRight(portal: Portal): Promise<Figure> {
  const page = await pageAt(portal)
  await page.goto(`${portal.url}/login`)
  await page.locator('input[type=password]').waitFor()
  await countPresses(page)
  for (const field of ['input:not([type=password]):not([type=checkbox])', 'input[type=password]']) {
    await page.locator(field).first().click()
    await page.keyboard.type('ab')
  }
  await page.locator('input[type=password]').click()
  const { clicks, typed } = await countedPresses(page)
  await page.context().close()
  return {
    name: '点击与填写的计数（对照：3 次、2 栏）',
    value: clicks * 10 + typed,
    unit: '',
    goal: '= 32',
    reached: clicks === 3 && typed === 2,
  }
}

/** KB of everything that travelled to a cold browser. */
async function travelled(portal: Portal, at: string, account?: string, encoding?: string): Promise<number> {
  const page = await pageAt(portal, account)
  if (encoding !== undefined) await page.setExtraHTTPHeaders({ 'accept-encoding': encoding })
  const kb = await travelledKb(page, portal.url + at, account === undefined ? 'input[type=password]' : '[data-row-key]')
  await page.context().close()
  return kb
}

async function bytes(portal: Portal): Promise<Figure[]> {
  const login = await travelled(portal, '/login')
  const list = await travelled(portal, '/waybill/list', 'shipper')
  const kb = (name: string, value: number, most: number): Figure => ({
    name,
    value,
    unit: 'KB',
    goal: `≤ ${most}`,
    reached: value <= most,
  })
  const raw = await travelled(portal, '/waybill/list', 'shipper', 'identity')
  return [
    kb('登录页传输', login, deskGoals.loginKb),
    kb('首个列表传输', list, deskGoals.listKb),
    {
      name: '首个列表传输（故意不压缩，应超标）',
      baseline: `平常 ${list.toFixed(1)}`,
      value: raw,
      unit: 'KB',
      goal: `> ${deskGoals.listKb}`,
      reached: raw > Math.max(deskGoals.listKb, list),
    },
  ]
}

const parts: Readonly<Record<string, (portal: Portal) => Promise<Figure[]>>> = {
  job: async portal => [...mainJob(), await countsRight(portal)],
  keys: pageFigures,
  bytes,
  speed: speedFigures,
}

export const deskBench: Bench = {
  name: 'desk',
  run: async () => {
    const wanted = process.env['DESK']?.split(',') ?? Object.keys(parts)
    const portal = await startPortal()
    const figures: Figure[] = []
    try {
      for (const name of wanted) figures.push(...((await parts[name]?.(portal)) ?? []))
      return figures
    } finally {
      await portal.stop()
    }
  },
}
