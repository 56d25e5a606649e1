// Commands of the model done by the product: its own commands, in transactions of their own, as its calls run them.
import { createHash } from 'node:crypto'
import { Problem } from '@yunshu/domain/problems/problems'
import { fen } from '@yunshu/domain/figures/money'
import { DAY_MS } from '@yunshu/domain/figures/time'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { q } from '../../../apps/server/src/db/tx.ts'
import { hearFact } from '../../../apps/server/src/features/settlement/channelFact.commands.ts'
import {
  askCloseSettlement,
  confirmCloseSettlement,
  withdrawCloseSettlement,
} from '../../../apps/server/src/features/settlement/close.commands.ts'
import { makeFailureSettlement } from '../../../apps/server/src/features/settlement/failure.commands.ts'
import {
  confirmException,
  proposeException,
  putBackException,
} from '../../../apps/server/src/features/settlement/moneyException.commands.ts'
import { paySettlement } from '../../../apps/server/src/features/settlement/payment.commands.ts'
import { sendPayment } from '../../../apps/server/src/features/settlement/payment.send.ts'
import {
  approveSettlement,
  makeSettlement,
  rejectSettlement,
  submitSettlement,
  voidSettlement,
} from '../../../apps/server/src/features/settlement/settlement.commands.ts'
import {
  askRemoveLines,
  confirmChange,
  withdrawChange,
} from '../../../apps/server/src/features/settlement/change.commands.ts'
import { askVoid, confirmVoid, refuseVoid } from '../../../apps/server/src/features/settlement/void.commands.ts'
import type { Channel } from '../../../apps/server/src/partners/channel.ts'
import type { Actor, Deps } from '../../../apps/server/src/work/ctx.ts'
import type { Of } from './oracleState.ts'
import { act, actorOf, rowsOf, type Ground, type Named } from './product.ts'
import { answerRefund, askRefund, payRefund } from './productRefunds.ts'
import { claim, confirm, remit, returnRemittance, writeOff } from './productMoneyIn.ts'
import { issueFuel, moveOwnMoney, recoverFuel } from './productStock.ts'
import { adjust, confirmReceipt, endWaybill, makeWaybill, sign } from './productWaybills.ts'

/** A bank that says of every order that it is at work on it; the walk says how it ends. */
function bank(): { channel: Channel; orders: string[] } {
  const orders: string[] = []
  const channel: Channel = {
    key: 'SIM',
    send: async order => {
      orders.push(order.idemKey)
      return { state: 'processing' }
    },
    query: async () => ({ state: 'processing' }),
  }
  return { channel, orders }
}

/** The product with this bank, as long as it is open. */
const depsWith = (ground: Ground, channel: Channel, gate: { isOpen: boolean }): Deps => ({
  ...ground.server.server.deps,
  channels: { keys: ['SIM'], of: key => (key === 'SIM' && gate.isOpen ? channel : undefined) },
})

const missing = { id: v7(), num: 'JS000', shipper: 's1' } satisfies Named & { num: string }
const sheetOf = (ground: Ground, name: string) => ground.sheets.get(name) ?? missing
/** The shipper of a sheet pays it; one of fees is the house's. */
const payerOf = (ground: Ground, { shipper }: Named, by: string): Actor => actorOf(ground, sideOf(shipper), shipper, by)
const sideOf = (shipper: string): 'platform' | 'shipper' => (shipper === '' ? 'platform' : 'shipper')

/** A sheet as somebody sees it at this moment. */
async function seen(ground: Ground, { id }: Named): Promise<{ version: number; expectDue: ReturnType<typeof fen> }> {
  const [row] = await rowsOf(
    ground,
    sql<{ version: number; due: number }>`select version, due_fen as due from settlements where id = ${id}::uuid`,
  )
  return { version: row?.version ?? 1, expectDue: fen(row?.due ?? 0) }
}

async function makeSheet(ground: Ground, c: Of<'makeSheet'>): Promise<void> {
  const wanted = c.parts.map(part => part.split('/'))
  const found = await rowsOf(
    ground,
    sql<{ id: string; name: string }>`select p.id::text as id, w.upstream_no || '/' || p.part || '/' || p.n as name
      from waybill_parts p join waybills w on w.id = p.waybill_id
      where w.id = any(${wanted.map(([w = '']) => ground.waybills.get(w)?.id ?? missing.id)}::uuid[])`,
  )
  const ids = new Map(found.map(({ id, name }) => [name, id]))
  const shipper = c.kind === 'FEE' ? '' : (ground.waybills.get(wanted[0]?.[0] ?? '')?.shipper ?? 's1')
  const maker = payerOf(ground, { id: '', shipper }, c.by)
  const isOther = c.actingFor !== undefined && c.actingFor !== c.by
  const other = payerOf(ground, { id: '', shipper }, c.actingFor ?? c.by)
  const actingFor = isOther
    ? { userId: other.userId, name: other.name, ownSide: sideOf(shipper), ownBranchId: undefined }
    : undefined
  const partIds = c.parts.map(part => ids.get(part) ?? missing.id)
  const made = await act(ground, { ...maker, actingFor }, ctx => makeSettlement(ctx, { partIds }))
  ground.sheets.set(c.id, { id: made.id, num: made.settlementNum, shipper })
}

