// The columns of payment tasks.
import { paymentTaskKinds } from '@yunshu/domain/settlement/paymentTask'
import { besidesColumn, count, day, money, state, text, time, type ListColumns } from '../columns.ts'
import type { PaymentTask } from './paymentTask.ts'

export const paymentTaskListColumns = {
  settlementNum: text('结算单号', row => row.settlementNum, { chars: 20 }),
  kind: state('待办', { states: paymentTaskKinds }, row => row.kind),
  carrierName: text('承运商', row => row.carrierName, { chars: 26 }),
  due: money('实付', row => row.due),
  dueAt: day('到期日', row => row.dueAt),
  isOverdue: besidesColumn(
    'dueAt',
    text('是否逾期', row => (row.isOverdue ? '逾期' : ''), { chars: 10 }),
  ),
  waits: time('等待起始', row => row.waitsSince, { listTitle: '已等待' }),
  hint: text('说明', row => row.hint, { chars: 36 }),
  lineCount: count('运单数', row => row.lineCount),
  shipperName: text('货主', row => row.shipperName, { chars: 26 }),
  maker: text('制单人', row => row.maker),
} satisfies ListColumns<PaymentTask>
