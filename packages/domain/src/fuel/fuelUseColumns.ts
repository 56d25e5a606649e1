// The columns of a provider's file of fuel that was used, and what its last row says.
import { importColumns, type ValuesOf } from '../importing/cells.ts'

/** The word in the place of a serial number that marks the row with the sum of the file. */
export const totalWord = '合计'

export const fuelUseColumns = importColumns({
  serial: {
    title: '流水号',
    kind: 'text',
    required: true,
    also: ['交易流水号', '交易号'],
    example: 'SH20261125000123',
    max: 40,
    note: '供应商的交易流水号，每笔唯一；最后一行写“合计”，金额写整份文件的合计',
    width: 24,
  },
  cardNo: { title: '卡号', kind: 'text', also: ['油卡号'], example: '1000113100001181001', max: 40, width: 24 },
  couponNo: {
    title: '券码',
    kind: 'text',
    also: ['油券号'],
    example: '',
    max: 20,
    note: '用油券的填券码，不填卡号',
    width: 16,
  },
  at: { title: '消费时间', kind: 'time', also: ['交易时间', '加油时间'], example: '2026-11-25 08:30', width: 20 },
  station: { title: '油站', kind: 'text', also: ['加油站', '网点'], example: '石家庄南二环站', max: 60, width: 22 },
  litres: { title: '升数', kind: 'decimal', places: 2, also: ['数量'], example: '300.00', width: 12 },
  unitPrice: { title: '单价', kind: 'decimal', places: 4, example: '7.35', width: 12 },
  amount: {
    title: '金额',
    kind: 'money',
    required: true,
    also: ['消费金额', '交易金额'],
    example: '2205.00',
    width: 14,
  },
})
export type FuelUseValues = ValuesOf<typeof fuelUseColumns>
