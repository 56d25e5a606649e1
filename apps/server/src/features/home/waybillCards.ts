// Home cards of waybills: the journey and its answers, receipts, and what can be settled.
import { screenUrl } from '@yunshu/contract/screens'
import type { WaybillQuestion } from '@yunshu/domain/waybill/alerts'
import type { ReceiptState, WaybillState } from '@yunshu/domain/waybill/waybill'
import { sql } from 'kysely'
import { countCap } from '../../db/counts.ts'
import { isNarrow, ownerOf, ownRows } from '../../work/scope.ts'
import { isSettleable } from '../settlement/settleable.queries.ts'
import { asksQuestion } from '../waybill/waybillQuestion.queries.ts'
import { cappedCount, cardsOf, listUrl, type Card, type CardCount } from './card.ts'

const everySide = ['platform', 'shipper', 'carrier'] as const
const payingSides = ['platform', 'shipper'] as const
const carryingSides = ['platform', 'carrier'] as const

/** Waybills in a state: a company's counters are kept with each move, so this reads a few rows. */
const waybills =
  (state: WaybillState): CardCount =>
  actor =>
    isNarrow(actor)
      ? cappedCount(sql`select from waybills w where ${ownRows(actor, 'w')} and w.state = ${state}`)
      : sql<number>`(select least(coalesce(sum(n), 0), ${countCap})::bigint from waybill_counts where owner_id = ${ownerOf(actor)}::uuid and state = ${state})`

const receipts =
  (state: ReceiptState): CardCount =>
  actor =>
    cappedCount(sql`select from waybills w where ${ownRows(actor, 'w')} and w.receipt_state = ${state}`)

const settleable: CardCount = actor => cappedCount(sql`select from waybills w where ${isSettleable(actor)}`)

const questions =
  (question: WaybillQuestion): CardCount =>
  actor =>
    cappedCount(sql`select from waybills w where ${ownRows(actor, 'w')} and ${asksQuestion(question, actor)}`)

/** A filter of the list of waybills, or those that can be settled, which have a list of their own. */
type Where =
  | { readonly state: WaybillState }
  | { readonly receiptState: ReceiptState }
  | { readonly question: WaybillQuestion }
  | 'settleable'

const pathOf = (where: Where): string =>
  where === 'settleable' ? screenUrl('SettlementMake') : listUrl('WaybillList', where)

function countOf(where: Where): CardCount {
  if (where === 'settleable') return settleable
  if ('state' in where) return waybills(where.state)
  return 'question' in where ? questions(where.question) : receipts(where.receiptState)
}

export const waybillCards: readonly Card[] = cardsOf<Where>(
  [
    ['disputed', '签收异议', 'bad', 'waybill.view', everySide, { state: 'disputed' }, 'rare'],
    ['interrupted', '运输中断', 'bad', 'waybill.view', everySide, { state: 'interrupted' }, 'rare'],
    ['claimsToAnswer', '费用扣款待答复', 'warn', 'waybill.charge', everySide, { question: 'claim' }, 'rare'],
    ['swapsToAnswer', '换车申请待确认', 'warn', 'waybill.appoint', ['platform'], { question: 'swap' }, 'rare'],
    ['toAccept', '待接运单', 'warn', 'waybill.advance', carryingSides, { state: 'toAccept' }],
    ['toLoad', '待装货', 'warn', 'waybill.view', everySide, { state: 'toLoad' }],
    ['inTransit', '在途', 'busy', 'waybill.view', everySide, { state: 'inTransit' }],
    ['toSign', '待签收', 'warn', 'waybill.sign', payingSides, { state: 'toSign' }],
    ['receiptWaiting', '待回单', 'warn', 'receipt.upload', carryingSides, { receiptState: 'waiting' }],
    ['receiptRejected', '回单被驳回', 'bad', 'receipt.upload', carryingSides, { receiptState: 'rejected' }, 'rare'],
    ['receiptUploaded', '待审回单', 'warn', 'receipt.audit', payingSides, { receiptState: 'uploaded' }],
    ['settleable', '待结算', 'warn', 'settlement.make', payingSides, 'settleable'],
  ],
  pathOf,
  countOf,
)
