// The columns of receivables that are given up.
import { writeOffStates } from '@yunshu/domain/writeOff'
import { count, money, state, text, time, type ListColumns } from '../columns.ts'
import type { WriteOffRow } from './writeOff.ts'

export const writeOffListColumns = {
  writeOffNo: text('核销单号', row => row.writeOffNo, { chars: 20 }),
  state: state('状态', writeOffStates, row => row.state),
  shipperName: text('货主', row => row.shipperName, { chars: 26 }),
  branchName: text('分公司', row => row.branchName, { chars: 26 }),
  waybillNo: text('运单号', row => row.waybillNo, { chars: 20 }),
  waybills: count('运单数', row => row.waybills),
  amount: money('金额', row => row.amount),
  standing: money('现核销金额', row => row.standing),
  reason: text('原因', row => row.reason, { chars: 26 }),
  maker: text('申请人', row => row.maker),
  createdAt: time('申请时间', row => row.createdAt),
  checker: text('确认人', row => row.checker),
  checkedAt: time('确认时间', row => row.checkedAt),
  answer: text('驳回原因', row => row.answer, { chars: 26 }),
  undoReason: text('冲销原因', row => row.undoReason, { chars: 26 }),
  undoAsker: text('冲销申请人', row => row.undoAsker),
  undoChecker: text('冲销确认人', row => row.undoChecker),
  undoneAt: time('冲销时间', row => row.undoneAt),
} satisfies ListColumns<WriteOffRow>
