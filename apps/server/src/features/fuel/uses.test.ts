// Files of providers over HTTP: fuel laid on what was handed out, cut and wrong files, coupons and their push, passages.
import { addFuelAccount, addFuelCard, listFuelCards, moveFuelCard, topUpFuelAccount } from '@yunshu/contract/fuel/fuel'
import { countFuelIssues, issueFuel, listFuelIssues, recoverFuel } from '@yunshu/contract/fuel/issue'
import { confirmTollPass, listTollPasses } from '@yunshu/contract/fuel/toll'
import { countFuelUses, listFuelUses, moveFuelUse, verifyCoupon } from '@yunshu/contract/fuel/use'
import { confirmFund } from '@yunshu/contract/fund/fund'
import { checkImport, runImport, type ImportKey } from '@yunshu/contract/importing'
import { listVouchers } from '@yunshu/contract/voucher/voucher'
import { getWaybill } from '@yunshu/contract/waybill/details'
import { moveWaybill } from '@yunshu/contract/waybill/waybill'
import { fen } from '@yunshu/domain/figures/money'
import { formatDateTime, startOfDay } from '@yunshu/domain/figures/time'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoCompanyId, demoUserId } from '../../../demo/people.ts'
import { q } from '../../db/tx.ts'
import {
  startFreightWorld,
  wholeJourney,
  type FreightWorld,
  type MadeWaybill,
} from '../../../../../tests/server/freightWorld.ts'
import { plansOf } from '../../../../../tests/server/plans.ts'
import { moneyFaults } from '../../../../../tests/server/payeeWorld.ts'
import { drift, openFunds, sheetOf, type People } from '../../../../../tests/server/settlementWorld.ts'
import type { Client } from '../../../../../tests/server/testServer.ts'
import { until } from '../../../../../tests/server/until.ts'
import { asSystem } from '../../work/system.ts'
import { statementsOf } from '../../../../../tests/server/statementsOf.ts'
import { findTrips, keepPasses } from './pass.commands.ts'
import { findFuelUses } from './use.queries.ts'

let world: FreightWorld
let people: People
let clerk: Client
let admin: Client
let oil: string
let etc: string
let card: string
const cardNo = '1000113100007788'
beforeAll(async () => {
  world = await startFreightWorld()
  await openFunds(world.server)
  people = { maker: world.as('shipper-freight'), finance: world.as('shipper-finance') }
  clerk = world.as('branch')
  admin = world.as('admin')
  oil = await accountOf('OIL', '中国石化')
  etc = await accountOf('ETC', '鲁通卡')
  card = (await clerk.send(addFuelCard, { accountId: oil, cardNo })).id
})
afterAll(() => world.stop())

let serial = 0
const next = (word: string): string => `${word}${Date.now()}${++serial}`
async function accountOf(kind: 'OIL' | 'ETC', provider: string): Promise<string> {
  const raw = { branchCompanyId: demoCompanyId('branch1') }
  const { id } = await admin.send(addFuelAccount, { kind, provider, accountNo: next('A') }, { raw })
  const buyer = await world.server.login('platform-finance')
  const said = { accountId: id, amount: fen(1_000_000), date: Date.now(), serial: next('CZ') }
  const record = await buyer.send(topUpFuelAccount, said)
  await admin.send(confirmFund, { id: record.id, version: record.version, expectAmount: said.amount })
  return id
}
const terms = {
  payPlan: { prePpm: 0, oilPpm: 300_000, etcPpm: 50_000, arrivePpm: 650_000, receiptPpm: 0, termDays: 7 },
  receiptRule: { needPhoto: false, needOriginal: false, copies: 0, returnDays: 7 },
}
async function accepted(): Promise<MadeWaybill> {
  const [made] = await world.waybills(1, terms)
  if (made === undefined) throw new Error('no waybill')
  return world.walk(made, ['accept'])
}
const rest = wholeJourney.slice(1)
const give = (waybill: MadeWaybill, amount: number, medium: 'CARD' | 'COUPON' = 'CARD') =>
  clerk.send(issueFuel, {
    medium,
    accountId: oil,
    ...(medium === 'CARD' ? { cardId: card } : {}),
    waybillNo: waybill.waybillNo,
    amount: fen(amount),
  })
async function assertSound(): Promise<void> {
  expect(await drift(world.server)).toEqual([])
  expect(await moneyFaults(world.server)).toEqual([])
}

