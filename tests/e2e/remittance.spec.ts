// Money that came: recorded by the branch, confirmed by the platform's finance, claimed for the shipper the product
// suggests, taken back, and the file that holds the list; and money the bank told of in pieces, laid on it by two.
import { getReconCalendar, moveReconFile } from '@yunshu/contract/recon/recon'
import {
  confirmRemittance,
  listReceivables,
  listRemittances,
  recordRemittance,
} from '@yunshu/contract/remittance/remittance'
import { listAging } from '@yunshu/contract/report/aging'
import { getSettlement, listSettlements, paySettlement } from '@yunshu/contract/settlement/settlement'
import { addFen, fen, printMoney, printYuan } from '@yunshu/domain/figures/money'
import { DAY_MS, formatDate, formatDateTime, HOUR_MS, parseDate, startOfDay } from '@yunshu/domain/figures/time'
import { withClient } from '@yunshu/postgres/withClient'
import { expect } from 'vitest'
import { reachAll } from '../server/oldDatabase.ts'
import { pngPhoto } from './photo.ts'
import { senderOf } from './calls.ts'
import { startCopy } from './seed.ts'
import { actOn, front, journey, pointedAt, rowOf, rows, useProduct } from './visitor.ts'

let database = ''
useProduct(async seed => {
  const product = await startCopy(seed)
  database = product.database ?? ''
  return product
})

journey(
  'nobody could say whose money had come: it is recorded, confirmed by another, suggested by name, claimed, taken back and claimed again',
  async cast => {
    const { page } = await cast.visit('branch', '/money/receipts')
    await front(page).getByRole('button', { name: '登记来款' }).click()
    const form = page.getByRole('dialog', { name: '登记来款' })
    await form.getByRole('button', { name: '提交复核' }).click()
    await form.getByText('请填写付款方').waitFor()
    await form.getByLabel('付款方', { exact: true }).fill('唐山冀东钢材贸易有限公司')
    await form.getByLabel('付款账号', { exact: true }).fill('6222 0233 4455 6677')
    await form.getByLabel('金额', { exact: true }).fill('12345.67')
    await form.getByLabel('银行流水号', { exact: true }).fill('LK20261124A')
    await form
      .locator('input[type=file]')
      .setInputFiles({ name: '回单.png', mimeType: 'image/png', buffer: pngPhoto() })
    await form.getByRole('button', { name: '提交复核' }).click()
    await form.waitFor({ state: 'detached' })
    await rowOf(page, 'LK20261124A').getByText('待复核').waitFor()
    const own = await pointedAt(rowOf(page, 'LK20261124A'))
    expect(await own.getByRole('button', { name: '确认到账' }).count()).toBe(0)

    const finance = await cast.visit('platform-finance', '/money/receipts?state=recorded')
    await actOn(rowOf(finance.page, 'LK20261124A'), '确认到账')
    const judging = finance.page.getByRole('dialog', { name: /^确认到账/ })
    await judging.getByText('12,345.67').waitFor()
    await judging.getByRole('button', { name: /回单/ }).first().waitFor()
    await judging.getByRole('button', { name: '确认到账' }).click()
    await judging.waitFor({ state: 'detached' })

    await rowOf(page, 'LK20261124A').getByText('待认领').waitFor()
    await actOn(rowOf(page, 'LK20261124A'), '认领')
    const claiming = page.getByRole('dialog', { name: /^来款 SK/ })
    await claiming.getByText('付款户名与企业名称一致').waitFor()
    // a part of it, then the rest
    const part = claiming.getByLabel('本次认领金额')
    await part.fill('12345.68')
    await claiming.getByText('未认领的只有 12,345.67 元').waitFor()
    const claim = claiming.getByRole('button', { name: '认领给 唐山冀东钢材贸易有限公司' })
    expect(await claim.isDisabled()).toBe(true)
    await part.fill('10000')
    await claim.click()
    await claiming.waitFor({ state: 'detached' })
    await rowOf(page, 'LK20261124A').getByText('未认领 2,345.67').waitFor()
    await actOn(rowOf(page, 'LK20261124A'), '认领')
    await claiming.getByRole('region', { name: '认领记录' }).getByText('10,000.00').waitFor()
    await claim.click()
    await claiming.waitFor({ state: 'detached' })
    await rowOf(page, 'LK20261124A').getByText('已入账').waitFor()

    // one of the two is taken back, then the other
    const undoing = page.getByRole('dialog', { name: /^撤销认领/ })
    for (const isLast of [false, true]) {
      await actOn(rowOf(page, 'LK20261124A'), '撤销认领')
      if (!isLast) await undoing.getByRole('radio', { name: /2,345\.67/ }).check()
      await undoing.getByLabel('原因').fill('附言是别家的')
      await undoing.getByRole('button', { name: '撤销认领' }).click()
      await undoing.waitFor({ state: 'detached' })
      await rowOf(page, 'LK20261124A').getByText('待认领').waitFor()
    }

    await actOn(rowOf(page, 'LK20261124A'), '申请退回')
    const asking = page.getByRole('dialog', { name: /^申请退回/ })
    await asking.getByLabel('原因').fill('汇错了')
    await asking.getByRole('button', { name: '申请退回' }).click()
    await asking.waitFor({ state: 'detached' })
    await finance.page.goto(new URL('/money/receipts?state=refunding', finance.page.url()).href)
    await actOn(rowOf(finance.page, 'LK20261124A'), '确认退回')
    const sending = finance.page.getByRole('dialog', { name: /^确认退回/ })
    await sending.getByLabel('退回的银行流水号').fill('TK20261124A')
    await sending.getByRole('button', { name: '确认退回' }).click()
    await sending.waitFor({ state: 'detached' })
    await rowOf(page, 'LK20261124A').getByText('已退回').waitFor()
    await rowOf(page, 'LK20261124A').getByRole('button', { name: /^SK/ }).click()
    const shown = page.getByRole('dialog', { name: /^来款 SK/ })
    await shown.getByRole('region', { name: '操作记录' }).getByText('确认退回').waitFor()
    await shown.getByRole('link', { name: /^记-/ }).first().click()
    await front(page).getByRole('heading', { name: '记账凭证', level: 2 }).waitFor()
  },
)

