// The journey of a record in a drawer: its address opens it again, `[` and `]` walk the list, and one that is gone says so.
import { expect } from 'vitest'
import { front, journey, rows, useProduct } from './visitor.ts'

useProduct()

journey(
  'the drawer of a row stands in the address, walks by the order of its list, and says when it is gone',
  async cast => {
    const { page, expectComplaint } = await cast.visit('platform-finance', '/fund/list')
    expectComplaint(/404/)
    const numberOf = async (row: number): Promise<string> =>
      (await rows(page).nth(row).innerText()).match(/[A-Z]{2}\d{8,}/)?.[0] ?? ''
    const [first, second] = [await numberOf(0), await numberOf(1)]
    expect(first).not.toBe(second)
    await rows(page).first().getByText(first).first().click()
    const drawer = (no: string) => page.getByRole('dialog', { name: `资金登记 ${no}` })
    await drawer(first).waitFor()
    const id = new URL(page.url()).searchParams.get('id')
    expect(id).not.toBeNull()
    await page.keyboard.press(']')
    await drawer(second).waitFor()
    expect(new URL(page.url()).searchParams.get('id')).not.toBe(id)
    await page.reload()
    await drawer(second).getByText('操作记录').waitFor()
    await drawer(second).getByRole('button', { name: '上一条' }).click()
    await drawer(first).waitFor()
    expect(await drawer(first).getByRole('button', { name: '上一条' }).isDisabled()).toBe(true)
    await page.keyboard.press('Escape')
    await drawer(first).waitFor({ state: 'detached' })
    expect(new URL(page.url()).searchParams.get('id')).toBeNull()
    await page.goto(page.url().replace(/\?.*$/, '') + '?id=00000000-0000-4000-8000-000000000000')
    await page.getByRole('dialog', { name: '资金登记' }).getByText('这条记录不存在，或不在您的查看范围内').waitFor()
    await front(page).waitFor()
  },
)

journey(
  'rows without a call of their own stand in the address too: a form by its row, and on a phone the facts of any row',
  async cast => {
    const boss = await cast.visit('shipper', '/shipper/staff/list')
    const name = (await rows(boss.page).last().innerText()).split('\n')[0]?.trim() ?? ''
    await rows(boss.page).last().getByText(name).first().click()
    const form = boss.page.getByRole('dialog', { name: /^修改员工 / })
    await form.waitFor()
    expect(new URL(boss.page.url()).searchParams.get('id')).not.toBeNull()
    await boss.page.reload()
    await expect.poll(() => form.getByLabel('姓名').inputValue()).toBe(name)
    await boss.page.goto(
      `${new URL(boss.page.url()).origin}/shipper/staff/list?id=00000000-0000-4000-8000-000000000000`,
    )
    await boss.page.getByText('这条记录不存在，或不在您的查看范围内').waitFor()

    const { page } = await cast.visit('platform-finance', '/web/SettlementDetails?state=failed')
    await page.setViewportSize({ width: 390, height: 844 })
    const card = front(page).locator('.ys-card').first()
    const number = (await card.innerText()).match(/YD\d+/)?.[0] ?? ''
    await card.locator('.ys-card-body').click()
    const sheet = page.getByRole('dialog', { name: number })
    await sheet.getByText('应付现金(元)').waitFor()
    await page.reload()
    await sheet.getByRole('button', { name: '下一条' }).click()
    await sheet.waitFor({ state: 'hidden' })
  },
)
