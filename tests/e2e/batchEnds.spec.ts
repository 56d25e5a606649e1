// Batches that end before their end, or before anybody looked: stopped by hand, after three equal faults, tried again,
// and one started with a code of the second factor.
import { chooseBatch, getBatch, listBatches, startBatch, stopBatch } from '@yunshu/contract/batch'
import { getPolicies, setPolicies } from '@yunshu/contract/policy'
import { confirmFactor, startFactor } from '@yunshu/contract/session/account'
import { listSettleable } from '@yunshu/contract/settlement/settleable'
import {
  getSettlement,
  listSettlements,
  makeSettlement,
  submitSettlement,
} from '@yunshu/contract/settlement/settlement'
import { withClient } from '@yunshu/postgres/withClient'
import { Secret, TOTP } from 'otpauth'
import type pg from 'pg'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { senderIn, senderOf, type Sender } from './calls.ts'
import { startCopy } from './seed.ts'
import { front, journey, password, rowOf, rows, useProduct } from './visitor.ts'

let database = ''
useProduct(async seed => {
  const product = await startCopy(seed)
  database = product.database ?? ''
  return product
})

/** Sheets of one waybill each, as drafts, the oldest first. */
async function drafts(maker: Sender, count: number): Promise<string[]> {
  const { rows: waybills } = await maker(listSettleable, { ready: true, limit: count })
  const made = new Array<string>()
  for (const { partId } of waybills) made.push((await maker(makeSettlement, { partIds: [partId] })).settlementNum)
  expect(made, 'waybills of the demo that can be settled').toHaveLength(count)
  return made
}

async function submitted(maker: Sender, count: number): Promise<string[]> {
  const made = await drafts(maker, count)
  for (const settlementNum of made) {
    const { version } = await maker(getSettlement, { settlementNum })
    await maker(submitSettlement, { settlementNum, version })
  }
  return made
}

/** The number of the product's connections that wait for what others hold. */
const waitingIn = async (client: pg.Client): Promise<number> =>
  (
    await client.query(
      'select from pg_stat_activity where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0',
    )
  ).rowCount ?? 0

const dialog = (page: Page) => page.getByRole('dialog', { name: /^批量/ })
const button = (page: Page, name: string | RegExp) => dialog(page).getByRole('button', { name })
const shut = (page: Page) => button(page, /^关\s?闭$/).last()
const isSaid = (page: Page, text: string | RegExp) => dialog(page).getByText(text).first().waitFor()
const results = (page: Page, outcome: string) =>
  dialog(page).getByRole('list', { name: '逐条结果' }).locator(`li[data-outcome=${outcome}]`)
/** The list shows other rows from this answer on. */
const listAsked = (page: Page) => page.waitForResponse(answer => answer.url().includes(`${listSettlements.path}?`))
const sentIds = async (page: Page, press: () => Promise<void>): Promise<string[]> => {
  const [request] = await Promise.all([page.waitForRequest(each => each.url().endsWith(chooseBatch.path)), press()])
  return JSON.parse(new URLSearchParams(request.postData() ?? '').get('ids') ?? '[]') as string[]
}

