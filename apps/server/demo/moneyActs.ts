// Money of the demo that people move after it is written, by the product's own calls: advances, payments that fail, come
// back and arrive late, an answered file, and the debts that come of them.
import { createHash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { fen, printYuan } from '@yunshu/domain/figures/money'
import { sql } from 'kysely'
import { readSheetFile } from '../src/imports/sheetFile.ts'
import { q } from '../src/db/tx.ts'
import { keepPayAnswer, movePayAnswer } from '../src/features/payFile/answer.commands.ts'
import { makePayFile, movePayFile } from '../src/features/payFile/payFile.commands.ts'
import type { StoredUploads } from '../src/features/file/file.commands.ts'
import { hearFact } from '../src/features/settlement/channelFact.commands.ts'
import { makeFailureSettlement } from '../src/features/settlement/failure.commands.ts'
import { confirmException, proposeException } from '../src/features/settlement/moneyException.commands.ts'
import { paySettlement } from '../src/features/settlement/payment.commands.ts'
import { approveSettlement, makeSettlement, submitSettlement } from '../src/features/settlement/settlement.commands.ts'
import { findSettleablePage } from '../src/features/settlement/settleable.queries.ts'
import { addClaim, answerClaim } from '../src/features/waybill/claim.commands.ts'
import { moveWaybill } from '../src/features/waybill/waybill.commands.ts'
import type { Deps } from '../src/work/ctx.ts'
import { asSystem } from '../src/work/system.ts'
import { takeSteps, type Act, type Person } from './acting.ts'
import { demoCompanyId } from './people.ts'

/** Nothing is uploaded. */
const noFiles: StoredUploads = { files: [] }

interface Sheet {
  readonly id: string
  readonly settlement_num: string
  readonly state: string
  readonly version: number
  readonly due_fen: number
}
interface Paid {
  readonly id: string
  readonly idem_key: string
  readonly task_no: string
  readonly state: string
  readonly amount_fen: number
  readonly bank_serial: string | null
}

const read = (deps: Deps, num: string): Promise<Sheet> =>
  asSystem(deps, ctx =>
    ctx.tx.one(
      q
        .selectFrom('settlements')
        .select(['id', 'settlement_num', 'state', 'version', 'due_fen'])
        .where('settlement_num', '=', num),
    ),
  )
const paymentsOf = (deps: Deps, num: string): Promise<Paid[]> =>
  asSystem(deps, ctx =>
    ctx.tx.rows(
      sql<Paid>`select p.id, p.idem_key, p.task_no, p.state, p.amount_fen, p.bank_serial from payments p
        join settlements s on s.id = p.settlement_id where s.settlement_num = ${num} order by p.id`.compile(q),
    ),
  )

/** The time between looks, and the looks after which the demo goes on without an answer of the simulated bank. */
const lookMs = 20
const looksMost = 250

/** Waits until a question has its answer; the simulated bank answers within moments. */
async function until(isDone: () => Promise<boolean>): Promise<void> {
  for (let look = 0; look < looksMost && !(await isDone()); look++) await setTimeout(lookMs)
}

/** Two people who make a sheet and who check and pay it: of the shipper, or of the house for any. */
interface Pair {
  readonly maker: Person
  readonly payer: Person
}
const shipper: Pair = { maker: 'shipper-freight', payer: 'shipper-finance' }
const house: Pair = { maker: 'admin', payer: 'platform-finance' }

/** Submits a draft and approves it, by two people. */
async function approve(deps: Deps, act: Act, num: string, { maker, payer } = shipper): Promise<Sheet> {
  const draft = await read(deps, num)
  await act(maker, ctx => submitSettlement(ctx, { settlementNum: num, version: draft.version }))
  const sent = await read(deps, num)
  const expectDue = fen(sent.due_fen)
  await act(payer, ctx => approveSettlement(ctx, { settlementNum: num, version: sent.version, expectDue }))
  return read(deps, num)
}

/** Pays an approved sheet; through the simulated bank it has ended when this is done. */
async function pay(deps: Deps, act: Act, num: string, channel: 'SIM' | 'FILE', { payer } = shipper): Promise<void> {
  const { version, due_fen: due } = await read(deps, num)
  await act(payer, ctx => paySettlement(ctx, { settlementNum: num, version, expectDue: fen(due), channel }))
  if (channel === 'SIM') await until(async () => (await read(deps, num)).state !== 'paying')
}

const make = async (act: Act, partIds: string[], { maker } = shipper): Promise<string> =>
  (await act(maker, ctx => makeSettlement(ctx, { partIds }))).settlementNum

/** Advances: one is a draft, one waits to be paid, one is paid and its trip cancelled (ADVANCE). */
async function payAdvances(deps: Deps, act: Act): Promise<void> {
  const freeOf = async (person: Person) =>
    (await act(person, ctx => findSettleablePage(ctx, { advance: true, limit: 100 }))).rows.filter(
      ({ owed, held }) => owed === 0 && !held,
    )
  const [left, waiting, draft] = (await freeOf(shipper.maker)).slice(-3)
  if (draft) await make(act, [draft.partId])
  // one at least stays to be put on a sheet
  if (waiting && left) await approve(deps, act, await make(act, [waiting.partId]))
  const free = await freeOf(house.maker)
  const lost = await asSystem(deps, ctx =>
    ctx.tx.first(
      q
        .selectFrom('waybills')
        .select('id')
        .where('state', 'in', ['toLoad', 'loading'])
        .where(
          'id',
          'in',
          free.map(({ waybillId }) => waybillId),
        )
        .orderBy('id', 'desc')
        .limit(1),
    ),
  )
  const part = free.find(({ waybillId }) => waybillId === lost?.id)
  if (part === undefined) return
  await payWhole(deps, act, part.partId, house)
  const id = part.waybillId
  const { version } = await asSystem(deps, ctx =>
    ctx.tx.one(q.selectFrom('waybills').select('version').where('id', '=', id)),
  )
  const reason = '货源取消，预付款由承运商退回'
  await act(house.maker, ctx => moveWaybill(ctx, { id, version, move: 'cancel', reason }))
}

async function payWhole(deps: Deps, act: Act, partId: string, by = shipper): Promise<string> {
  const { settlement_num: num } = await approve(deps, act, await make(act, [partId], by), by)
  await pay(deps, act, num, 'SIM', by)
  return num
}

/** Pays a part whose money arrived and came back; answers its sheet. */
async function payBack(deps: Deps, act: Act, partId: string): Promise<string> {
  const num = await payWhole(deps, act, partId)
  for (const payment of await paymentsOf(deps, num))
    if (payment.state === 'success') await say(deps, payment, 'RETURNED', '收款账户已销户，资金退回')
  return num
}

/**
 * Freight that arrived and came back (退汇); another that came back and then left once more, about which a second person is
 * waited for; and freight that waits in a file to be let out.
 */
async function payFreight(deps: Deps, act: Act): Promise<void> {
  const { rows } = await act('shipper-freight', ctx => findSettleablePage(ctx, { ready: true, limit: 100 }))
  const free = rows.filter(({ owed, held, open, receiptOk }) => owed === 0 && !held && open > 0 && receiptOk)
  // the first of the list are left to who looks at it
  const [late, filed, back] = free.slice(-3)
  if (back) await payBack(deps, act, back.partId)
  if (late) await proposeLate(deps, act, await payBack(deps, act, late.partId))
  if (filed) {
    const { settlement_num: num } = await approve(deps, act, await make(act, [filed.partId]))
    await pay(deps, act, num, 'FILE')
    await fileOf(deps, act, num)
  }
}

/** A word of the simulated bank about an order; money that arrives late has a number of its own. */
const say = (deps: Deps, payment: Paid, kind: 'RETURNED' | 'SUCCESS', reason?: string): Promise<void> =>
  hearFact(deps, {
    channel: 'SIM',
    source: 'NOTICE',
    orderKey: payment.idem_key,
    kind,
    amountFen: payment.amount_fen,
    bankSerial: (kind === 'RETURNED' ? payment.bank_serial : null) ?? `SIM99${payment.task_no.slice(-8)}`,
    reason,
    raw: { eventId: `demo-${kind}-${payment.task_no}` },
  })

/** A file of the payments of a sheet; made by the branch. */
async function fileOf(deps: Deps, act: Act, num: string) {
  const payments = await paymentsOf(deps, num)
  const amount = fen(payments.reduce((sum, payment) => sum + payment.amount_fen, 0))
  const { id: templateId } = await asSystem(deps, ctx =>
    ctx.tx.one(q.selectFrom('pay_templates').select('id').where('name', 'like', '%UTF-8%').limit(1)),
  )
  const file = await act('branch', ctx =>
    makePayFile(ctx, { templateId, paymentIds: payments.map(({ id }) => id), expectAmount: amount }),
  )
  return { ...file, payments, amount }
}

/** Lets a file out, and takes the bank's answer that all of it arrived. */
async function answerFile(deps: Deps, act: Act, num: string): Promise<void> {
  const { id, version, payments, amount } = await fileOf(deps, act, num)
  await act('platform-finance', ctx => movePayFile(ctx, { id, version, move: 'release', expectAmount: amount }))
  const lines = payments.map((payment, n) =>
    [payment.task_no, printYuan(fen(payment.amount_fen)), '成功', `WY${payment.task_no.slice(-8)}${n}`, ''].join(','),
  )
  const text = ['支付任务号,金额,结果,银行流水号,失败原因', ...lines, `合计,${printYuan(amount)},,,`].join('\r\n')
  const bytes = Buffer.from(text)
  const sheet = await readSheetFile({ name: '结果.csv', bytes })
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const answer = await act('branch', ctx => keepPayAnswer(ctx, { id }, { name: '结果.csv', sha256, sheet }))
  await act('platform-finance', ctx =>
    movePayAnswer(ctx, { id: answer.id, version: answer.version, move: 'apply', expectRows: answer.good }),
  )
  await until(async () => (await read(deps, num)).state !== 'paying')
}

/**
 * Failed payments of older sheets: one is paid again by a file, and then the bank says that it had arrived (DOUBLE); one
 * waits as a draft. Those of the shipper people look at first are left to them.
 */
async function payAgain(deps: Deps, act: Act): Promise<void> {
  const failed = await asSystem(deps, ctx =>
    ctx.tx.rows(
      sql<{ num: string }>`select s.settlement_num as num from settlements s
        where s.state = 'partial' and s.close_asker_id is null and s.shipper_id <> ${demoCompanyId('shipper')}::uuid
          and not exists (select from settlements child where child.p_settlement_num = s.settlement_num)
          and exists (select from payments p where p.settlement_id = s.id and p.state = 'failed')
        order by s.carrier_id = ${demoCompanyId('carrier')}::uuid, s.id limit 2`.compile(q),
    ),
  )
  const [twice, draft] = failed.map(({ num }) => num)
  if (twice !== undefined) await payTwice(deps, act, twice)
  if (draft !== undefined) await childOf(deps, act, draft)
}

async function childOf(deps: Deps, act: Act, num: string): Promise<string> {
  const { version } = await read(deps, num)
  return (await act('admin', ctx => makeFailureSettlement(ctx, { settlementNum: num, version }))).settlementNum
}

/** The bank says that a payment which failed or came back arrived, and one person says that it did. */
async function proposeLate(deps: Deps, act: Act, num: string): Promise<{ id: string; version: number } | undefined> {
  const [payment] = (await paymentsOf(deps, num)).filter(({ state }) => state === 'failed' || state === 'returned')
  if (payment === undefined) return undefined
  await say(deps, payment, 'SUCCESS')
  const open = await asSystem(deps, ctx =>
    ctx.tx.first(
      q
        .selectFrom('money_exceptions')
        .select(['id', 'version'])
        .where('payment_id', '=', payment.id)
        .where('state', '=', 'open'),
    ),
  )
  return (
    open &&
    (await act('platform-finance', ctx =>
      proposeException(ctx, { ...open, outcome: 'paid', reason: '银行回单显示已入账' }),
    ))
  )
}

async function payTwice(deps: Deps, act: Act, num: string): Promise<void> {
  const child = await childOf(deps, act, num)
  await approve(deps, act, child, house)
  await pay(deps, act, child, 'FILE', house)
  await answerFile(deps, act, child)
  const asked = await proposeLate(deps, act, num)
  if (asked !== undefined) await act('admin', ctx => confirmException(ctx, asked))
}

/** A charge agreed on after the signature: its adjustment can be settled. */
async function adjust(deps: Deps, act: Act): Promise<void> {
  const { rows } = await act('shipper-freight', ctx => findSettleablePage(ctx, { ready: true, limit: 100 }))
  const own = demoCompanyId('carrier')
  const row = rows.findLast(({ part, held, carrierId }) => part === 'arrive' && !held && carrierId === own)
  if (row === undefined) return
  const versionOf = () =>
    asSystem(deps, ctx => ctx.tx.one(q.selectFrom('waybills').select('version').where('id', '=', row.waybillId)))
  const claim = { claimSide: 'CARRIER', claimCode: 'WAIT', claimAmount: fen(200_00), reason: '卸货排队两天' } as const
  const { claimId } = await act('shipper', async ctx =>
    addClaim(ctx, { id: row.waybillId, version: (await versionOf()).version, ...claim }, noFiles),
  )
  await act('carrier', async ctx =>
    answerClaim(ctx, { id: row.waybillId, version: (await versionOf()).version, claimId, move: 'agree' }),
  )
}

/** Moves it. */
export const actMoney = (deps: Deps, log: (line: string) => void): Promise<void> =>
  takeSteps(deps, 'money', [payAdvances, payAgain, payFreight, adjust], log)