type Line = readonly string[]
const heads = {
  fuelUses: '流水号,卡号,券码,消费时间,油站,升数,单价,金额',
  tollPasses: '流水号,车牌,入口,出口,入口时间,出口时间,金额',
}
const check = (kind: keyof typeof heads & ImportKey, targetId: string, lines: readonly Line[]) =>
  clerk.ask(
    checkImport,
    { kind, targetId },
    {
      files: [
        {
          name: 'a.csv',
          bytes: Buffer.from(`\uFEFF${[heads[kind], ...lines.map(line => line.join(','))].join('\n')}\n`),
        },
      ],
    },
  )
async function imported(kind: keyof typeof heads & ImportKey, targetId: string, lines: readonly Line[]): Promise<void> {
  const { data } = await check(kind, targetId, lines)
  expect(data.faults).toEqual([])
  const { version } = data
  expect((await clerk.send(runImport, { id: data.id, version, mode: 'ALL' })).state).toBe('done')
}
const now = (): string => formatDateTime(Date.now())
const use = (no: string, on: { card?: string; coupon?: string }, litres: string, amount: string): Line => [
  no,
  on.card ?? '',
  on.coupon ?? '',
  now(),
  '石家庄南二环站',
  litres,
  '10.00',
  amount,
]
const total = (amount: string): Line => ['合计', '', '', '', '', '', '', amount]

test('a file is laid on what was handed out to the fen; read twice, cut or with another sum it is refused whole', async () => {
  const waybill = await accepted()
  const { id } = await give(waybill, 50_000)
  const [a, b] = [next('SH'), next('SH')]
  const lines = [use(a, { card: cardNo }, '20.00', '200.00'), use(b, { card: '9999000011112222' }, '5.00', '50.00')]
  const cut = await check('fuelUses', oil, lines)
  expect(cut.data).toMatchObject({ rowsTotal: 2, rowsBad: 2 })
  expect(cut.data.faults[0]?.reason).toContain('文件可能不完整')
  const wrong = await check('fuelUses', oil, [...lines, total('260.00')])
  expect([wrong.data.rowsBad, wrong.data.faults[0]?.reason]).toEqual([3, expect.stringContaining('不符')])
  const price = await check('fuelUses', oil, [use(a, { card: cardNo }, '20.00', '201.00'), total('201.00')])
  expect(price.data.faults).toMatchObject([{ title: '金额', reason: expect.stringContaining('升数 × 单价') }])
  await imported('fuelUses', oil, [...lines, total('250.00')])
  const again = await check('fuelUses', oil, [...lines, total('250.00')])
  expect(again.data.faults.map(({ reason }) => reason)).toEqual(['该流水号已导入', '该流水号已导入'])

  const { rows } = await clerk.send(listFuelUses, { accountId: oil })
  expect(rows).toMatchObject([
    { serial: b, state: 'differs', fault: 'NO_CARD' },
    { serial: a, state: 'matched', waybillNos: waybill.waybillNo },
  ])
  expect((await clerk.send(countFuelUses, { accountId: oil })).state).toMatchObject({ differs: 1, matched: 1 })
  expect((await clerk.send(listFuelIssues, { ids: [id] })).rows).toMatchObject([{ used: 20_000, left: 30_000 }])
  expect((await clerk.send(listFuelCards, { ids: [card] })).rows).toMatchObject([{ balance: 30_000 }])
  expect((await world.as('carrier').send(getWaybill, { id: waybill.id })).fuel).toMatchObject([{ used: 20_000 }])
  await assertSound()

  // the voucher of the issue leads to the litres taken of it, and no other's
  const [issue] = (await clerk.send(listFuelIssues, { ids: [id] })).rows
  const [voucher] = (await clerk.send(listVouchers, { kind: 'FUEL', text: issue?.issueNo ?? '' })).rows
  const taken = async (voucherId: string) => (await clerk.send(listFuelUses, { voucherId })).rows
  expect(await taken(voucher?.id ?? '')).toMatchObject([{ serial: a, litresCl: 2000, amount: 20_000 }])
  const other = (await clerk.send(listVouchers, { kind: 'FUEL' })).rows.find(each => each.id !== voucher?.id)
  expect(await taken(other?.id ?? '')).toEqual([])

  const [row] = rows
  if (row === undefined) throw new Error('no difference')
  const seen = { id: row.id, version: row.version }
  const still = await clerk.ask(moveFuelUse, { ...seen, move: 'match' })
  expect(still.envelope).toMatchObject({ code: 2821, message: expect.stringContaining('卡号不在册') })
  const mute = await clerk.ask(moveFuelUse, { ...seen, move: 'explain' })
  expect(mute.http).toBe(400)
  await clerk.send(moveFuelUse, { ...seen, move: 'explain', reason: '供应商串户' })
  // more than is on the card
  const c = next('SH')
  await imported('fuelUses', oil, [use(c, { card: cardNo }, '40.00', '400.00'), total('400.00')])
  const [over] = (await clerk.send(listFuelUses, { text: c })).rows
  expect(over).toMatchObject({ state: 'differs', fault: 'OVER' })
  await give(waybill, 10_000)
  if (over === undefined) throw new Error('no line')
  await clerk.send(moveFuelUse, { id: over.id, version: over.version, move: 'match' })
  expect((await clerk.send(listFuelIssues, { ids: [id] })).rows).toMatchObject([{ state: 'used', left: 0 }])
  expect((await clerk.send(listFuelCards, { ids: [card] })).rows).toMatchObject([{ balance: 0 }])
  await assertSound()
})

