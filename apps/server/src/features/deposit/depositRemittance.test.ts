// Deposits and remittances: money that came as a remittance, and the bank's numbers both are sent back under.
import { confirmDeposit, getDeposit, moveDeposit, recordDeposit } from '@yunshu/contract/deposit/deposit'
import { payDepositBack } from '@yunshu/contract/deposit/depositBack'
import {
  claimRemittance,
  confirmRemittance,
  listRemittances,
  moveRemittance,
  recordRemittance,
  refundRemittance,
} from '@yunshu/contract/remittance/remittance'
import { fen } from '@yunshu/domain/figures/money'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { afterAll, expect, test } from 'vitest'
import { demoCompanyId } from '../../../demo/people.ts'
import { q } from '../../db/tx.ts'
import { withSlip } from '../../../../../tests/server/bankSlip.ts'
import { agree, inBranch, startDepositWorld } from '../../../../../tests/server/depositWorld.ts'

const world = await startDepositWorld()
const { server, finance, admin, nextSerial, deposit, standing, ofDeposit, approved, linesOf, assertSound } = world
afterAll(() => world.stop())

async function remitted(amount: number) {
  const said = {
    payerName: '河北顺达运输有限公司',
    payerAccount: '6222020099990009',
    amount: fen(amount),
    date: Date.now(),
    serial: nextSerial(),
  }
  const { id, version } = await finance.send(recordRemittance, said, withSlip(inBranch()))
  const unclaimed = await admin.send(confirmRemittance, { id, version, expectAmount: fen(amount) })
  return { id, version: unclaimed.version, serial: said.serial }
}
const remittanceOf = async (id: string) => (await finance.send(listRemittances, { ids: [id] })).rows[0]

test('a remittance nobody has claimed is the money of a deposit whole (E11 out of 2241.03): claimed with the second word, nobody’s again when the deposit is taken back', async () => {
  const came = await remitted(7_700)
  const said = { ...deposit({ means: 'REMITTANCE', remittanceId: came.id }), date: undefined, serial: undefined }
  const part = await finance.ask(recordDeposit, said, inBranch())
  expect([part.http, part.envelope.message]).toEqual([400, expect.stringContaining('77.00')])
  const whole = { ...said, amount: fen(7_700) }
  const { id } = await finance.send(recordDeposit, whole, inBranch())
  expect((await finance.ask(recordDeposit, whole, inBranch())).envelope.code, 'once').toBe(2701)
  expect((await remittanceOf(came.id))?.state).toBe('unclaimed')
  const { version } = await admin.send(confirmDeposit, agree(id, 1, 7_700))
  expect(await linesOf(id)).toEqual([
    { event: 'E11', account: '2241.03', fen: 7_700 },
    { event: 'E11', account: '2241.02', fen: -7_700 },
  ])
  const claimed = await remittanceOf(came.id)
  expect(claimed).toMatchObject({ state: 'claimed', depositNo: (await ofDeposit(id)).depositNo, moves: [] })
  const unclaiming = { id: came.id, version: claimed?.version ?? 0, move: 'unclaim', reason: '认错' } as const
  expect((await finance.ask(moveRemittance, unclaiming)).envelope.code).toBe(3576)
  await assertSound()
  const undoing = await finance.send(moveDeposit, { id, version, move: 'askUndo', reason: '是运费' })
  await admin.send(confirmDeposit, agree(id, undoing.version, 7_700, 'undo'))
  const free = await remittanceOf(came.id)
  expect([free?.state, free?.depositNo]).toEqual(['unclaimed', undefined])
  await assertSound()
  // claimed meanwhile for somebody else, it is no deposit's
  const again = await finance.send(recordDeposit, whole, inBranch())
  const now = await remittanceOf(came.id)
  const claiming = { id: came.id, version: now?.version ?? 0, expectAmount: fen(7_700) }
  await finance.send(claimRemittance, { ...claiming, shipperId: demoCompanyId('shipper') })
  expect((await admin.ask(confirmDeposit, agree(again.id, 1, 7_700))).envelope.code).toBe(3575)
  expect(await ofDeposit(again.id)).toMatchObject({ state: 'recorded' })
  await finance.send(moveDeposit, { id: again.id, version: 1, move: 'withdraw' })
  await assertSound()
})

