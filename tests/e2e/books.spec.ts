// The work of an accountant: six kinds of vouchers, one made by hand and audited by another, waybills bound to it, the zip
// whose hashes hold, and money followed through trades and accounts.
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { DAY_MS, startOfDay } from '@yunshu/domain/figures/time'
import { expect } from 'vitest'
import { unzip } from '../server/unzip.ts'
import { addressOf, front, journey, rows, settled, useProduct, type Visitor } from './visitor.ts'

useProduct()

const to = ({ page }: Visitor, address: string) => page.goto(new URL(address, page.url()).href)

/** Types into the cell where the grid stands, and goes on to the next. */
async function typeCells({ page }: Visitor, texts: readonly string[]): Promise<void> {
  for (const text of texts) {
    if (text !== '') await page.keyboard.type(text)
    await page.keyboard.press('Tab')
  }
}

/** The files of the zip the page hands over when the button is pressed. */
async function takenBy({ page }: Visitor, press: () => Promise<unknown>): Promise<Map<string, Buffer>> {
  const [download] = await Promise.all([page.waitForEvent('download'), press()])
  return unzip(await readFile(await download.path()))
}

/** Makes a voucher by hand, typing into the grid, and answers the address of its page. */
async function makeByHand(maker: Visitor): Promise<string> {
  await to(maker, '/voucher/make')
  const form = front(maker.page)
  await form.getByLabel('凭证摘要').fill('外协运费 11月')
  await form.getByLabel('对方').fill('神木市顺通汽车运输有限公司')
  await form.getByRole('textbox', { name: '摘要 第1行' }).click()
  await typeCells(maker, ['外协运费', 'yunfei', '', '250', ''])
  await form.getByText('贷方不足').waitFor()
  await typeCells(maker, ['', 'yhck', '', '', '='])
  await form.getByText('借贷平衡').waitFor()
  await form.getByRole('table', { name: '凭证分录' }).getByText('6401.01 运费成本').waitFor()
  await form.getByRole('button', { name: '保存草稿' }).click()
  const draft = rows(maker.page).filter({ hasText: '外协运费 11月' })
  await draft.getByText('草稿').waitFor()
  await draft.getByRole('link', { name: /^CG/ }).click()
  // its maker changes it, and does not audit it
  await front(maker.page).getByRole('button', { name: '修改' }).waitFor()
  expect(await front(maker.page).getByRole('button', { name: '审核' }).count()).toBe(0)
  return addressOf(maker.page)
}

/** Another person, who works for the branch, audits it and puts it into the books. */
async function auditAndPost(checker: Visitor): Promise<void> {
  const { page } = checker
  // the page names the branch it belongs to, and enters it
  await front(page).getByRole('button', { name: '进入华北分公司' }).click()
  await front(page).getByRole('button', { name: '审核' }).click()
  await front(page).getByRole('button', { name: '记账' }).click()
  await front(page).getByText('已记账').first().waitFor()
}

/** Binds waybills from pasted lines, the rest oldest first, and takes one back. */
async function bindWaybills(maker: Visitor): Promise<void> {
  const { page } = maker
  await front(page).getByRole('link', { name: '绑定运单' }).click()
  const candidates = front(page).getByRole('region', { name: '可绑定运单' })
  const first = candidates.getByRole('button', { name: /^选择 YD/ }).first()
  const waybillNo = ((await first.getAttribute('aria-label')) ?? '').replace('选择 ', '')
  await candidates.getByRole('button', { name: '粘贴单号' }).click()
  const paste = page.getByRole('dialog', { name: '粘贴运单号与金额' })
  const pasted = `运单号\t金额\n${waybillNo}\t100.00`
  await paste.getByRole('textbox').fill(pasted)
  // pasted lines outlive Esc, and waybills chosen with their amounts a load
  await paste.getByRole('textbox').press('Escape')
  await paste.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: '继续填写' }).click()
  await expect.poll(() => paste.getByRole('textbox').inputValue()).toBe(pasted)
  await paste.getByRole('button', { name: '选择 1 张' }).click()
  await paste.waitFor({ state: 'detached' })
  await front(page).getByLabel(`${waybillNo} 本次金额`).waitFor()
  await page.reload()
  await settled(page)
  await front(page)
    .getByText(/^已恢复 .* 的草稿$/)
    .waitFor()
  await expect.poll(() => front(page).getByLabel(`${waybillNo} 本次金额`).inputValue()).toBe('100.00')
  await front(page).getByRole('button', { name: '绑定 1 张运单' }).click()
  const bound = front(page).getByRole('region', { name: /^已绑定/ })
  await bound.getByText(waybillNo).waitFor()
  await candidates.getByRole('button', { name: '按签收先后绑满' }).click()
  await front(page).getByText('凭证金额已绑完').waitFor()
  await bound.getByText(waybillNo).waitFor()
  await bound.getByRole('button', { name: `解绑 ${waybillNo}` }).click()
  const undoing = page.getByRole('dialog', { name: `解绑 ${waybillNo}` })
  await undoing.getByLabel('原因').fill('运单选错')
  await undoing.getByRole('button', { name: '解绑' }).click()
  await undoing.waitFor({ state: 'detached' })
  await bound.getByText(waybillNo).waitFor({ state: 'detached' })
}

