// A sheet of more lines than one page of it holds: made, submitted, approved and paid by file, to the fen.
import type { Input } from '@yunshu/contract/call'
import { listPayFileCandidates, movePayFile } from '@yunshu/contract/payFile/payFile'
import { askRemoveLines, linesAtOnce, listSheetLines, type SheetLine } from '@yunshu/contract/settlement/sheetLines'
import { makeSettlement, paySettlement } from '@yunshu/contract/settlement/settlement'
import { listSheetPapers } from '@yunshu/contract/settlement/sheetPaper'
import { listSettleableGroups } from '@yunshu/contract/settlement/settleableGroup'
import { sumFen } from '@yunshu/domain/figures/money'
import { changeMax, sheetMax } from '@yunshu/domain/settlement/settlement'
import { costAccounts } from '@yunshu/domain/voucher/shares'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { q } from '../../db/tx.ts'
import { manySigned } from '../../../../../tests/server/manySigned.ts'
import { answerFile, startPayFileWorld, type PayFileWorld } from '../../../../../tests/server/payFileWorld.ts'
import { drift, openFunds, sheetOf, sheetWhen } from '../../../../../tests/server/settlementWorld.ts'

const lines = 600
let world: PayFileWorld
let waybillIds: string[]
beforeAll(async () => {
  world = await startPayFileWorld()
  await openFunds(world.server, 'branch1')
  waybillIds = await manySigned(world.server, lines, { oil: 30_000 })
})
afterAll(() => world.server.stop())

test('the lines of one voucher of the largest sheet have numbers', () => {
  // each part has a cost on every account there is for one, and the payable
  expect(sheetMax * (costAccounts.length + 1)).toBeLessThanOrEqual(32_767)
})

test('a sheet of more waybills, or a change of more lines, than may be is refused and says the limit', async () => {
  const { maker } = world.people
  const many = Array.from({ length: sheetMax + 1 }, () => v7())
  const refused = await maker.ask(makeSettlement, {}, { raw: { waybillIds: JSON.stringify(many) } })
  expect([refused.http, refused.envelope.data]).toEqual([400, { fields: { waybillIds: '一张结算单最多5000张运单' } }])
  const parts = await maker.ask(makeSettlement, {}, { raw: { partIds: JSON.stringify(many) } })
  expect([parts.http, parts.envelope.data]).toEqual([400, { fields: { partIds: '一张结算单最多5000笔分期' } }])
  // as many as may be are read whole, and then not found
  expect((await maker.ask(makeSettlement, { partIds: many.slice(1) })).http).toBe(404)
  const few = { settlementNum: 'JS1', version: 1, partIds: many.slice(0, 1), reason: '重复' }
  const raw = { partIds: JSON.stringify(many.slice(0, changeMax + 1)) }
  const changed = await maker.ask(askRemoveLines, few, { raw })
  expect([changed.http, changed.envelope.data]).toEqual([400, { fields: { partIds: '一次最多变更500笔' } }])
})

test('a sheet of 600 waybills is made, approved, paid by file and finished, its lines by pages, and the books balance', async () => {
  const { server, people, house } = world
  const [group] = (await people.maker.send(listSettleableGroups, {})).rows
  expect([group?.total, group?.count]).toEqual([lines, lines])
  const sheet = await sheetOf(people, waybillIds, 'approved')
  const { settlementNum, version, due: expectDue } = sheet
  expect([sheet.lineCount, sheet.lines.length]).toEqual([lines, linesAtOnce])

  const all = await linesOf({ settlementNum, limit: 250 })
  expect(all.map(({ waybillId }) => waybillId).toSorted()).toEqual(waybillIds.toSorted())
  expect(all.slice(0, linesAtOnce)).toEqual(sheet.lines)
  // its paper is made of these pages
  expect(await people.finance.send(listSheetPapers, { ids: [sheet.id] })).toEqual({
    rows: [],
    long: [{ id: sheet.id, settlementNum }],
  })
  expect(sheet.lineSums).toMatchObject({
    freight: sumFen(all.map(({ freight }) => freight)),
    oil: sumFen(all.map(({ oil }) => oil)),
    deducted: sumFen(all.map(({ deducted }) => deducted)),
    rounding: sumFen(all.map(({ rounding }) => rounding)),
    pay: expectDue,
    hasSetOff: false,
    hasPayees: false,
  })
  // the number of the first is the beginning of all others
  const last = all.findLast(line => line.waybillNo.includes('-'))
  const { waybillNo, waybillId, partId } = last ?? { waybillNo: '', waybillId: '', partId: '' }
  for (const asked of [{ text: waybillNo }, { partId }, { waybillIds: [waybillId] }])
    expect((await linesOf({ settlementNum, ...asked })).map(line => line.partId)).toEqual([partId])
  const [out, torn] = [
    await (await server.login('shipper2-finance')).ask(listSheetLines, { settlementNum }),
    await people.maker.ask(listSheetLines, { settlementNum, cursor: waybillId }),
  ]
  expect([out.http, torn.http, torn.envelope.message]).toEqual([404, 400, '翻页位置不正确'])

  await people.finance.send(paySettlement, { settlementNum, version, expectDue, channel: 'FILE' })
  const { rows: payments } = await house.send(listPayFileCandidates, { limit: 100 })
  const file = await world.make(payments)
  await house.send(movePayFile, { id: file.id, version: file.version, move: 'release', expectAmount: expectDue })
  const said = payments.map(({ taskNo, amount }) => [taskNo, amount, '成功', 'OUT-1'] as const)
  expect((await world.take(await world.read(file, answerFile(said)))).http).toBe(200)
  const paid = await sheetWhen(people.finance, settlementNum, ({ state }) => state === 'paid')
  expect([paid.lineCount, paid.lines.every(({ isPaid }) => isPaid)]).toEqual([lines, true])
  const states = await server.db(tx =>
    tx.rows(
      q
        .selectFrom('waybills')
        .select(['state', q.fn.countAll<number>().as('n')])
        .groupBy('state'),
    ),
  )
  expect(states).toEqual([{ state: 'finished', n: lines }])
  expect(await drift(server)).toEqual([])
})

/** Lines of a sheet, page after page. */
async function linesOf(asked: Input<typeof listSheetLines>): Promise<SheetLine[]> {
  const { rows, next } = await world.people.finance.send(listSheetLines, asked)
  return next === undefined ? rows : [...rows, ...(await linesOf({ ...asked, cursor: next }))]
}
