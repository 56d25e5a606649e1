// The columns of the lines of an account.
import { fen } from '@yunshu/domain/figures/money'
import { day, money, text, type ListColumns } from '../columns.ts'
import type { LedgerLine } from './voucher.ts'

export const ledgerListColumns = {
  date: day('日期', line => line.date),
  entryNo: text('分录号', line => line.entryNo, { chars: 20 }),
  summary: text('摘要', line => line.summary, { chars: 36 }),
  party: text('往来单位', line => line.party, { chars: 26 }),
  debit: money('借方', line => line.debit),
  credit: money('贷方', line => line.credit),
  side: text('方向', line => line.side, { chars: 8 }),
  balance: money('余额', line => fen(Math.abs(line.balance)), { isSummed: false }),
} satisfies ListColumns<LedgerLine>