journey(
  'a batch is stopped by hand; after three equal faults it stops by itself; what was refused is tried again, and nothing else',
  async cast => {
    const freight = await senderOf('shipper-freight')
    const finance = await senderOf('shipper-finance')
    const numbers = await submitted(freight, 6)
    const { rows: sheets } = await finance(listSettlements, { state: 'submitted', limit: 100 })
    const chosen = sheets.filter(({ settlementNum }) => numbers.includes(settlementNum))
    const { page } = await cast.visit('shipper-finance', '/settlement/list?state=submitted')
    for (const number of numbers)
      await front(page)
        .getByRole('checkbox', { name: `选择 ${number}` })
        .check()
    await front(page).getByRole('button', { name: '批量审核通过' }).click()
    await button(page, /^审核通过 6 单/).waitFor()

    await withClient(database, async client => {
      // somebody holds all but the newest, which comes first
      await client.query('begin')
      await client.query('select from settlements where settlement_num = any($1) for update', [numbers.slice(0, 5)])
      await button(page, /^审核通过 6 单/).click()
      await isSaid(page, '正在办理 1 / 6')
      const asked = page.waitForRequest(each => each.url().endsWith(stopBatch.path))
      await button(page, '停止').click()
      await asked
      // it waits for the row under way, which waits for what somebody holds: the next row waits for it
      await withClient(database, other => expect.poll(() => waitingIn(other)).toBeGreaterThanOrEqual(2))
      await client.query('rollback')
    })
    await isSaid(page, /^[1-5]\/6 单已通过，[1-5] 单未办理$/)
    await dialog(page).getByRole('alert').getByText('已停止').waitFor()
    const left = await finance(listSettlements, { state: 'submitted', limit: 100 })
    const undone = chosen.filter(({ id }) => left.rows.some(row => row.id === id))
    expect(undone.length, 'enough are left to refuse four').toBeGreaterThanOrEqual(4)
    expect(await results(page, 'left').count()).toBe(undone.length)
    await shut(page).waitFor()

    // nobody approves what they submitted: all of the rest are refused for one reason
    const ids = undone.map(({ id }) => id)
    const again = await sentIds(page, () => button(page, `重试未办理的 ${ids.length} 单`).click())
    expect(new Set(again)).toEqual(new Set(ids))
    await button(page, new RegExp(`^审核通过 ${ids.length} 单`)).waitFor()
    const people = await withClient(database, async client => {
      const found = await client.query<{ id: string }>("select id from users where account = 'shipper-finance'")
      const before = await client.query<{ submitter_id: string }>(
        'select submitter_id from settlements where id = $1',
        [ids[0]],
      )
      await client.query('update settlements set submitter_id = $1 where id = any($2)', [found.rows[0]?.id, ids])
      return before.rows[0]?.submitter_id
    })
    await button(page, new RegExp(`^审核通过 ${ids.length} 单`)).click()
    await isSaid(page, `0/${ids.length} 单已通过，${ids.length} 单未办理`)
    await dialog(page).getByRole('alert').getByText('连续 3 条因同一原因未办成，其余未办理').waitFor()
    expect(await results(page, 'failed').count()).toBe(3)
    await withClient(database, client =>
      client.query('update settlements set submitter_id = $1 where id = any($2)', [people, ids]),
    )
    expect(new Set(await sentIds(page, () => button(page, `重试未办理的 ${ids.length} 单`).click()))).toEqual(
      new Set(ids),
    )
    const refreshed = listAsked(page)
    await button(page, new RegExp(`^审核通过 ${ids.length} 单`)).click()
    await isSaid(page, `${ids.length}/${ids.length} 单已通过`)
    expect(await button(page, /重试/).count()).toBe(0)
    await refreshed
    await shut(page).click()
    for (const number of numbers) await rowOf(page, number).waitFor({ state: 'hidden' })
  },
)

journey('a batch that was over before the first look left the list as it was: its rows leave', async cast => {
  const freight = await senderOf('shipper-freight')
  const numbers = await drafts(freight, 2)
  const { page } = await cast.visit('shipper-freight', '/settlement/list?state=draft')
  for (const number of numbers)
    await front(page)
      .getByRole('checkbox', { name: `选择 ${number}` })
      .check()
  await front(page).getByRole('button', { name: '批量提交' }).click()
  await button(page, /^提交 2 单/).waitFor()
  // the first look after the start is held until the batch is over
  await page.route(
    `**${getBatch.path}?*`,
    async route => {
      await expect.poll(async () => (await freight(listBatches, {})).rows[0]?.state).toBe('done')
      await route.continue()
    },
    { times: 1 },
  )
  await button(page, /^提交 2 单/).click()
  await isSaid(page, '2/2 单已提交')
  await shut(page).click()
  for (const number of numbers) await rowOf(page, number).waitFor({ state: 'hidden' })
  expect(await rows(page).filter({ hasText: '已提交' }).count()).toBe(0)
})

journey(
  'where the company asks for the second factor a batch wants a code of its own, and says a wrong one',
  async cast => {
    const freight = await senderOf('shipper-freight')
    const [number = ''] = await submitted(freight, 1)
    const { page, context, expectComplaint } = await cast.newcomer('shipper-finance')
    const own = await senderIn(await context.cookies())
    const { secret } = await own(startFactor, { password })
    const totp = new TOTP({ secret: Secret.fromBase32(secret) })
    await own(confirmFactor, { code: totp.generate() })
    const boss = await senderOf('shipper')
    const { version, inForce } = await boss(getPolicies, {})
    const { noSelfApproval: _fixed, ...decisions } = inForce
    await boss(setPolicies, { version, decisions: { ...decisions, factorForMoney: true } })

    await page.goto(`${new URL(page.url()).origin}/settlement/list?state=submitted`)
    await front(page)
      .getByRole('checkbox', { name: `选择 ${number}` })
      .check()
    await front(page).getByRole('button', { name: '批量审核通过' }).click()
    const start = button(page, /^审核通过 1 单/)
    await start.waitFor()
    expect(await start.isDisabled(), 'without a code').toBe(true)
    const field = dialog(page).getByLabel('动态验证码')
    await field.fill('000000')
    expectComplaint(/status of 40/)
    await start.click()
    await isSaid(page, '动态验证码不正确或已使用')
    await field.fill(totp.generate({ timestamp: Date.now() + 30_000 }))
    const sent = page.waitForRequest(each => each.url().endsWith(startBatch.path))
    await page.keyboard.press('Enter')
    await sent
    await isSaid(page, '1/1 单已通过')
  },
)
