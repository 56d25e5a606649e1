// The columns of shippers' credit.
import { creditModes, creditStages } from '@yunshu/domain/credit'
import { stateTable } from '@yunshu/domain/states'
import { label, money, state, text, time, type ListColumns } from '../columns.ts'
import type { CreditRow } from './credit.ts'

/** The stages as a table: credit has no moves along them. */
export const creditStageTable = stateTable({ start: 'free', states: creditStages, moves: {} })

export const creditListColumns = {
  shipperName: text('货主', row => row.shipperName, { chars: 26 }),
  stage: state('状态', creditStageTable, row => row.stage),
  mode: label('控制方式', creditModes, row => row.mode),
  available: money('可用额度', row => (row.mode === 'none' ? undefined : row.available)),
  limit: money('信用额度', row => (row.mode === 'none' ? undefined : row.limit)),
  prepaid: money('预收余额', row => row.prepaid),
  owed: money('应收未付', row => row.owed),
  writtenOff: money('已核销坏账', row => row.writtenOff),
  reserved: money('在途预估', row => row.reserved),
  branchName: text('分公司', row => row.branchName, { chars: 26 }),
  reason: text('依据', row => row.reason, { chars: 26 }),
  setBy: text('设置人', row => row.setBy),
  setAt: time('设置时间', row => row.setAt),
} satisfies ListColumns<CreditRow>
