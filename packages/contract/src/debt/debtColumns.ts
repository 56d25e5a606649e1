// The columns of debts.
import { debtOrigins, debtStages } from '@yunshu/domain/debt'
import { stateTable } from '@yunshu/domain/states'
import { day, label, money, number, state, text, time, type ListColumns } from '../columns.ts'
import type { DebtRow } from './debt.ts'

/** The stages as a table: a debt has no moves along them. */
export const debtStageTable = stateTable({ start: 'open', states: debtStages, moves: {} })

export const debtListColumns = {
  debtNo: text('欠款号', row => row.debtNo, { chars: 20 }),
  stage: state('状态', debtStageTable, row => row.stage),
  carrierName: text('承运商', row => row.carrierName, { chars: 26 }),
  shipperName: text('货主', row => row.shipperName, { chars: 26 }),
  origin: label('来源', debtOrigins, row => row.origin),
  settlementNum: text('来源单', row => row.settlementNum ?? row.waybillNo, { chars: 20 }),
  createdAt: time('发生时间', row => row.createdAt),
  amount: money('欠款', row => row.amount),
  offset: money('已抵扣', row => row.offset),
  collected: money('已收', row => row.collected),
  writtenOff: money('已核销', row => row.writtenOff),
  open: money('余额', row => row.open),
  age: number('账龄(天)', row => row.age),
  nextDueAt: day('下期到期', row => row.nextDueAt),
  takenBy: text('抵扣结算单', row => row.takenBy, { chars: 20 }),
  branchName: text('分公司', row => row.branchName, { chars: 26 }),
  asker: text('核销申请人', row => row.asker),
  checker: text('核销确认人', row => row.checker),
  reason: text('核销原因', row => row.reason, { chars: 26 }),
} satisfies ListColumns<DebtRow>
