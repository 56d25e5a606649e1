// JavaScript the browser loads for the login page and for shell + first list, gzip -9, read from the built portal.
import { existsSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { pageAt, startPortal } from './portal.ts'
import type { Bench, Figure } from './figure.ts'

const dist = new URL('../apps/web/dist/', import.meta.url)

/** Peers' figures are those of the browser study, measured on the same kind of machine. */
const goals = { login: { kb: 110, peers: '505–867' }, list: { kb: 420, peers: '547–897' } } as const

/** Gzip size in KB of every script of ours among these addresses. */
function scriptKb(urls: readonly string[]): number {
  const names = [...new Set(urls.map(url => new URL(url).pathname).filter(path => path.endsWith('.js')))]
  return (
    names.reduce((sum, path) => sum + gzipSync(readFileSync(new URL(`.${path}`, dist)), { level: 9 }).length, 0) / 1024
  )
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
        const urls: string[] = []
        page.on('response', response => urls.push(response.url()))
        await page.goto(portal.url + path)
        await page.waitForSelector(name === 'login' ? 'input[type=password]' : '[data-row-key]')
        await page.waitForLoadState('networkidle')
        const kb = scriptKb(urls)
        figures.push({
          name: `JavaScript ${name === 'login' ? '登录页' : '外壳+首个列表'}`,
          value: kb,
          unit: 'KB gzip',
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
