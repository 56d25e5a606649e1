// Fuel and tolls in the books of the demo: bought for a stock, handed out to waybills, taken back unused.
import { credit, debit } from '@yunshu/domain/voucher/ledger'
import type { Fen } from '@yunshu/domain/figures/money'
import * as postings from '@yunshu/domain/voucher/postings'
import type { BookedIssue } from '../src/features/voucher/fuelBooks.commands.ts'
import type { Someone } from './history.ts'
import type { Journal } from './journal.ts'

interface Moment {
  readonly at: number
  readonly by: Someone
}

/** Events of stocks of fuel and tolls. */
export type FuelHappening =
  | {
      readonly kind: 'fuel'
      readonly id: string
      readonly recordNo: string
      readonly isTolls: boolean
      readonly branchId: string
      readonly amount: Fen
      readonly maker: Someone
    }
  | { readonly kind: 'handedOut' | 'takenBack'; readonly issue: BookedIssue; readonly amount: Fen }

/** Fuel bought for stock, from the money in custody. */
export function postFuel(journal: Journal, what: Extract<FuelHappening, { kind: 'fuel' }> & Moment): void {
  const { at, by, maker } = what
  const source = { type: 'fund', id: what.id }
  const moved = {
    source,
    event: 'E6t',
    summary: '存管账户转入银行存款',
    lines: [debit('1002.01', what.amount), credit('1002.02', what.amount)],
  }
  journal.post(what.branchId, at, by, { ...moved, voucher: { kind: 'OTHER', counterparty: '存管银行', maker } })
  journal.post(what.branchId, at, by, {
    source,
    event: what.isTolls ? 'E10' : 'E6a',
    summary: `${what.isTolls ? 'ETC 充值' : '购入油卡'} ${what.recordNo}`,
    lines: what.isTolls ? postings.buyTolls({ amount: what.amount }) : postings.buyFuel({ amount: what.amount }),
    voucher: what.isTolls
      ? { kind: 'OTHER', counterparty: 'ETC 供应商', maker }
      : { kind: 'FUEL', counterparty: '油品供应商', maker },
  })
}

/** Fuel handed out to a waybill on its way, or taken back unused. */
export function postHandedOut(
  journal: Journal,
  nameOf: (companyId: string) => string,
  { at, by, kind, issue, amount }: Extract<FuelHappening, { kind: 'handedOut' | 'takenBack' }> & Moment,
): void {
  const { carrierId: carrier, waybillId, partId } = issue
  const stock = { kind: issue.kind, carrier, waybillId, partId, amount }
  journal.post(issue.branchId, at, by, {
    source: { type: 'fuelIssue', id: issue.id },
    event: kind === 'handedOut' ? 'E6i' : 'E6r',
    summary: `${kind === 'handedOut' ? '油费发放' : '回收未用油费'} ${issue.issueNo}`,
    lines: kind === 'handedOut' ? postings.issueStock(stock) : postings.recoverStock(stock),
    carrierId: carrier,
    voucher: { kind: 'FUEL', counterparty: nameOf(carrier), waybillId },
  })
}