test('[PU-03] a verified coupon is told with the number of today, and that is the list it opens; verified once', async () => {
  const waybill = await accepted()
  const [byFile, byHand] = [await give(waybill, 10_000, 'COUPON'), await give(waybill, 20_000, 'COUPON')]
  const wrong = next('SH')
  await imported('fuelUses', oil, [
    use(next('SH'), { coupon: byFile.couponNo ?? '' }, '10.00', '100.00'),
    use(wrong, { coupon: byHand.couponNo ?? '' }, '10.00', '100.00'),
    total('200.00'),
  ])
  expect((await clerk.send(listFuelUses, { text: wrong })).rows).toMatchObject([{ fault: 'COUPON_AMOUNT' }])
  const slip = { couponNo: byHand.couponNo ?? '', serial: next('SH'), usedAt: Date.now(), station: '济南零点立交站' }
  await clerk.send(verifyCoupon, slip)
  const twice = await clerk.ask(verifyCoupon, { ...slip, serial: next('SH') })
  expect([twice.http, twice.envelope.message]).toEqual([400, expect.stringContaining('已核销')])
  const today = { medium: 'COUPON', state: 'used', endedFrom: startOfDay(Date.now()) } as const
  const { rows } = await clerk.send(listFuelIssues, today)
  expect(rows.map(({ id }) => id).toSorted()).toEqual([byFile.id, byHand.id].toSorted())
  expect((await clerk.send(countFuelIssues, { ...today, state: undefined })).state).toMatchObject({ used: 2 })
  await world.server.relayed()
  const frames = await world.server.db(tx =>
    tx.rows<{ count: number }>(
      sql<{ count: number }>`select (frame #>> '{data,count}')::int as count from inbox
        where frame ->> 'code' = 'PCOIL01' and user_id = ${demoUserId('branch')}::uuid order by seq`.compile(q),
    ),
  )
  expect(frames).toEqual([{ count: 1 }, { count: 2 }])
  await assertSound()
})

test('a passage is proposed for the trip that covers it; confirmed it is an advance, after the signature a debt', async () => {
  const waybill = await accepted()
  const [a, b, strange] = [next('LT'), next('LT'), next('LT')]
  const pass = (no: string, plate: string, amount: string): Line => [no, plate, '石家庄南', '济南北', '', now(), amount]
  await imported('tollPasses', etc, [
    pass(a, waybill.plate, '100.00'),
    pass(b, waybill.plate, '30.00'),
    pass(strange, '冀Z00001', '20.00'),
    ['合计', '', '', '', '', '', '150.00'],
  ])
  const found = async (text: string) => {
    const [row] = (await clerk.send(listTollPasses, { text })).rows
    if (row === undefined) throw new Error('no passage')
    return row
  }
  expect(await found(a)).toMatchObject({ state: 'proposed', waybillNo: waybill.waybillNo })
  expect(await found(strange)).toMatchObject({ state: 'open', moves: ['assign'] })
  const confirm = async (no: string, waybillNo?: string) => {
    const { id, version, amount } = await found(no)
    return clerk.ask(confirmTollPass, {
      id,
      version,
      expectAmount: amount,
      ...(waybillNo === undefined ? {} : { waybillNo }),
    })
  }
  expect((await confirm(a)).envelope.code).toBe(0)
  expect((await confirm(a)).envelope.code, 'once').not.toBe(0)
  expect(await found(a)).toMatchObject({ state: 'confirmed', moves: [] })
  await assertSound()
  await world.walk(waybill, rest)
  const seen = await world.as('carrier').send(getWaybill, { id: waybill.id })
  expect(seen.parts.find(({ part }) => part === 'etc')).toMatchObject({ issued: 10_000 })
  expect((await confirm(b)).envelope.code).toBe(0)
  await assertSound()
  const sheet = await sheetOf(people, [waybill.id], 'approved')
  expect(sheet).toMatchObject({ advanced: 10_000, carriedIn: 3000 })
  await assertSound()
  const other = await accepted()
  expect((await confirm(strange, other.waybillNo)).envelope.code).toBe(0)
  await world.walk(other, ['cancel'])
  await assertSound()
  expect((await (await world.server.login('branch2')).send(listTollPasses, {})).rows).toEqual([])
})