test('the permit of the second word is enough for a deposit that came as a remittance, as its button and its notice say', async () => {
  // a colleague of the finance people whose position has the permit and no other of money
  await server.db(async tx => {
    const [userId, roleId] = [v7(), v7()]
    await tx.run(
      sql`insert into users select (jsonb_populate_record(u, jsonb_build_object('id', ${userId}::uuid, 'account', 'second',
        'handle', 'SecondOfTheFinance0001'))).* from users u where u.account = 'platform-finance'`.compile(q),
    )
    await tx.run(
      sql`insert into roles select (jsonb_populate_record(r, jsonb_build_object('id', ${roleId}::uuid, 'name', '只复核',
        'functions', array['fund.view', 'fund.confirm']))).* from roles r
        where r.id in (select x.role_id from user_roles x join users u on u.id = x.user_id
          where u.account = 'platform-finance')`.compile(q),
    )
    await tx.run(q.insertInto('user_roles').values({ user_id: userId, role_id: roleId }))
  })
  const client = await server.login('second')
  const came = await remitted(3_300)
  const said = { ...deposit({ means: 'REMITTANCE', remittanceId: came.id }), date: undefined, serial: undefined }
  const { id } = await finance.send(recordDeposit, { ...said, amount: fen(3_300) }, inBranch())
  expect((await client.send(getDeposit, { id })).moves).toContain('confirm')
  const { version } = await client.send(confirmDeposit, agree(id, 1, 3_300))
  expect((await remittanceOf(came.id))?.state).toBe('claimed')
  const undoing = await finance.send(moveDeposit, { id, version, move: 'askUndo', reason: '是运费' })
  await client.send(confirmDeposit, agree(id, undoing.version, 3_300, 'undo'))
  expect((await remittanceOf(came.id))?.state).toBe('unclaimed')
  await assertSound()
})

test('the bank’s number of money sent is one payment: of a remittance sent back and of a deposit, in either order and at once', async () => {
  const refunding = async () => {
    const { id, version } = await remitted(1_000)
    const asked = { id, version, move: 'askRefund', reason: '付错' } as const
    return { id, version: (await finance.send(moveRemittance, asked)).version, expectAmount: fen(1_000) }
  }
  const returning = async () => ({ ...(await approved((await standing()).id, 10_000)), expectAmount: fen(10_000) })
  const [first, second, third] = [await refunding(), await refunding(), await refunding()]
  const [one, two, three] = [await returning(), await returning(), await returning()]
  const [serial, other, both] = [nextSerial(), nextSerial(), nextSerial()]
  await admin.send(refundRemittance, { ...first, serial })
  const late = await finance.ask(payDepositBack, { ...one, serial: serial.toLowerCase() })
  const twice = await admin.ask(refundRemittance, { ...second, serial })
  await finance.send(payDepositBack, { ...one, serial: other })
  const after = await admin.ask(refundRemittance, { ...second, serial: other })
  expect([late, twice, after].map(({ envelope }) => envelope.code)).toEqual([2701, 2701, 2701])
  const raced = await Promise.all([
    admin.ask(refundRemittance, { ...second, serial: both }),
    admin.ask(refundRemittance, { ...third, serial: both }),
    finance.ask(payDepositBack, { ...two, serial: both }),
    finance.ask(payDepositBack, { ...three, serial: both }),
  ])
  expect(raced.map(({ envelope }) => envelope.code).toSorted((a, b) => a - b)).toEqual([0, 2701, 2701, 2701])
  await assertSound()
})
