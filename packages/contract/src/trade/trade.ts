// Calls and shapes of trades (交易流水): one row for each real movement of money, with its slip.
import { payChannels } from '@yunshu/domain/settlement/settlement'
import {
  tradeDirections,
  tradeKinds,
  tradeMarks,
  tradeRecons,
  tradeRecords,
  tradeSlips,
  tradeUses,
} from '@yunshu/domain/trade'
import * as z from 'zod/mini'
import { call } from '../call.ts'
import {
  pageFields,
  zBool,
  zChosenIds,
  zFen,
  zId,
  zKey,
  zLooseText,
  zNumber,
  zPastedNumbers,
  zNumberedPage,
  zSignedFen,
  zTime,
} from '../fields.ts'
import { FileRef } from '../files.ts'
import { zPaperIds } from '../print.ts'

/** One side of a movement; `account` is masked, and absent where the reader has no business with it. */
const Party = z.object({ name: z.string(), account: z.optional(z.string()), bank: z.optional(z.string()) })

export const TradeRow = z.object({
  id: zId,
  tradeNo: z.string(),
  kind: zKey(tradeKinds),
  /** The way money went for the reader: a carrier's own pocket, else the account of the house (decision 210). */
  direction: zKey(tradeDirections),
  /** The reader is the carrier of the movement. */
  isCarriers: zBool,
  mark: zKey(tradeMarks),
  /** For the house, of movements that a channel's file knows. */
  recon: z.optional(zKey(tradeRecons)),
  /** The amount under its direction: one of the two is there. */
  income: z.optional(zFen),
  outgo: z.optional(zFen),
  /** The charge of the bank, which the house bears: 0 for companies. */
  fee: zFen,
  payer: Party,
  payee: Party,
  channel: z.optional(zKey(payChannels)),
  isSimulated: zBool,
  bankSerial: z.optional(z.string()),
  settlementNum: z.optional(z.string()),
  taskNo: z.optional(z.string()),
  /** The record it is of, beside sheets: both are there or neither. */
  record: z.optional(zKey(tradeRecords)),
  recordNo: z.optional(z.string()),
  waybills: z.number(),
  branchCompanyId: zId,
  branchName: z.string(),
  /** Files of the bank's slip (电子回单). */
  slips: z.number(),
  happenedAt: zTime,
})
export type TradeRow = z.output<typeof TradeRow>

const tradeFilter = {
  /** Of the movement, the bank, its record, sheet, payment or waybills. */
  numbers: zPastedNumbers,
  kind: z.optional(zKey(tradeKinds)),
  direction: z.optional(zKey(tradeDirections)),
  channel: z.optional(zKey(payChannels)),
  mark: z.optional(zKey(tradeMarks)),
  slip: z.optional(zKey(tradeSlips)),
  recon: z.optional(zKey(tradeRecons)),
  from: z.optional(zTime),
  to: z.optional(zTime),
  amountFrom: z.optional(zFen),
  amountTo: z.optional(zFen),
  waybillNo: z.optional(zNumber),
  settlementNum: z.optional(zNumber),
  branchId: z.optional(zId),
  text: z.optional(zLooseText(60)),
  /** The rows a person chose. */
  ids: zChosenIds,
}
export const listTrades = call({
  method: 'GET',
  path: '/auth/v1/money/trades',
  title: '交易流水',
  permit: 'trade.view',
  heavy: true,
  input: z.strictObject({ ...tradeFilter, ...pageFields }),
  output: zNumberedPage(TradeRow),
})
/** The sums of all rows of the list, of the newest 10,001 when there are more (`summed` says of how many). */
export const sumTrades = call({
  method: 'GET',
  path: '/auth/v1/money/trades/statistical',
  title: '交易流水合计',
  permit: 'trade.view',
  heavy: true,
  input: z.strictObject(tradeFilter),
  output: z.object({
    summed: z.number(),
    sums: z.object({ income: zFen, outgo: zFen, fee: zFen, net: zSignedFen }),
  }),
})
/** A part of money that came, and what became of it: whose it is, nobody's still, or sent back. */
export const TradePart = z.object({ use: zKey(tradeUses), to: z.optional(z.string()), amount: zFen })
export type TradePart = z.output<typeof TradePart>
/** A movement with the waybills it was for, its entry in the books and the files of its slip. */
export const TradeDetail = z.extend(TradeRow, {
  amountInWords: z.string(),
  lines: z.array(z.object({ waybillId: zId, waybillNo: z.string(), amount: zFen })),
  /** For the house, of money that was claimed or sent back: its parts, which are the whole of it. */
  parts: z.array(TradePart),
  entryNo: z.string(),
  voucher: z.optional(z.object({ id: zId, voucherNo: z.string() })),
  files: z.array(FileRef),
})
export type TradeDetail = z.output<typeof TradeDetail>
export const getTrade = call({
  method: 'GET',
  path: '/auth/v1/money/trade/details',
  title: '交易详情',
  permit: 'trade.view',
  input: z.strictObject({ id: zId }),
  output: TradeDetail,
})
/** A movement as its slip is printed; of a payment of many waybills the first of them. */
export const TradePaper = z.extend(TradeRow, {
  amountInWords: z.string(),
  lines: z.array(z.object({ waybillNo: z.string() })),
  entryNo: z.string(),
})
export type TradePaper = z.output<typeof TradePaper>
/** The slips of movements, in the order of their ids as told; all of them or none. */
export const listTradePapers = call({
  method: 'GET',
  path: '/auth/v1/money/trades/papers',
  title: '打印交易回单',
  permit: 'trade.view',
  anyOf: ['trade.slip'],
  heavy: true,
  input: z.strictObject({ ids: zPaperIds }),
  output: z.object({ rows: z.array(TradePaper) }),
})
/** The most movements whose bank slips come in one file. */
export const slipsMost = 200
/**
 * The bank's slips of movements in one file, with a list of all of them, those without a slip too. Each look is a row of
 * the audit log.
 */
export const downloadTradeSlips = call({
  method: 'GET',
  path: '/auth/v1/money/trades/slips/download',
  title: '下载银行回单',
  permit: 'trade.view',
  anyOf: ['trade.slip'],
  answer: 'blob',
  heavy: true,
  overlay: '下载中...',
  input: z.strictObject({
    ids: z
      .array(zId, '请选择流水')
      .check(z.minLength(1, '请选择流水'), z.maxLength(slipsMost, `一次最多下载 ${slipsMost} 笔流水的银行回单`)),
  }),
  output: z.custom<Blob>(value => value instanceof Blob),
})
/** Keeps the bank's slip of a movement (multipart, field `files`); the house does, for it has the bank's account. */
export const uploadTradeSlip = call({
  method: 'POST',
  path: '/auth/v1/money/trade/slip/upload',
  title: '上传银行回单',
  permit: 'trade.slip',
  sides: ['platform', 'branch'],
  body: 'multipart',
  input: z.strictObject({ id: zId }),
  output: z.object({ files: z.array(FileRef) }),
})