/** Money the branch recorded and the house confirmed: as much as a shipper owes for its second waybill. */
async function forSecond(serial: string): Promise<{ shipper: string; waybillNo: string; amount: string }> {
  const [branch, house] = [await senderOf('branch'), await senderOf('platform-finance')]
  const owing = (await branch(listAging, { limit: 50 })).rows.find(({ items }) => items > 1)
  const known = (await branch(listRemittances, { limit: 1 })).rows[0]
  if (owing === undefined || known === undefined) throw new Error('no shipper of the demo owes for two waybills')
  const owed = await branch(listReceivables, { id: known.id, shipperId: owing.shipperId })
  const { waybillNo, open: amount } = owed.rows[1] ?? { waybillNo: '', open: fen(1) }
  const said = { payerName: '代付款的个人', payerAccount: '6222000055556666', date: Date.now(), serial, amount }
  const { id, version } = await branch(recordRemittance, said)
  await house(confirmRemittance, { id, version, expectAmount: amount })
  return { shipper: owing.shipperName, waybillNo, amount: printMoney(amount) }
}

journey(
  'a shipper said which waybill its money is for: it is ticked in what the shipper owes, paid to the fen, and stands on the remittance',
  async cast => {
    const { shipper, waybillNo: second, amount } = await forSecond('HX20261128')
    const { page } = await cast.visit('branch', '/money/receipts?state=unclaimed')
    await actOn(rowOf(page, 'HX20261128'), '认领')
    const claiming = page.getByRole('dialog', { name: /^来款 SK/ })
    await claiming.getByLabel('其他货主').fill(shipper)
    await page.getByTitle(shipper).last().click()
    await claiming.getByRole('button', { name: '指定所选货主的运单' }).click()
    const picking = page.getByRole('dialog', { name: /^指定运单 SK/ })
    // filled oldest due first
    await picking.getByText('余款 0.00 元').waitFor()
    await picking.getByRole('button', { name: '清空' }).click()
    await picking.getByText('核销 0 单 0.00 元').waitFor()
    expect(await picking.getByRole('button', { name: '核销并认领' }).isDisabled()).toBe(true)
    await picking.getByRole('checkbox', { name: `核销 ${second}` }).press('Space')
    await picking.getByText(`核销 1 单 ${amount} 元`).waitFor()
    await picking.getByLabel(`${second} 本次核销`).fill('999999999.99')
    await picking.getByText(/不能核销 999,999,999.99 元/).waitFor()
    expect(await picking.getByRole('button', { name: '核销并认领' }).isDisabled()).toBe(true)
    await picking.getByLabel(`${second} 本次核销`).fill(amount)
    await picking.getByRole('button', { name: '核销并认领' }).click()
    await picking.waitFor({ state: 'detached' })
    await page.goto(new URL('/money/receipts?state=claimed&text=HX20261128', page.url()).href)
    await rowOf(page, 'HX20261128').getByRole('button', { name: /^SK/ }).click()
    const shown = page.getByRole('dialog', { name: /^来款 SK/ })
    const paid = shown.getByRole('region', { name: '核销运单' })
    await paid.getByText(second).waitFor()
    expect(await paid.getByText(amount).count()).toBe(1)
  },
)

