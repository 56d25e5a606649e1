// The columns of payment exceptions.
import {
  exceptionKinds,
  exceptionOutcomes,
  factKinds,
  moneyExceptionStates,
} from '@yunshu/domain/settlement/channelFacts'
import { paymentStates } from '@yunshu/domain/settlement/settlement'
import { label, money, state, text, time, type ListColumns } from '../columns.ts'
import type { MoneyExceptionRow } from './moneyException.ts'

const lastWord = (row: MoneyExceptionRow) => row.words.at(-1)

export const moneyExceptionListColumns = {
  kind: label('类型', exceptionKinds, row => row.kind),
  state: state('状态', moneyExceptionStates, row => row.state),
  taskNo: text('支付任务', row => row.taskNo, { chars: 20 }),
  settlementNum: text('结算单', row => row.settlementNum, { chars: 20 }),
  payee: text('收款人', row => row.payee, { chars: 20 }),
  amount: money('我方金额', row => row.amount),
  paymentState: label('我方状态', paymentStates.states, row => row.paymentState),
  said: label('银行消息', factKinds, row => lastWord(row)?.kind),
  saidAmount: money('银行金额', row => lastWord(row)?.amount),
  bankSerial: text('银行流水号', row => lastWord(row)?.bankSerial, { chars: 26 }),
  createdAt: time('发现时间', row => row.createdAt),
  outcome: label('处理意见', exceptionOutcomes, row => row.outcome),
  reason: text('依据', row => row.reason, { chars: 26 }),
  proposer: text('提出人', row => row.proposer),
  proposedAt: time('提出时间', row => row.proposedAt),
  checker: text('复核人', row => row.checker),
  resolvedAt: time('复核时间', row => row.resolvedAt),
} satisfies ListColumns<MoneyExceptionRow>