async function pay(ground: Ground, c: Of<'pay'>): Promise<void> {
  const sheet = sheetOf(ground, c.sheet)
  const gate = { isOpen: true }
  const deps = depsWith(ground, bank().channel, gate)
  const { version, expectDue } = await seen(ground, sheet)
  await act(
    ground,
    payerOf(ground, sheet, c.by),
    async ctx => {
      await paySettlement(ctx, { settlementNum: sheet.num, version, expectDue, channel: 'SIM' })
      // work after the commit finds no bank: the walk sends by itself
      gate.isOpen = false
    },
    deps,
  )
  const rows = await rowsOf(
    ground,
    sql<{
      id: string
      order: string
      account: string
    }>`select id::text as id, idem_key as "order", account_no as account from payments
      where settlement_id = ${sheet.id}::uuid`,
  )
  for (const { id, order, account } of rows)
    ground.payments.set(`${c.sheet}/${ground.payees.get(account) ?? account}`, { id, order })
}

async function send(ground: Ground, c: Of<'send'>): Promise<void> {
  const { channel, orders } = bank()
  const payment = ground.payments.get(c.payment)
  if (payment !== undefined) await sendPayment(depsWith(ground, channel, { isOpen: true }), payment.id)
  if (orders.length === 0) throw new Problem('row.none')
}

/** Tells a word as if the bank's day of the order were over by then. */
async function pastDay(ground: Ground, c: Of<'fact'>): Promise<void> {
  const id = ground.payments.get(c.order)?.id ?? missing.id
  const move = (days: number) =>
    ground.server.db(tx =>
      tx.run(
        sql`update payments set sent_at = sent_at + ${days * DAY_MS}::bigint,
          created_at = created_at + ${days * DAY_MS}::bigint
          where id = ${id}::uuid`.compile(q),
      ),
    )
  await move(-2)
  await fact(ground, { ...c, isPastDay: false })
  await move(2)
}

async function fact(ground: Ground, c: Of<'fact'>): Promise<void> {
  if (c.isPastDay === true) return pastDay(ground, c)
  const raw = { walk: ground.name, key: c.key }
  await hearFact(ground.server.server.deps, {
    channel: 'SIM',
    source: 'NOTICE',
    orderKey: ground.payments.get(c.order)?.order ?? `${ground.name} ${c.order}`,
    kind: c.kind,
    amountFen: c.amount,
    bankSerial: `${ground.name} ${c.key}`,
    raw,
  })
  const key = createHash('sha256').update(JSON.stringify(raw)).digest('hex')
  const [told] = await rowsOf(
    ground,
    sql<{
      verdict: string
      exception: string | null
    }>`select verdict, exception_id::text as exception from channel_facts
      where channel = 'SIM' and fact_key = ${key}`,
  )
  ground.facts.set(c.key, told?.verdict ?? 'none')
  const exception = told?.exception ?? undefined
  if (exception !== undefined && !ground.exceptions.includes(exception)) ground.exceptions.push(exception)
}

/** The exception the oracle numbers at the end of its name. */
async function exceptionOf(ground: Ground, name: string): Promise<{ id: string; version: number }> {
  const id = ground.exceptions[Number(name.split('/').at(-1)) - 1] ?? missing.id
  const [row] = await rowsOf(
    ground,
    sql<{ version: number }>`select version from money_exceptions where id = ${id}::uuid`,
  )
  return { id, version: row?.version ?? 1 }
}

const outcomes = { succeeded: 'paid', failed: 'notPaid', returned: 'notPaid', wrongMessage: 'dismiss' } as const

async function makeFailure(ground: Ground, c: Of<'makeFailure'>): Promise<void> {
  const sheet = sheetOf(ground, c.sheet)
  const { version } = await seen(ground, sheet)
  const made = await act(ground, payerOf(ground, sheet, c.by), ctx =>
    makeFailureSettlement(ctx, { settlementNum: sheet.num, version }),
  )
  ground.sheets.set(c.id, { id: made.id, num: made.settlementNum, shipper: sheet.shipper })
}

type SheetStep = Of<'submit' | 'reject' | 'approve' | 'voidSheet' | 'askVoid' | 'confirmVoid' | 'refuseVoid'>
async function moveSheet(ground: Ground, c: SheetStep): Promise<void> {
  const sheet = sheetOf(ground, c.sheet)
  const { version, expectDue } = await seen(ground, sheet)
  const on = { settlementNum: sheet.num, version }
  const why = { ...on, reason: '试验' }
  await act(ground, payerOf(ground, sheet, c.by), async ctx => {
    if (c.do === 'submit') await submitSettlement(ctx, on)
    else if (c.do === 'approve') await approveSettlement(ctx, { ...on, expectDue })
    else if (c.do === 'reject') await rejectSettlement(ctx, why)
    else if (c.do === 'voidSheet') await voidSettlement(ctx, why)
    else if (c.do === 'askVoid') await askVoid(ctx, why)
    else if (c.do === 'confirmVoid') await confirmVoid(ctx, on)
    else await refuseVoid(ctx, why)
  })
}

