// The form and the page of goods of every kind as journeys fill and read them.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { choose, fillMoment, fillStop, openStop } from './publishing.ts'
import { front, settled } from './visitor.ts'

/** The place of loading of `fillCargo`. */
export const load = {
  search: '榆阳',
  path: '陕西省 / 榆林市 / 榆阳区',
  name: '恒泰一号煤场',
  address: '金鸡滩镇能源路18号',
  contact: '王建国',
  mobile: '13892010001',
}

/** The place of unloading of `fillCargo`. */
export const unload = {
  search: 'tangshan caofeidian',
  path: '河北省 / 唐山市 / 曹妃甸区',
  name: '曹妃甸港煤码头',
  address: '通港路6号',
  contact: '李志强',
  mobile: '13932510002',
}

/** A day so many days from now, as people of China count days. */
export const dayAhead = (days: number): string =>
  new Date(Date.now() + days * 86_400_000 + 8 * 3_600_000).toISOString().slice(0, 10)

/** A field of the form in front. */
export const field = (page: Page, label: string) => front(page).getByLabel(label, { exact: true })
export const publishButton = (page: Page) => front(page).getByRole('button', { name: '发布', exact: true })
export const section = (page: Page, name: string) => front(page).getByRole('region', { name, exact: true })

/** Opens a part of the form that is folded. */
export async function openFold(page: Page, name: string): Promise<void> {
  const fold = front(page)
    .getByRole('toolbar', { name: '其他约定' })
    .getByRole('button', { name: new RegExp(`^${name}`) })
  const isOpen = async (): Promise<boolean> => (await fold.getAttribute('aria-expanded')) === 'true'
  // a hint of prices that comes late may move the button from under the press
  await expect
    .poll(async () => {
      if (!(await isOpen())) await fold.click()
      return isOpen()
    })
    .toBe(true)
}

/** Fills both places and the cargo. */
export async function fillCargo(page: Page, name: string, tons: string): Promise<void> {
  await fillStop(page, '装货地', load)
  await fillStop(page, '卸货地', unload)
  await field(page, '货物名称').fill(name)
  await choose(page, field(page, '货物分类'), '煤炭及制品')
  await field(page, '重量').fill(tons)
}

/** Fills goods of 30 tons of coal for one truck, to be loaded tomorrow, at 210.50 yuan a ton: 6,315.00 in all. */
export async function fillCoal(page: Page): Promise<void> {
  const form = front(page)
  await openStop(page, '装货地')
  await fillMoment(form.getByLabel('装货时间起'), `${dayAhead(1)} 08:00`)
  await fillMoment(form.getByLabel('装货时间止'), `${dayAhead(1)} 18:00`)
  await fillCargo(page, '动力煤', '30')
  // tons are typed once
  await expect.poll(() => field(page, '总量').inputValue()).toBe('30.000')
  const more = form.getByRole('button', { name: '单车上限、运距' })
  if ((await more.count()) > 0) await more.click()
  await form.getByLabel('单车上限').fill('30')
  await form.getByLabel('托运单价').fill('210.5')
  await form.locator('.ys-page-foot').getByText('6,315.00').waitFor()
  await form.getByText('人民币陆仟叁佰壹拾伍元整').waitFor()
}

/** The step between 发布 and the publishing. */
export const publishAsk = (page: Page) => page.getByRole('dialog', { name: '发布前核对' })

/** Publishes what is filled in; answers the number of the goods, whose page is then in front. */
export async function publish(page: Page): Promise<string> {
  await publishButton(page).click()
  await publishAsk(page).getByRole('button', { name: '确认发布' }).click()
  await page.waitForURL('**/goods/details/*')
  const heading = front(page).getByRole('heading', { name: /^货源 HY/ })
  await heading.waitFor()
  await settled(page)
  return ((await heading.textContent()) ?? '').replace('货源 ', '')
}
