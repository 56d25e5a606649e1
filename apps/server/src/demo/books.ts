// The books of the demo: every event of the main job as the entries, lines and vouchers live code would have posted, in order of time.
import { entryFault, reverse, type JournalLine } from '@yunshu/domain/ledger'
import { add, fen, smaller, subtract, sum, ZERO_FEN, type Fen } from '@yunshu/domain/money'
import * as postings from '@yunshu/domain/postings'
import { periodOf, voucherNo, voucherStates, type VoucherKind, type VoucherState } from '@yunshu/domain/voucher'
import type { Insertable } from 'kysely'
import { nilId } from '../db/tx.ts'
import type { AccountBalances, JournalEntries, JournalLines, Periods, Vouchers } from '../db/tables.gen.ts'
import type { Someone } from './history.ts'
import { idMaker } from './ids.ts'

/** A signed waybill as the books see it. */
export interface SignedWaybill { readonly id: string; readonly waybillNo: string; readonly shipperId: string; readonly carrierId: string; readonly branchId: string; readonly shipperFreight: Fen; readonly carrierFreight: Fen }
export interface BookedSheet { readonly id: string; readonly settlementNum: string; readonly shipperId: string; readonly carrierId: string; readonly branchId: string; readonly maker: Someone; readonly lines: readonly { readonly waybillId: string; readonly payable: Fen; readonly oil: Fen }[] }
export interface BookedPayment { readonly id: string; readonly taskNo: string; readonly sheet: BookedSheet; readonly amount: Fen }

/** What happened, in the terms of domain study §5.17. */
export type Happening = { readonly at: number; readonly by: Someone } & (
  | { readonly kind: 'topUp'; readonly id: string; readonly shipperId: string; readonly branchId: string; readonly amount: Fen }
  | { readonly kind: 'fuel'; readonly id: string; readonly branchId: string; readonly amount: Fen }
  | { readonly kind: 'signed'; readonly waybill: SignedWaybill }
  | { readonly kind: 'approved' | 'withdrawn'; readonly sheet: BookedSheet }
  | { readonly kind: 'submitted' | 'succeeded' | 'failed'; readonly payment: BookedPayment }
)

interface VoucherPlan { kind: VoucherKind; counterparty: string; waybillId?: string; settlementId?: string; maker?: Someone; reverses?: Posted }
interface Entry { source: { type: string; id: string }; event: string; summary: string; lines: readonly JournalLine[]; shipperId?: string; carrierId?: string; reversalOf?: Posted; voucher?: VoucherPlan }
interface Posted { readonly entry: Insertable<JournalEntries>; readonly lines: readonly JournalLine[]; readonly voucher: (Insertable<Vouchers> & { state: VoucherState; version: number }) | undefined }

export interface Books {
  readonly entries: readonly Insertable<JournalEntries>[]
  readonly lines: readonly Insertable<JournalLines>[]
  readonly vouchers: readonly Insertable<Vouchers>[]
  readonly balances: readonly Insertable<AccountBalances>[]
  readonly periods: readonly Insertable<Periods>[]
}