journey(
  'a payment goes to the bank in a file: made, let out by another, answered, confirmed by another, and a difference of the day is explained by two',
  async cast => {
    // a sheet that is paid by file waits for one
    const shipper = await senderOf('shipper-finance')
    const { rows } = await shipper(listSettlements, { state: 'approved', limit: 50 })
    let paid: { settlementNum: string; taskNo: string; amount: string } | undefined
    for (const { settlementNum } of rows) {
      const { moves, version, due } = await shipper(getSettlement, { settlementNum })
      if (!moves.includes('pay') || due === 0) continue
      await shipper(paySettlement, { settlementNum, version, expectDue: due, channel: 'FILE' })
      const [payment] = (await shipper(getSettlement, { settlementNum })).payments
      if (payment) paid = { settlementNum, taskNo: payment.taskNo, amount: printYuan(payment.amount) }
      break
    }
    if (paid === undefined) throw new Error('no sheet of the demo waits to be paid')

    const { page } = await cast.visit('branch', `/money/payFiles/make?text=${paid.settlementNum}`)
    await rowOf(page, paid.settlementNum).getByRole('checkbox').check()
    await front(page)
      .getByRole('button', { name: /^生成文件/ })
      .click()
    const making = page.getByRole('dialog', { name: /^生成付款文件/ })
    await making.getByText(paid.amount.replace(/\B(?=(\d{3})+(?!\d)\.)/g, ',')).waitFor()
    await making.getByRole('button', { name: '生成文件' }).click()
    await front(page).getByText('待放行').first().waitFor()
    const details = new URL(page.url()).pathname

    const finance = await cast.visit('platform-finance', details)
    await front(finance.page).getByRole('button', { name: '放行' }).first().click()
    const letting = finance.page.getByRole('dialog', { name: /^放行/ })
    await letting.getByRole('button', { name: '放行' }).click()
    await letting.waitFor({ state: 'detached' })

    // the bank's answer is read by one and counts once another has confirmed it
    await front(page).getByText('银行处理中').first().waitFor()
    const answer = `支付任务号,金额,结果,银行流水号,失败原因\r\n${paid.taskNo},${paid.amount},成功,YH20261127A,\r\n合计,${paid.amount},,,`
    await front(page)
      .getByLabel('银行结果文件')
      .setInputFiles({ name: '结果.csv', mimeType: 'text/csv', buffer: Buffer.from(answer) })
    const read = page.getByRole('dialog', { name: /^银行结果/ })
    await read.getByText('YH20261127A').waitFor()
    expect(await read.getByRole('button', { name: '确认结果' }).count()).toBe(0)
    await finance.page.reload()
    await front(finance.page).getByRole('button', { name: '结果.csv' }).click()
    const judging = finance.page.getByRole('dialog', { name: /^银行结果/ })
    await judging.getByRole('button', { name: '确认结果' }).click()
    await judging.waitFor({ state: 'detached' })
    // the words are judged once they are kept
    const { settlementNum } = paid
    const paymentState = async () => (await shipper(getSettlement, { settlementNum })).payments[0]?.state
    await expect.poll(paymentState).toBe('success')
    await finance.page.reload()
    await front(finance.page).getByText('YH20261127A').waitFor()
    await front(finance.page).getByText('成功').first().waitFor()

    // 渠道对账: one says where a difference comes from, another agrees
    await page.goto(new URL('/money/recon?state=open', page.url()).href)
    const open = rowOf(page, 'LX').first()
    await actOn(open, '说明')
    const saying = page.getByRole('dialog', { name: /^说明/ })
    await saying.getByLabel('原因').fill('存管银行结息，已补记凭证')
    await saying.getByRole('button', { name: '说明' }).click()
    await saying.waitFor({ state: 'detached' })
    await finance.page.goto(new URL('/money/recon?state=asked', finance.page.url()).href)
    const asked = rowOf(finance.page, '存管银行结息').first()
    await actOn(asked, '同意说明')
    const agreeing = finance.page.getByRole('dialog', { name: /^同意说明/ })
    await agreeing.getByText('存管银行结息，已补记凭证').waitFor()
    await agreeing.getByRole('button', { name: '同意说明' }).click()
    await agreeing.waitFor({ state: 'detached' })
  },
)

/** The payer of the money told of in pieces. */
const payer = '三河市分笔到账贸易有限公司'

