// JavaScript the browser loads for the login page and for shell + first list, as it travels to a real browser.
import { existsSync } from 'node:fs'
import type { Response } from 'playwright-core'
import { deskGoals } from '../tests/e2e/deskFigures.ts'
import { pageAt, startPortal } from './portal.ts'
import type { Bench, Figure } from './figure.ts'

const dist = new URL('../apps/web/dist/', import.meta.url)

/** Peers' figures were measured on the same kind of machine. */
const goals = {
  login: { kb: deskGoals.loginKb, peers: '505–867' },
  list: { kb: deskGoals.listKb, peers: '547–897' },
} as const

/** KB of scripts that travelled, compressed as they came. */
async function scriptKb(responses: readonly Response[]): Promise<number> {
  const scripts = responses.filter(response => new URL(response.url()).pathname.endsWith('.js'))
  const sizes = await Promise.all(scripts.map(response => response.request().sizes()))
  return sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0) / 1024
}

export const bundleBench: Bench = {
  name: 'bundle',
  run: async () => {
    if (!existsSync(dist)) throw new Error('先构建前端：npm start 一次')
    const portal = await startPortal()
    try {
      const figures: Figure[] = []
      for (const [name, path] of [
        ['login', '/login'],
        ['list', '/waybill/list'],
      ] as const) {
        const page = await pageAt(portal, name === 'login' ? undefined : 'shipper')
        const responses: Response[] = []
        page.on('response', response => responses.push(response))
        await page.goto(portal.url + path)
        await page.waitForSelector(name === 'login' ? 'input[type=password]' : '[data-row-key]')
        await page.waitForLoadState('networkidle')
        const kb = await scriptKb(responses)
        figures.push({
          name: `JavaScript ${name === 'login' ? '登录页' : '外壳+首个列表'}`,
          value: kb,
          unit: 'KB',
          goal: `≤ ${goals[name].kb}`,
          reached: kb <= goals[name].kb,
          baseline: `同类产品 ${goals[name].peers}`,
        })
        await page.context().close()
      }
      return figures
    } finally {
      await portal.stop()
    }
  },
}