/** Posts everything in order of time; `nameOf` gives companies' names, `entryNo` the n-th number of a day. */
export function keepBooks(happenings: readonly Happening[], nameOf: (companyId: string) => string, entryNo: (n: number, at: number) => string): Books {
  const entryId = idMaker(10), voucherId = idMaker(11)
  const posted: Posted[] = []
  const estimates = new Map<string, Posted>()
  const ofSheet = new Map<string, Posted[]>()
  const ofPayment = new Map<string, Posted>()
  const prepaid = new Map<string, Fen>()
  const lastVoucher = new Map<string, number>()
  const periods = new Map<string, Insertable<Periods>>()
  const turnover = new Map<string, Insertable<AccountBalances> & { debit_fen: number; credit_fen: number }>()

  const post = (branchId: string, at: number, by: Someone, entry: Entry): Posted | undefined => {
    const { lines, voucher } = entry
    if (lines.length === 0) return undefined
    const fault = entryFault(lines, entry.reversalOf !== undefined)
    if (fault !== undefined) throw new Error(`demo: ${entry.event} is ${fault}`)
    const period = periodOf(at)
    const row: Insertable<JournalEntries> = {
      id: entryId(at), entry_no: entryNo(posted.length, at), branch_id: branchId, period, date: at, summary: entry.summary, source_type: entry.source.type, source_id: entry.source.id, event: entry.event,
      shipper_id: entry.shipperId ?? null, carrier_id: entry.carrierId ?? null, reversal_of: entry.reversalOf?.entry.id ?? null, created_by: by.id, created_at: at,
    }
    for (const line of lines) weigh(turnover, branchId, period, line)
    let made: Posted['voucher']
    if (voucher !== undefined) {
      const n = (lastVoucher.get(branchId + period) ?? 0) + 1
      lastVoucher.set(branchId + period, n)
      periods.set(branchId + period, { branch_id: branchId, period, closed_at: null, last_voucher: n })
      made = {
        id: voucherId(at), voucher_no: voucherNo(period, n), kind: voucher.kind, state: 'posted', branch_id: branchId, period, date: at, summary: entry.summary, counterparty: voucher.counterparty,
        amount_fen: sum(lines.map((line) => line.debitFen)), shipper_id: entry.shipperId ?? null, carrier_id: entry.carrierId ?? null, waybill_id: voucher.waybillId ?? null, settlement_id: voucher.settlementId ?? null,
        entry_id: row.id, reversal_of: voucher.reverses?.voucher?.id ?? null, reversed_by: null, maker_id: voucher.maker?.id ?? by.id, maker_name: voucher.maker?.name ?? by.name,
        auditor_name: voucher.maker === undefined ? null : by.name, poster_name: '系统', version: 1, created_at: at, updated_at: at,
      }
      const old = voucher.reverses?.voucher
      if (old !== undefined) {
        old.state = voucherStates.moves.reverse.to
        old.reversed_by = made.id
        old.version += 1
        old.updated_at = at
      }
    }
    const done: Posted = { entry: row, lines, voucher: made }
    posted.push(done)
    return done
  }
  const estimate = (waybillId: string, entry: Posted | undefined): void => {
    if (entry === undefined) estimates.delete(waybillId)
    else estimates.set(waybillId, entry)
  }

  for (const what of happenings.toSorted((a, b) => a.at - b.at)) {
    const { at, by } = what
    switch (what.kind) {
      case 'topUp': {
        prepaid.set(what.shipperId, add(prepaid.get(what.shipperId) ?? ZERO_FEN, what.amount))
        post(what.branchId, at, by, { source: { type: 'topUp', id: what.id }, event: 'E1', summary: '托运人充值', shipperId: what.shipperId, lines: postings.topUp({ shipper: what.shipperId, amount: what.amount }), voucher: { kind: 'ACCOUNTING', counterparty: nameOf(what.shipperId) } })
        break
      }
      case 'fuel': {
        const source = { type: 'fuel', id: what.id }
        post(what.branchId, at, by, { source, event: 'E6t', summary: '存管账户转入银行存款', lines: [{ account: '1002.01', debitFen: what.amount, creditFen: ZERO_FEN }, { account: '1002.02', debitFen: ZERO_FEN, creditFen: what.amount }], voucher: { kind: 'OTHER', counterparty: '存管银行' } })
        post(what.branchId, at, by, { source, event: 'E6a', summary: '购入油卡', lines: postings.buyFuel({ amount: what.amount }), voucher: { kind: 'FUEL', counterparty: '油品供应商' } })
        break
      }
      case 'signed': {
        const { waybill: w } = what
        const offset = smaller(prepaid.get(w.shipperId) ?? ZERO_FEN, w.shipperFreight)
        prepaid.set(w.shipperId, subtract(prepaid.get(w.shipperId) ?? ZERO_FEN, offset))
        const shipper = { shipper: w.shipperId, waybillId: w.id }
        const of = (event: string, summary: string, lines: JournalLine[], party: { shipperId: string } | { carrierId: string }, kind: VoucherKind): Posted | undefined => post(w.branchId, at, by, {
          source: { type: 'waybill', id: w.id }, event, summary: `${summary} ${w.waybillNo}`, lines, ...party, voucher: { kind, counterparty: nameOf('shipperId' in party ? party.shipperId : party.carrierId), waybillId: w.id },
        })
        of('E2', '签收确认收入', postings.recogniseRevenue({ ...shipper, amount: w.shipperFreight, vatBasisPoints: postings.transportVat }), { shipperId: w.shipperId }, 'ACCOUNTING')
        of('E2b', '预收冲应收', postings.applyTopUp({ ...shipper, amount: offset }), { shipperId: w.shipperId }, 'ACCOUNTING')
        estimate(w.id, of('E3', '暂估运费成本', postings.estimateCost({ carrier: w.carrierId, waybillId: w.id, amount: w.carrierFreight }), { carrierId: w.carrierId }, 'TENTATIVE'))
        break
      }
      case 'approved': {
        const { sheet } = what
        const voucher = { counterparty: nameOf(sheet.carrierId), settlementId: sheet.id, maker: sheet.maker }
        const of = (event: string, summary: string, kind: VoucherKind, lines: JournalLine[]): Posted[] => [post(sheet.branchId, at, by, {
          source: { type: 'settlement', id: sheet.id }, event, summary: `${summary} ${sheet.settlementNum}`, lines, shipperId: sheet.shipperId, carrierId: sheet.carrierId, voucher: { ...voucher, kind },
        })].filter((entry) => entry !== undefined)
        for (const { waybillId } of sheet.lines) {
          const old = estimates.get(waybillId)
          if (old === undefined) throw new Error(`demo: waybill ${waybillId} has no open estimate`)
          post(sheet.branchId, at, by, {
            source: { type: 'waybill', id: waybillId }, event: `E4a ${sheet.settlementNum}`, summary: `冲销暂估 ${sheet.settlementNum}`, lines: reverse(old.lines), reversalOf: old, carrierId: sheet.carrierId,
            voucher: { ...voucher, kind: 'TENTATIVE', waybillId, reverses: old },
          })
        }
        ofSheet.set(sheet.id, [
          ...of('E4b', '结算应付运费', 'ACCOUNTING', sheet.lines.flatMap((line) => postings.recognisePayable({ carrier: sheet.carrierId, waybillId: line.waybillId, amount: line.payable }))),
          ...of('E6b', '油卡抵运费', 'FUEL', sheet.lines.flatMap((line) => postings.payWithFuel({ carrier: sheet.carrierId, waybillId: line.waybillId, amount: line.oil }))),
        ])
        break
      }
      case 'withdrawn': {
        const { sheet } = what
        const counterparty = nameOf(sheet.carrierId)
        for (const old of ofSheet.get(sheet.id) ?? []) post(sheet.branchId, at, by, {
          source: { type: 'settlement', id: sheet.id }, event: `${old.entry.event}r`, summary: `撤销结算 ${sheet.settlementNum}`, lines: reverse(old.lines), reversalOf: old, shipperId: sheet.shipperId, carrierId: sheet.carrierId,
          voucher: { kind: old.entry.event === 'E6b' ? 'FUEL' : 'ACCOUNTING', counterparty, settlementId: sheet.id, reverses: old },
        })
        for (const { waybillId } of sheet.lines) {
          const red = estimates.get(waybillId)
          if (red === undefined) throw new Error(`demo: waybill ${waybillId} was never estimated`)
          estimate(waybillId, post(sheet.branchId, at, by, {
            source: { type: 'waybill', id: waybillId }, event: `E3 ${sheet.settlementNum}`, summary: `恢复暂估运费成本 ${sheet.settlementNum}`, lines: red.lines, carrierId: sheet.carrierId, voucher: { kind: 'TENTATIVE', counterparty, waybillId },
          }))
        }
        break
      }
      case 'submitted': case 'succeeded': case 'failed': {
        const { payment: { id, taskNo, amount, sheet } } = what
        const of = (event: string, summary: string) => ({ source: { type: 'payment', id }, event, summary: `${summary} ${taskNo}`, shipperId: sheet.shipperId, carrierId: sheet.carrierId })
        const counterparty = nameOf(sheet.carrierId)
        if (what.kind === 'submitted') {
          const entry = post(sheet.branchId, at, by, { ...of('E7a', '提交支付'), lines: postings.submitPayment({ carrier: sheet.carrierId, amount }) })
          if (entry !== undefined) ofPayment.set(id, entry)
        } else if (what.kind === 'succeeded') post(sheet.branchId, at, by, { ...of('E7b', '支付成功'), lines: postings.confirmPayment({ amount, fee: ZERO_FEN }), voucher: { kind: 'ACCOUNTING', counterparty, settlementId: sheet.id } })
        else {
          const old = ofPayment.get(id)
          if (old === undefined) throw new Error(`demo: payment ${taskNo} was never submitted`)
          post(sheet.branchId, at, by, { ...of('E7c', '支付失败冲回'), lines: reverse(old.lines), reversalOf: old, voucher: { kind: 'OTHER', counterparty, settlementId: sheet.id } })
        }
      }
    }
  }
  return {
    entries: posted.map(({ entry }) => entry), balances: [...turnover.values()], periods: [...periods.values()], vouchers: posted.flatMap(({ voucher }) => voucher ?? []),
    lines: posted.flatMap(({ entry, lines }) => lines.map((line, index) => ({
      entry_id: entry.id, n: index + 1, branch_id: entry.branch_id, period: entry.period, account: line.account, party_id: line.party ?? null, waybill_id: line.waybillId ?? null, debit_fen: line.debitFen, credit_fen: line.creditFen,
    }))),
  }
}

function weigh(turnover: Map<string, Insertable<AccountBalances> & { debit_fen: number; credit_fen: number }>, branchId: string, period: string, { account, party = nilId, debitFen, creditFen }: JournalLine): void {
  const key = `${branchId}${period}${account}${party}`
  const row = turnover.get(key) ?? { branch_id: branchId, period, account, party_id: party, debit_fen: 0, credit_fen: 0 }
  row.debit_fen = fen(row.debit_fen + debitFen)
  row.credit_fen = fen(row.credit_fen + creditFen)
  turnover.set(key, row)
}

