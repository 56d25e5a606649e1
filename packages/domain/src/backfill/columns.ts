// The columns of trips entered after the journey, for the grid and for files.
import { plateColours } from '../codes.ts'
import { tidyPlate } from '../fleet/columns.ts'
import type { QuantityMode } from '../goods/goods.ts'
import { importColumns, type ValuesOf } from '../importing/cells.ts'
import { checkPlate } from '../fleet/plate.ts'

export const tripColumns = importColumns({
  plate: {
    title: '车牌号',
    kind: 'text',
    required: true,
    also: ['车牌', '车号'],
    example: '冀A12345',
    max: 10,
    width: 12,
    note: '车辆须已由合作承运商登记并通过认证',
    rule: text => checkPlate(tidyPlate(text)),
  },
  plateColor: {
    title: '车牌颜色',
    kind: 'choice',
    also: ['颜色'],
    choices: plateColours,
    example: '黄色',
    width: 10,
    note: '不填时按已登记的车辆识别',
  },
  driver: {
    title: '司机',
    kind: 'text',
    required: true,
    also: ['司机身份证', '司机身份证号', '司机姓名'],
    example: '王建国',
    max: 30,
    width: 20,
    note: '姓名或身份证号；有同名司机时须填身份证号',
  },
  loadAt: { title: '装货时间', kind: 'time', required: true, example: '2026-11-20 08:30', width: 18 },
  unloadAt: { title: '卸货时间', kind: 'time', required: true, example: '2026-11-21 16:00', width: 18 },
  loadWeight: { title: '装货重量', kind: 'tons', required: true, also: ['装重'], example: '32.400', width: 12 },
  unloadWeight: { title: '卸货重量', kind: 'tons', required: true, also: ['卸重'], example: '32.250', width: 12 },
  qty: {
    title: '数量',
    kind: 'decimal',
    places: 4,
    example: '',
    width: 10,
    note: '按方、按件的货源填写本车的方数或件数，其他不填',
  },
  freight: {
    title: '承运运费',
    kind: 'money',
    also: ['运费'],
    example: '',
    width: 12,
    note: '不填时按货源单价计算；只有平台可以填写',
  },
  oil: { title: '油卡', kind: 'money', also: ['油卡金额'], example: '', width: 12, note: '不填时按货源的支付方案计算' },
  deduct: {
    title: '扣款',
    kind: 'money',
    also: ['扣款金额'],
    example: '',
    width: 12,
    note: '运费之外另行扣除的金额，须承运商确认；亏吨由系统计算，不在此填写',
  },
  payee: {
    title: '收款人',
    kind: 'text',
    also: ['卡号', '收款账号'],
    example: '',
    max: 40,
    width: 20,
    note: '收款人户名或账号；不填时为司机的默认收款人',
  },
  upstreamNo: { title: '客户单号', kind: 'text', example: '', max: 35, width: 20, note: '不填时为货源的客户单号' },
  carrier: { title: '承运商', kind: 'text', example: '', max: 60, width: 28, note: '不填时按已登记的车辆识别' },
})
/** A trip that is right in itself. */
export type TripValues = ValuesOf<typeof tripColumns>
export type BackfillField = keyof typeof tripColumns
export const backfillFields = Object.keys(tripColumns) as [BackfillField, ...BackfillField[]]

const isCounted = (mode: QuantityMode): boolean => mode === 'BY_M3' || mode === 'BY_PIECE'

/** The columns that make sense for goods counted this way, and for the person who enters them. */
export const fieldsFor = (mode: QuantityMode, mayAgree: boolean): BackfillField[] =>
  backfillFields.filter(field => (field !== 'qty' || isCounted(mode)) && (field !== 'freight' || mayAgree))

/** Whether a column must be filled in. */
export const isRequired = (field: BackfillField, mode: QuantityMode): boolean =>
  'required' in tripColumns[field] || (field === 'qty' && isCounted(mode))
