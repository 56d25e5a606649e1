// The columns of differences between the bank and the books.
import { reconItemStates, reconKinds } from '@yunshu/domain/recon/recon'
import { reconLayingStates } from '@yunshu/domain/recon/reconLaying'
import { tradeDirections } from '@yunshu/domain/trade'
import { day, label, money, state, text, time, type ListColumns } from '../columns.ts'
import type { ReconItemRow } from './recon.ts'

export const reconItemListColumns = {
  day: day('日期', row => row.day),
  kind: label('差异', reconKinds, row => row.kind),
  state: state('状态', reconItemStates, row => row.state),
  direction: label('收支', tradeDirections, row => row.direction),
  theirs: money('银行金额', row => row.theirs),
  ours: money('账上金额', row => row.ours),
  serial: text('银行流水号', row => row.serial, { chars: 26 }),
  orderKey: text('订单号', row => row.orderKey, { chars: 26 }),
  other: text('对方', row => row.other, { chars: 26 }),
  tradeNo: text('交易流水', row => row.tradeNo, { chars: 20 }),
  suggested: text('建议', row => row.suggested, { chars: 20 }),
  reason: text('说明', row => row.reason, { chars: 30 }),
  asker: text('说明人', row => row.asker),
  checker: text('复核人', row => row.checker),
  laying: text('合并对平', ({ laying }) => laying && reconLayingStates.states[laying.state].label, { chars: 16 }),
  made: text('补记', row => row.made, { chars: 20 }),
  branchName: text('分公司', row => row.branchName, { chars: 26 }),
  createdAt: time('发现时间', row => row.createdAt),
} satisfies ListColumns<ReconItemRow>
