// Home cards of waybills: the journey and its answers, receipts, and what can be settled.
import { screenUrl } from '@yunshu/contract/screens'
import type { WaybillQuestion } from '@yunshu/domain/waybill/alerts'
import type { ReceiptState, WaybillState } from '@yunshu/domain/waybill/waybill'
import { sql } from 'kysely'
import { countCap } from '../../db/counts.ts'
import { isNarrow, ownerOf, ownRows } from '../../work/scope.ts'
import { isSettleable } from '../settlement/settleable.queries.ts'
import { asksQuestion } from '../waybill/waybillQuestion.queries.ts'
import { cappedCount, listUrl, type Card, type CardCount } from './card.ts'

const everySide = ['platform', 'shipper', 'carrier'] as const

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

export const waybillCards: readonly Card[] = [
  {
    key: 'disputed',
    title: '签收异议',
    tone: 'bad',
    permit: 'waybill.view',
    sides: everySide,
    path: listUrl('WaybillList', { state: 'disputed' }),
    isRare: true,
    count: waybills('disputed'),
  },
  {
    key: 'interrupted',
    title: '运输中断',
    tone: 'bad',
    permit: 'waybill.view',
    sides: everySide,
    path: listUrl('WaybillList', { state: 'interrupted' }),
    isRare: true,
    count: waybills('interrupted'),
  },
  {
    key: 'claimsToAnswer',
    title: '费用扣款待答复',
    tone: 'warn',
    permit: 'waybill.charge',
    sides: everySide,
    path: listUrl('WaybillList', { question: 'claim' }),
    isRare: true,
    count: questions('claim'),
  },
  {
    key: 'swapsToAnswer',
    title: '换车申请待确认',
    tone: 'warn',
    permit: 'waybill.appoint',
    sides: ['platform'],
    path: listUrl('WaybillList', { question: 'swap' }),
    isRare: true,
    count: questions('swap'),
  },
  {
    key: 'toAccept',
    title: '待接运单',
    tone: 'warn',
    permit: 'waybill.advance',
    sides: ['platform', 'carrier'],
    path: listUrl('WaybillList', { state: 'toAccept' }),
    count: waybills('toAccept'),
  },
  {
    key: 'toLoad',
    title: '待装货',
    tone: 'warn',
    permit: 'waybill.view',
    sides: everySide,
    path: listUrl('WaybillList', { state: 'toLoad' }),
    count: waybills('toLoad'),
  },
  {
    key: 'inTransit',
    title: '在途',
    tone: 'busy',
    permit: 'waybill.view',
    sides: everySide,
    path: listUrl('WaybillList', { state: 'inTransit' }),
    count: waybills('inTransit'),
  },
  {
    key: 'toSign',
    title: '待签收',
    tone: 'warn',
    permit: 'waybill.sign',
    sides: ['platform', 'shipper'],
    path: listUrl('WaybillList', { state: 'toSign' }),
    count: waybills('toSign'),
  },
  {
    key: 'receiptWaiting',
    title: '待回单',
    tone: 'warn',
    permit: 'receipt.upload',
    sides: ['platform', 'carrier'],
    path: listUrl('WaybillList', { receiptState: 'waiting' }),
    count: receipts('waiting'),
  },
  {
    key: 'receiptRejected',
    title: '回单被驳回',
    tone: 'bad',
    permit: 'receipt.upload',
    sides: ['platform', 'carrier'],
    path: listUrl('WaybillList', { receiptState: 'rejected' }),
    isRare: true,
    count: receipts('rejected'),
  },
  {
    key: 'receiptUploaded',
    title: '待审回单',
    tone: 'warn',
    permit: 'receipt.audit',
    sides: ['platform', 'shipper'],
    path: listUrl('WaybillList', { receiptState: 'uploaded' }),
    count: receipts('uploaded'),
  },
  {
    key: 'settleable',
    title: '待结算',
    tone: 'warn',
    permit: 'settlement.make',
    sides: ['platform', 'shipper'],
    path: screenUrl('SettlementMake'),
    count: settleable,
  },
]
