// Journeys of pages mounted anew: by the helper routes, and only after a question where input is unsaved.
import { openFold } from './goodsForm.ts'
import { expect } from 'vitest'
import { open, tab, tabMenu, tidy, titles } from './tabStrip.ts'
import { addressOf, front, goInside, home, journey, settled, useProduct } from './visitor.ts'

useProduct()

journey(
  '[SH-09] [PB-13] refresh mounts the tab in front anew, redirect/{route} opens a route mounted anew or says that there is none; neither becomes a tab',
  async cast => {
    const page = await tidy(cast, 'carrier2')
    await open(page, '/driver/list')
    await front(page).getByLabel('关键字').fill('不要了')
    await open(page, '/vehicle/list')
    await front(page).getByLabel('关键字').fill('也不要了')
    await goInside(page, '/refresh')
    expect(addressOf(page)).toBe('/vehicle/list')
    await expect.poll(() => front(page).getByLabel('关键字').inputValue()).toBe('')
    await tab(page, '司机管理').click()
    await expect.poll(() => front(page).getByLabel('关键字').inputValue()).toBe('不要了')
    await goInside(page, '/redirect/driver/list?text=王')
    await expect.poll(() => decodeURIComponent(addressOf(page))).toBe('/driver/list?text=王')
    await expect.poll(() => front(page).getByLabel('关键字').inputValue()).toBe('王')
    expect(await titles(page)).toEqual(['首页', '司机管理', '车辆管理'])
    await page.goto(`${home}/redirect/waybill/list?state=inTransit`)
    await settled(page)
    expect(addressOf(page)).toBe('/waybill/list?state=inTransit')
    for (const [route, said] of [
      ['nothing/here', '页面不存在'],
      ['goods/publish', '没有访问权限'],
    ] as const) {
      await page.goto(`${home}/redirect/${route}`)
      await page.getByRole('heading', { name: said }).waitFor()
      expect(addressOf(page)).toBe(`/${route}`)
    }
  },
)

journey(
  '[SH-09] a tab whose input no draft holds asks before it is closed or refreshed, and keeps the input when told to',
  async cast => {
    const page = await tidy(cast, 'shipper')
    await open(page, '/goods/publish')
    // neither this browser nor the server takes a draft
    await page.route('**/auth/v1/draft', () => undefined)
    await page.evaluate(() => {
      for (let size = 4_000_000, at = 0; size >= 1; at += 1)
        try {
          localStorage.setItem(`full${at}`, 'x'.repeat(size))
        } catch {
          size = Math.floor(size / 2)
        }
    })
    await openFold(page, '标题与单号')
    await front(page).getByLabel('标题', { exact: true }).fill('只是想想')
    await tab(page, '发布货源').locator('[data-close]').click()
    const asking = page.getByRole('dialog', { name: '有尚未保存的内容' })
    await asking.getByText(/“发布货源”中填写的内容尚未保存/).waitFor()
    await asking.getByRole('button', { name: '返回继续填写' }).click()
    await asking.waitFor({ state: 'hidden' })
    await expect.poll(() => front(page).getByLabel('标题', { exact: true }).inputValue()).toBe('只是想想')
    // also from behind another tab
    await open(page, '/GoodsMy')
    await tabMenu(page, '我的货源', '关闭其他')
    await asking.getByRole('button', { name: '返回继续填写' }).click()
    await asking.waitFor({ state: 'hidden' })
    expect(await titles(page)).toContain('发布货源')
    await tabMenu(page, '我的货源', '关闭其他')
    await asking.getByRole('button', { name: '仍要关闭' }).click()
    await expect.poll(() => titles(page)).toEqual(['首页', '我的货源'])
  },
)

journey(
  'what was typed into a drawer outlives Esc, a reload and its tab; what no draft may hold is asked about',
  async cast => {
    const page = await tidy(cast, 'carrier2')
    await open(page, '/vehicle/list')
    const plate = page.getByLabel('车牌号', { exact: true }).last()
    const drawer = page.getByRole('dialog', { name: '登记车辆' })
    const said = page.locator('.ant-message').getByText('已存草稿')
    const enter = () => front(page).getByRole('button', { name: '登记车辆' }).click()
    await enter()
    await plate.fill('冀B12345')
    await plate.press('Escape')
    await drawer.waitFor({ state: 'detached' })
    await said.first().waitFor()
    await page.getByRole('button', { name: '继续填写' }).click()
    await drawer.getByText(/^已恢复 .* 的草稿$/).waitFor()
    await expect.poll(() => plate.inputValue()).toBe('冀B12345')

    // another device of the person is offered it, and a page that ends with the drawer open says so when it is back
    const told = page.waitForRequest(
      request => request.url().endsWith('/auth/v1/draft') && (request.postData() ?? '').includes('B54321'),
    )
    await plate.fill('冀B54321')
    await (await told).response()
    const elsewhere = (await cast.visit('carrier2', '/vehicle/list')).page
    await front(elsewhere).getByRole('button', { name: '登记车辆' }).click()
    await elsewhere.getByText(/^另一台设备上有 .* 的草稿$/).waitFor()
    // closed without a word, it is still there
    await elsewhere.getByRole('button', { name: '取消' }).click()
    await elsewhere.getByRole('dialog', { name: '登记车辆' }).waitFor({ state: 'detached' })
    await front(elsewhere).getByRole('button', { name: '登记车辆' }).click()
    await elsewhere.getByRole('button', { name: '使用', exact: true }).click()
    await expect.poll(() => elsewhere.getByLabel('车牌号', { exact: true }).last().inputValue()).toBe('冀B54321')
    await page.reload()
    await page.getByText('“登记车辆”填写的内容已存草稿').waitFor()
    await page.getByRole('button', { name: '继续填写' }).click()
    await expect.poll(() => plate.inputValue()).toBe('冀B54321')
    await drawer.getByRole('button', { name: '放弃草稿' }).click()
    await expect.poll(() => plate.inputValue()).toBe('')
    await plate.press('Escape')
    await drawer.waitFor({ state: 'detached' })

    // numbers of identity papers are in no draft
    await open(page, '/driver/list')
    await front(page).getByRole('button', { name: '登记司机' }).click()
    const driver = page.getByRole('dialog', { name: '登记司机' })
    await driver.getByLabel('姓名').fill('王建国')
    await driver.getByLabel('身份证号').fill('610802199001011234')
    await driver.getByRole('button', { name: '取消' }).click()
    const asking = page.getByRole('dialog', { name: '有内容不能存为草稿' })
    await asking.getByRole('button', { name: '留下' }).click()
    await asking.waitFor({ state: 'hidden' })
    await expect.poll(() => driver.getByLabel('身份证号').inputValue()).toBe('610802199001011234')
    await driver.getByRole('button', { name: '取消' }).click()
    await asking.getByRole('button', { name: '放弃' }).click()
    await driver.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: '继续填写' }).click()
    await expect.poll(() => driver.getByLabel('姓名').inputValue()).toBe('王建国')
    await expect.poll(() => driver.getByLabel('身份证号').inputValue()).toBe('')
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('610802199001011234')
  },
)