/** Money that came in the evening of a day, as the books have it: recorded by the branch and confirmed by the house. */
async function came(day: number): Promise<void> {
  const [branch, house] = [await senderOf('branch'), await senderOf('platform-finance')]
  const amount = fen(1_000_000)
  const said = { payerName: payer, payerAccount: '6222000011112222', amount, date: day, serial: 'FB20261127' }
  const { id, version } = await branch(recordRemittance, said)
  await house(confirmRemittance, { id, version, expectAmount: amount })
  await withClient(database, async client => {
    await client.query('begin')
    await reachAll(client)
    const { rowCount } = await client.query('update trades set happened_at = $1 where payer = $2', [
      day + 20 * HOUR_MS,
      payer,
    ])
    expect(rowCount).toBe(1)
    await client.query('commit')
  })
}

/** The bank's file of a day, in which that money stands in two pieces. */
async function fileOf(day: number): Promise<Buffer> {
  const branch = await senderOf('branch')
  const before = formatDate(day - DAY_MS)
  const { days } = await branch(getReconCalendar, { from: parseDate(`${before.slice(0, 8)}01`)?.start ?? day })
  const opening = days.find(each => formatDate(each.day) === before)?.file?.closing
  if (opening === undefined) throw new Error('the demo has no file of the day before')
  const head = `对账文件,${formatDate(day)},笔数,2,收入合计,10000.00,支出合计,0.00,期初余额,${printYuan(opening)},期末余额,${printYuan(addFen(opening, fen(1_000_000)))}`
  const lines = ['6000.00', '4000.00'].map(
    (yuan, n) => `${formatDateTime(day + (n + 8) * HOUR_MS)},FENBI-${n + 1},,收入,${yuan},${payer},6222000011112222`,
  )
  return Buffer.from([head, '交易时间,流水号,订单号,收支,金额,对方户名,对方账号', ...lines].join('\r\n'))
}

journey(
  'money the bank tells of in two pieces is laid on the one movement of the books by hand: one asks, another agrees, and all of it is even',
  async cast => {
    const day = startOfDay(Date.now()) - DAY_MS
    await came(day - DAY_MS)
    const { page } = await cast.visit('branch', '/money/recon')
    const picker = front(page).getByLabel('银行对账文件')
    // the button beside it is pressed: the field itself is for keys and readers
    expect((await picker.boundingBox())?.width).toBe(1)
    await picker.setInputFiles({ name: '昨日.csv', mimeType: 'text/csv', buffer: await fileOf(day) })
    await front(page).getByRole('region', { name: '对账日历' }).getByText('待确认').waitFor()
    const house = await senderOf('platform-finance')
    const { days } = await (await senderOf('branch'))(getReconCalendar, { from: day })
    const file = days.find(each => each.day === day)?.file
    await house(moveReconFile, { id: file?.id ?? '', version: file?.version ?? 0, move: 'take' })

    const differences = `/money/recon?text=${encodeURIComponent(payer)}`
    await page.goto(new URL(differences, page.url()).href)
    await expect.poll(() => rows(page).count()).toBe(3)
    const lay = front(page).getByRole('button', { name: '合并对平', exact: true })
    const asking = page.getByRole('dialog', { name: /^合并对平/ })
    // pieces that are not the whole are said to be none
    await rowOf(page, 'FENBI-1').getByRole('checkbox').check()
    await rows(page).filter({ hasText: '账上有' }).getByRole('checkbox').check()
    await lay.click()
    await asking.getByText(/比账上合计 10,000.00 元少 4,000.00 元/).waitFor()
    await asking.getByLabel('原因').fill('银行分两笔到账')
    expect(await asking.getByRole('button', { name: '提交申请' }).isDisabled()).toBe(true)
    await asking.getByRole('button', { name: '返回' }).click()
    await rowOf(page, 'FENBI-2').getByRole('checkbox').check()
    await lay.click()
    await asking.getByLabel('原因').fill('银行分两笔到账')
    await asking.getByRole('button', { name: '提交申请' }).click()
    await asking.waitFor({ state: 'detached' })
    await rowOf(page, 'FENBI-1').getByText('合并待确认').waitFor()
    const own = await pointedAt(rowOf(page, 'FENBI-1'))
    expect(await own.getByText('确认合并对平').count()).toBe(0)

    const finance = await cast.visit('platform-finance', differences)
    await actOn(rowOf(finance.page, 'FENBI-1'), '确认合并对平')
    const agreeing = finance.page.getByRole('dialog', { name: '确认合并对平' })
    await agreeing.getByText('2 笔').waitFor()
    await agreeing.getByText('10,000.00').waitFor()
    await agreeing.getByRole('button', { name: '确认合并对平' }).click()
    await agreeing.waitFor({ state: 'detached' })
    await expect.poll(() => rows(finance.page).filter({ hasText: '已合并对平' }).count()).toBe(3)
  },
)