/** Cells of a line as a spreadsheet reads them. */
const cellsOf = (line: string): string[] => [...line.matchAll(/"((?:[^"]|"")*)"/g)].map(([, text = '']) => text)

journey(
  '[BZ-07] an accountant opens every kind of voucher, makes one by hand that another audits, binds waybills, takes the zip, and follows the money',
  async cast => {
    const maker = await cast.visit('branch', '/voucher/list')
    for (const [kind, section] of [
      ['TENTATIVE', '去向与差异'],
      ['FUEL', '油卡库存'],
      ['DEDUCT', '抵扣去向'],
      ['OTHER', '分录'],
      ['INVOICE', '来源单据'],
      ['ACCOUNTING', '来源单据'],
    ] as const) {
      await to(maker, `/voucher/list?kind=${kind}`)
      await rows(maker.page).first().getByRole('link', { name: /^记-/ }).click()
      await front(maker.page).getByRole('region', { name: section }).waitFor()
      await front(maker.page).getByRole('region', { name: '分录' }).waitFor()
      // the people who made and posted it, or that nobody had to check it
      const way = front(maker.page).getByRole('region', { name: '制单到记账' })
      expect(await way.getByRole('listitem').first().textContent()).toMatch(/^制单.+/)
    }

    const address = await makeByHand(maker)
    await auditAndPost(await cast.visit('platform-finance', address))
    await to(maker, address)
    await front(maker.page)
      .getByRole('heading', { name: /^凭证 记-/, level: 1 })
      .waitFor()
    await bindWaybills(maker)

    await to(maker, `/voucher/list?text=${encodeURIComponent('外协运费 11月')}`)
    await rows(maker.page).first().waitFor()
    const files = await takenBy(maker, async () => {
      await front(maker.page).getByRole('button', { name: '列表更多操作' }).click()
      await maker.page.getByRole('menuitem', { name: '下载凭证包' }).click()
    })
    const manifest = (files.get('manifest.csv') ?? Buffer.alloc(0)).toString().trimEnd().split('\r\n').slice(1)
    expect(manifest.length).toBe(files.size - 1)
    for (const line of manifest) {
      const [path = '', size, hash] = cellsOf(line)
      const bytes = files.get(path) ?? Buffer.alloc(0)
      expect([String(bytes.length), createHash('sha256').update(bytes).digest('hex')], path).toEqual([size, hash])
    }

    await to(maker, '/manage/TradeWater')
    await rows(maker.page).filter({ hasText: '神木市顺通汽车运输有限公司' }).first().waitFor()
    const day = startOfDay(Date.now())
    await to(maker, `/manage/flowingWater?account=1002.01&from=${day}&to=${day + DAY_MS}`)
    await front(maker.page).getByText('外协运费 11月').first().waitFor()
  },
)

journey(
  '[RT-20] lines of a voucher come from a file: with an error none of them does and each is named at its place; mended, the grid holds them and their draft is kept',
  async cast => {
    const { page } = await cast.visit('branch', '/voucher/make')
    const form = front(page)
    await form.getByLabel('凭证摘要').fill('文件里的分录')
    await form.getByLabel('对方').fill('神木市顺通汽车运输有限公司')
    const choose = (name: string, ...lines: string[]) =>
      form.getByLabel('分录文件').setInputFiles({
        name,
        mimeType: 'text/csv',
        buffer: Buffer.from(['摘要,科目,运单号,借方(元),贷方(元)', ...lines].join('\n')),
      })
    const faults = form.getByRole('group', { name: '文件的错误' })
    await choose('有错.csv', '房租,6602,,3000,', '差,1122.01,,1,', '付款,1002.01,,,三千')
    await form.getByText('有错.csv 共 3 行，有 2 处错误，没有导入任何一行').waitFor()
    expect(await faults.getByRole('row').count()).toBe(3)
    await faults
      .getByRole('row')
      .filter({ hasText: /第 3 行科目.*由业务单据自动入账/ })
      .waitFor()
    await faults
      .getByRole('row')
      .filter({ hasText: /第 4 行贷方/ })
      .waitFor()
    const grid = form.getByRole('table', { name: '凭证分录' })
    expect(await grid.getByText('6602 管理费用').count()).toBe(0)
    await choose('改好.csv', '房租,glfy,,"3,000.00",', '付款,银行存款,,,3000')
    await grid.getByText('6602 管理费用').waitFor()
    await form.getByText('借贷平衡').waitFor()
    expect(await faults.count()).toBe(0)
    await form.getByRole('button', { name: '保存草稿' }).click()
    await rows(page).filter({ hasText: '文件里的分录' }).getByText('草稿').waitFor()
  },
)

journey('pages of one branch ask people of the house to choose it first, and show it once it is chosen', async cast => {
  const admin = await cast.visit('admin', '/voucher/accounts')
  const { page } = admin
  for (const address of ['/voucher/opening', '/voucher/accounts']) {
    await to(admin, address)
    await front(page).getByText('请使用分公司管理账号进行操作').waitFor()
    expect(await front(page).getByText('加载失败').count()).toBe(0)
  }
  await front(page).getByRole('button', { name: '选择分公司' }).click()
  const branches = page.getByRole('dialog', { name: '选择分公司' })
  await branches.getByRole('button', { name: /华北分公司/ }).click()
  await front(page).getByRole('table', { name: '科目对照' }).waitFor()
})