/** A sheet is closed when one asks and another agrees; where the other cannot, the wish is taken back. */
async function closeSheet(ground: Ground, c: Of<'close'>): Promise<void> {
  const sheet = sheetOf(ground, c.sheet)
  const on = { settlementNum: sheet.num }
  const { version } = await seen(ground, sheet)
  const asker = payerOf(ground, sheet, c.by)
  await act(ground, asker, ctx => askCloseSettlement(ctx, { ...on, version, reason: '试验' }))
  const asked = (await seen(ground, sheet)).version
  try {
    await act(ground, payerOf(ground, sheet, c.second), ctx => confirmCloseSettlement(ctx, { ...on, version: asked }))
  } catch (error) {
    await act(ground, asker, ctx => withdrawCloseSettlement(ctx, { ...on, version: asked }))
    throw error
  }
}

/** A line leaves an approved sheet when one asks and another agrees; one person cannot do both, and takes the wish back. */
async function removeLine(ground: Ground, c: Of<'removeLine'>): Promise<void> {
  const sheet = sheetOf(ground, c.sheet)
  const [waybill = ''] = c.part.split('/')
  const [row] = await rowsOf(
    ground,
    sql<{ id: string; rest: number }>`select p.id::text as id, (s.due_fen - l.pay_fen)::bigint as rest
      from waybill_parts p join settlement_lines l on l.part_id = p.id and l.is_open
        join settlements s on s.id = l.settlement_id
      where p.waybill_id = ${ground.waybills.get(waybill)?.id ?? missing.id}::uuid
        and p.part || '/' || p.n = ${c.part.split('/').slice(1).join('/')} and s.id = ${sheet.id}::uuid`,
  )
  const on = { settlementNum: sheet.num }
  const { version } = await seen(ground, sheet)
  const asker = payerOf(ground, sheet, c.by)
  const partIds = [row?.id ?? missing.id]
  await act(ground, asker, ctx => askRemoveLines(ctx, { ...on, version, partIds, reason: '试验' }))
  const asked = (await seen(ground, sheet)).version
  try {
    await act(ground, payerOf(ground, sheet, c.second), ctx =>
      confirmChange(ctx, { ...on, version: asked, expectDue: fen(row?.rest ?? 0) }),
    )
  } catch (error) {
    await act(ground, asker, ctx => withdrawChange(ctx, { ...on, version: asked }))
    throw error
  }
}

type ExceptionStep = Of<'proposeResolution' | 'confirmResolution' | 'refuseResolution'>
async function moveException(ground: Ground, c: ExceptionStep): Promise<void> {
  const on = await exceptionOf(ground, c.exception)
  await act(ground, actorOf(ground, 'platform', '', c.by), async ctx => {
    if (c.do === 'proposeResolution')
      await proposeException(ctx, { ...on, outcome: outcomes[c.resolution], reason: '已核实' })
    else if (c.do === 'confirmResolution') await confirmException(ctx, on)
    else await putBackException(ctx, { ...on, reason: '再查' })
  })
}

/** The commands the product is driven by; all others of the oracle are left out. */
export const driven = {
  makeWaybill,
  sign,
  confirmReceipt,
  adjust,
  cancelWaybill: endWaybill,
  voidWaybill: endWaybill,
  makeSheet,
  submit: moveSheet,
  reject: moveSheet,
  approve: moveSheet,
  pay,
  makeFailure,
  close: closeSheet,
  voidSheet: moveSheet,
  askVoid: moveSheet,
  confirmVoid: moveSheet,
  refuseVoid: moveSheet,
  send,
  fact,
  proposeResolution: moveException,
  confirmResolution: moveException,
  refuseResolution: moveException,
  removeLine,
  remit,
  confirmRemittance: confirm,
  claim,
  returnRemittance,
  askRefund,
  approveRefund: answerRefund,
  rejectRefund: answerRefund,
  payRefund,
  buyStock: moveOwnMoney,
  transfer: moveOwnMoney,
  issue: issueFuel,
  recover: recoverFuel,
  askWriteOff: writeOff,
  confirmWriteOff: writeOff,
  refuseWriteOff: writeOff,
} as const
export type DrivenName = keyof typeof driven
export type Driven = Of<DrivenName>

function handle<N extends DrivenName>(ground: Ground, c: Of<N>): Promise<void> {
  const table: { readonly [K in DrivenName]: (ground: Ground, c: Of<K>) => Promise<void> } = driven
  return table[c.do](ground, c)
}

/** Does a command by the product; answers the code of its refusal, or nothing when it was done. */
export async function runProduct(ground: Ground, c: Driven): Promise<string | undefined> {
  try {
    await handle(ground, c)
    return undefined
  } catch (error) {
    if (error instanceof Problem) return error.problem
    throw error
  }
}
