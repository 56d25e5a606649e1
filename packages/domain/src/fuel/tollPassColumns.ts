// The columns of a provider's file of passages of toll gates.
import { importColumns, type ValuesOf } from '../importing/cells.ts'

export const tollPassColumns = importColumns({
  serial: {
    title: '流水号',
    kind: 'text',
    required: true,
    also: ['交易流水号', '交易号'],
    example: 'LT20261125000123',
    max: 40,
    note: '通行交易的流水号，每笔唯一；最后一行写“合计”，金额写整份文件的合计',
    width: 24,
  },
  plate: { title: '车牌', kind: 'text', also: ['车牌号'], example: '冀A12345', max: 12, width: 12 },
  entry: { title: '入口', kind: 'text', also: ['入口站'], example: '石家庄南', max: 40, width: 16 },
  exit: { title: '出口', kind: 'text', also: ['出口站'], example: '济南北', max: 40, width: 16 },
  enteredAt: { title: '入口时间', kind: 'time', example: '2026-11-25 06:10', width: 20 },
  passedAt: { title: '出口时间', kind: 'time', also: ['通行时间', '交易时间'], example: '2026-11-25 09:40', width: 20 },
  amount: { title: '金额', kind: 'money', required: true, also: ['通行费', '交易金额'], example: '386.50', width: 14 },
})
export type TollPassValues = ValuesOf<typeof tollPassColumns>