test('a card pays nothing from its freeze on, whatever its file said before; one file handed in twice at once is written once', async () => {
  const waybill = await accepted()
  const no = next('77')
  const { id: cardId } = await clerk.send(addFuelCard, { accountId: oil, cardNo: no })
  await clerk.send(issueFuel, {
    medium: 'CARD',
    accountId: oil,
    cardId,
    waybillNo: waybill.waybillNo,
    amount: fen(50_000),
  })
  const [held] = (await clerk.send(listFuelCards, { ids: [cardId] })).rows
  await clerk.send(moveFuelCard, { id: cardId, version: held?.version ?? 0, move: 'freeze', reason: '丢失' })
  const frozenAt = Date.now()
  await world.server.db(async tx => {
    await tx.run(
      sql`update fuel_issues set created_at = created_at - 600000 where card_id = ${cardId}::uuid`.compile(q),
    )
    await tx.run(sql`update waybills set accepted_at = accepted_at - 600000 where id = ${waybill.id}::uuid`.compile(q))
  })
  // files tell seconds
  await until(() => Math.floor(Date.now() / 1000) > Math.floor(frozenAt / 1000))
  const at = (minutes: number, line: Line): Line =>
    line.map((text, n) => (n === 3 ? formatDateTime(Date.now() - minutes * 60_000) : text))
  const [before, after] = [next('SH'), next('SH')]
  const lines = [
    at(7, use(before, { card: no }, '10.00', '100.00')),
    at(0, use(after, { card: no }, '10.00', '100.00')),
    total('200.00'),
  ]
  const twice = [await check('fuelUses', oil, lines), await check('fuelUses', oil, lines)]
  const runs = await Promise.all(
    twice.map(({ data: { id, version } }) => clerk.ask(runImport, { id, version, mode: 'ALL' })),
  )
  expect(runs.map(each => each.http)).toEqual([200, 200])
  expect(runs.map(({ data }) => data.state).toSorted()).toEqual(['checked', 'done'])
  expect((await clerk.send(listFuelUses, { text: before })).rows).toMatchObject([{ state: 'matched' }])
  expect((await clerk.send(listFuelUses, { text: after })).rows).toMatchObject([{ state: 'differs', fault: 'FROZEN' }])
  await assertSound()
})

test('files, people who take fuel back and waybills that are cancelled never wait for each other in a circle', async () => {
  const second = await accountOf('OIL', '中国石油')
  const secondCard = (await clerk.send(addFuelCard, { accountId: second, cardNo: next('99') })).id
  const load = (waybill: MadeWaybill, isFirst: boolean) => {
    const from = isFirst ? { accountId: oil, cardId: card } : { accountId: second, cardId: secondCard }
    return clerk.ask(issueFuel, { medium: 'CARD', ...from, waybillNo: waybill.waybillNo, amount: fen(3000) })
  }
  const waybills = [await accepted(), await accepted(), await accepted(), await accepted()]
  for (const [n, waybill] of waybills.entries())
    for (const isFirst of [n % 2 === 0, n % 2 === 1]) await load(waybill, isFirst)
  const other = await accepted()
  const mine = [await give(other, 3000), await give(other, 3000)]
  const out = (await clerk.send(listFuelIssues, { ids: mine.map(({ id }) => id) })).rows
  const lines = Array.from({ length: 6 }, () => use(next('SH'), { card: cardNo }, '1.00', '10.00'))
  const { data } = await check('fuelUses', oil, [...lines, total('60.00')])
  const answers = await Promise.all([
    clerk.ask(runImport, { id: data.id, version: data.version, mode: 'ALL' }),
    ...waybills.map(({ id, version }) =>
      world.as('carrier').ask(moveWaybill, { id, version, move: 'cancel', reason: '试验' }),
    ),
    ...out.map(({ id, version, left }) =>
      clerk.ask(recoverFuel, { id, version, expectLeft: left, reason: '司机退卡' }),
    ),
    load(other, true),
    load(other, false),
  ])
  expect(answers.filter(({ http }) => http >= 500).map(({ envelope }) => envelope.message)).toEqual([])
  await assertSound()
})

