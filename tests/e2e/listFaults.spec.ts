// Journeys of lists that get no answer: refused, lost, late, without a session or a network.
import { expect } from 'vitest'
import { chooseState, foot, isLoaded } from './listPage.ts'
import { groups } from './portal.ts'
import { front, heard, home, journey, message, standStill, useProduct } from './visitor.ts'

useProduct()

const list = '/waybill/list'
const listPath = '**/auth/v1/newGetWaybillList*'

journey(
  '[ER-03] [ER-04] [ER-06] [ER-07] [ER-08] [ER-10] each refused or lost answer is told in its own words, and the retry brings the list',
  async cast => {
    const visitor = await cast.visit('shipper', list)
    const { page } = visitor
    visitor.expectComplaint(/^error: Failed to load resource/)
    await isLoaded(page)
    const path = '/auth/v1/newGetWaybillList'
    const faults: readonly (readonly [status: number | undefined, text: string])[] = [
      [200, '今日已停止受理'],
      [400, '请求参数异常，请联系客服'],
      [403, `没有请求权限!: ${path}`],
      [404, '网络地址不存在，请联系客服'],
      [500, `系统错误!: ${path}`],
      [undefined, `网络错误!: ${path}`],
    ]
    for (const [status, text] of faults) {
      await page.route(listPath, route =>
        status === undefined
          ? route.abort()
          : route.fulfill(status === 200 ? { json: { code: 1999, message: text, data: null } } : { status, body: '' }),
      )
      const isTold = heard(message(page, text))
      await page.goto(`${home}${list}?driver=${status ?? 0}`)
      const state = front(page).getByRole('alert').filter({ hasText: '加载失败' })
      await state.getByText(text, { exact: true }).waitFor()
      await isTold()
      await page.unroute(listPath)
      await state.getByRole('button', { name: '重试' }).click()
      await front(page)
        .getByText('没有符合条件的记录', { exact: true })
        .or(foot(page).getByText(/ 条/))
        .first()
        .waitFor()
    }
  },
)

journey('[ER-09] an answer that does not come within 600 s is told as a timeout', async cast => {
  const { page } = await cast.known('shipper', { hasOwnClock: true })
  await page.route(listPath, () => {})
  const before = Date.now()
  await page.goto(`${home}${list}`)
  await front(page).getByRole('tab', { name: /^全部/ }).waitFor()
  const stood = (await standStill(page)) - before
  // the server refuses calls signed five minutes ahead of it: none that is late may meet it on the clock put on
  await page.route('**/*', () => {})
  await page.clock.runFor(599_000 - stood)
  expect(
    await front(page)
      .getByText(/网络超时/)
      .count(),
  ).toBe(0)
  await page.clock.runFor(stood + 2000)
  await front(page).getByText('网络超时!: /auth/v1/newGetWaybillList', { exact: true }).waitFor()
})

journey(
  '[ER-05] a session that ran out clears its cookies, says so, and leads to the login after a second',
  async cast => {
    const visitor = await cast.visit('shipper', '/index')
    const { page, context } = visitor
    visitor.expectComplaint(/^error: Failed to load resource: the server responded with a status of 401/)
    await page.route(listPath, route => route.fulfill({ status: 401, body: '' }))
    await groups(page).getByRole('link', { name: '运单', exact: true }).click()
    await message(page, '登陆信息已过期,请重新登陆!').waitFor()
    const names = (await context.cookies()).map(({ name }) => name)
    expect(names).not.toContain('token')
    expect(names).not.toContain('uuid')
    await page.getByLabel('密码', { exact: true }).waitFor()
  },
)

journey('without a network the portal says so and keeps what was typed; with it back, it goes on', async cast => {
  const visitor = await cast.visit('shipper', list)
  const { page, context } = visitor
  visitor.expectComplaint(/ERR_INTERNET_DISCONNECTED|WebSocket connection/)
  await isLoaded(page)
  await front(page).getByLabel('车牌号').fill('冀B')
  await context.setOffline(true)
  const banner = page
    .getByRole('alert')
    .getByText('网络已断开，恢复后可继续操作；已填写的内容不会丢失')
    .or(page.getByRole('alert').filter({ hasText: '网络已断开' }))
  await banner.first().waitFor()
  expect(await front(page).getByLabel('车牌号').inputValue()).toBe('冀B')
  await context.setOffline(false)
  await banner.first().waitFor({ state: 'detached' })
  await chooseState(page, /^已签收/)
  await isLoaded(page)
})
