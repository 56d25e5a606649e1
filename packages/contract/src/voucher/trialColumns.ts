// The columns of the trial balance: each balance under the side it stands on, so that both sides are summed.
import { negateFen, type Fen } from '@yunshu/domain/figures/money'
import { money, text, type ListColumns } from '../columns.ts'
import type { TrialRow } from './voucher.ts'

const debit = (balance: Fen): Fen | undefined => (balance > 0 ? balance : undefined)
const credit = (balance: Fen): Fen | undefined => (balance < 0 ? negateFen(balance) : undefined)

export const trialListColumns = {
  account: text('科目编号', row => row.account, { chars: 12 }),
  name: text('科目名称', row => row.name, { chars: 30 }),
  openingDebit: money('期初借方', row => debit(row.opening)),
  openingCredit: money('期初贷方', row => credit(row.opening)),
  debit: money('本期借方', row => row.debit),
  credit: money('本期贷方', row => row.credit),
  closingDebit: money('期末借方', row => debit(row.closing)),
  closingCredit: money('期末贷方', row => credit(row.closing)),
} satisfies ListColumns<TrialRow>