test('a use laid on two issues stands on the voucher of each with its share, and on that of a sheet with the parts it sets off', async () => {
  const no = next('66')
  const { id: own } = await clerk.send(addFuelCard, { accountId: oil, cardNo: no })
  const trips = [await accepted(), await accepted()]
  const issues: string[] = []
  for (const { waybillNo } of trips) {
    const issue = { medium: 'CARD', accountId: oil, cardId: own, waybillNo, amount: fen(10_000) } as const
    issues.push((await clerk.send(issueFuel, issue)).id)
  }
  const serial = next('SH')
  await imported('fuelUses', oil, [use(serial, { card: no }, '15.00', '150.00'), total('150.00')])
  const sharesOf = async (voucherId: string) =>
    (await clerk.send(listFuelUses, { voucherId })).rows.map(row => [row.serial, row.amount, row.share])
  const vouchersOf = (source: string) =>
    world.server.db(tx =>
      tx.rows<{ id: string }>(
        sql<{ id: string }>`select v.id from vouchers v join journal_entries e on e.id = v.entry_id
          where e.source_id = ${source}::uuid and v.kind = 'FUEL'`.compile(q),
      ),
    )
  const shares = []
  for (const id of issues) for (const voucher of await vouchersOf(id)) shares.push(await sharesOf(voucher.id))
  expect(shares).toEqual([[[serial, 15_000, 10_000]], [[serial, 15_000, 5000]]])
  for (const trip of trips) await world.walk(trip, rest)
  const [first] = trips
  const sheet = await sheetOf(people, [first?.id ?? ''], 'approved')
  const { id: sheetId } = await world.server.db(tx =>
    tx.one(q.selectFrom('settlements').select('id').where('settlement_num', '=', sheet.settlementNum)),
  )
  const [setOff] = await vouchersOf(sheetId)
  expect(await sharesOf(setOff?.id ?? '')).toEqual([[serial, 15_000, 10_000]])
  // an issue of another part of the waybill is none of what the sheet set off
  await world.server.db(tx =>
    tx.run(
      sql`update fuel_issues set part_id = (select o.part_id from fuel_issues o where o.id = ${issues[1] ?? ''}::uuid)
        where id = ${issues[0] ?? ''}::uuid`.compile(q),
    ),
  )
  expect(await sharesOf(setOff?.id ?? '')).toEqual([])
})

test('the uses of a voucher are found from the voucher, not by walking all uses', async () => {
  const { voucherId } = await world.server.db(tx =>
    tx.one<{ voucherId: string }>(
      sql<{ voucherId: string }>`select v.id as "voucherId" from vouchers v join journal_entries e on e.id = v.entry_id
        where e.source_type = 'fuelIssue' limit 1`.compile(q),
    ),
  )
  const [plan] = await asSystem(world.server.server.deps, ctx =>
    plansOf(ctx, noted => findFuelUses(noted, { voucherId, limit: 50 })),
  )
  const lines = (plan?.lines ?? []).join('\n')
  for (const index of ['vouchers_pkey', 'fuel_use_shares_issue', 'fuel_issues_waybill', 'fuel_uses_pkey'])
    expect(lines, index).toContain(index)
  expect(lines).not.toContain('Seq Scan')
  expect(lines).toMatch(/fuel_uses_pkey[^]*Index Cond: \(id = ANY/)
})

test('passages of a file are kept in as many statements as one of them', async () => {
  const of = { accountId: etc, branchId: demoCompanyId('branch1'), plate: '冀Z00002', entry: undefined, exit: '济南北' }
  const said = { enteredAt: undefined, passedAt: Date.now(), amount: fen(1000), fileName: '供应商文件' }
  const pass = () => ({ pass: { ...of, ...said, serial: next('PL') }, waybillId: undefined })
  const kept = (count: number): Promise<number> =>
    statementsOf(world, async ctx => {
      const passes = Array.from({ length: count }, pass)
      const found = await findTrips(
        ctx,
        passes.map(each => each.pass),
      )
      expect(found).toEqual(passes.map(() => undefined))
      return keepPasses(ctx, passes)
    })
  expect([await kept(1), await kept(40)]).toEqual([4, 4])
})
