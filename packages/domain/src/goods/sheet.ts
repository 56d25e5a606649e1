// The columns of goods published by file; the rows of one customer number are the cargo of one goods item.
import { cargoClasses } from '../codes.ts'
import { goodsKinds, pricings, publishTargets, quantityModes, takeModes } from './goods.ts'
import { checkMobile } from '../identity/identity.ts'
import { importColumns, type ValuesOf } from '../importing/cells.ts'

const choices = <const T extends Readonly<Record<string, string | { readonly label: string }>>>(
  table: T,
  keys: readonly (keyof T & string)[],
) =>
  keys.map(code => {
    const entry = table[code]
    return { code, label: typeof entry === 'string' ? entry : (entry?.label ?? code) }
  })

/** Trunk lines have a block of their own that no row could say. */
const kinds = choices(goodsKinds, ['NORMAL', 'SH'])
/** Chosen carriers are chosen in the form. */
const targets = choices(publishTargets, ['RELATED', 'PUBLIC'])
const region = '省市区全称或六位编码，例如 陕西省榆林市榆阳区'

export const goodsColumns = importColumns({
  upstreamNo: {
    title: '客户单号',
    kind: 'text',
    required: true,
    example: 'KH-20261121-01',
    max: 35,
    width: 20,
    note: '同一客户单号的多行是同一货源的多种货物，其他列须相同',
  },
  kind: {
    title: '类型',
    kind: 'choice',
    required: true,
    choices: kinds,
    example: '普通',
    width: 8,
    note: '干线货源请在页面上发布',
  },
  title: { title: '标题', kind: 'text', example: '', max: 60, width: 16 },
  loadRegion: {
    title: '装货地区',
    kind: 'text',
    required: true,
    example: '陕西省榆林市榆阳区',
    max: 60,
    width: 22,
    note: region,
  },
  loadAddress: { title: '装货地址', kind: 'text', required: true, example: '红柳林工业园1号', max: 256, width: 24 },
  loadContact: { title: '装货联系人', kind: 'text', required: true, example: '王建国', max: 30, width: 12 },
  loadMobile: {
    title: '装货电话',
    kind: 'text',
    required: true,
    also: ['装货联系电话'],
    example: '19900001234',
    max: 11,
    width: 14,
    rule: checkMobile,
  },
  unloadRegion: {
    title: '卸货地区',
    kind: 'text',
    required: true,
    example: '河南省南阳市唐河县',
    max: 60,
    width: 22,
    note: region,
  },
  unloadAddress: { title: '卸货地址', kind: 'text', required: true, example: '唐河电厂', max: 256, width: 24 },
  unloadContact: { title: '卸货联系人', kind: 'text', required: true, example: '李卫东', max: 30, width: 12 },
  unloadMobile: {
    title: '卸货电话',
    kind: 'text',
    required: true,
    also: ['卸货联系电话'],
    example: '19900005678',
    max: 11,
    width: 14,
    rule: checkMobile,
  },
  item: { title: '货物', kind: 'text', required: true, also: ['货物名称'], example: '动力煤', max: 60, width: 14 },
  cargo: {
    title: '货物分类',
    kind: 'choice',
    required: true,
    also: ['分类代码'],
    choices: cargoClasses,
    example: '煤炭及制品',
    width: 16,
    note: '分类名称或四位代码',
  },
  weight: { title: '重量', kind: 'tons', required: true, also: ['重量吨'], example: '320.000', width: 12 },
  volume: { title: '体积', kind: 'decimal', places: 4, example: '', width: 10, note: '方' },
  pieces: { title: '件数', kind: 'decimal', example: '', width: 8 },
  mode: {
    title: '计量方式',
    kind: 'choice',
    choices: choices(quantityModes, ['BY_TON', 'BY_TRUCK', 'BY_M3', 'BY_PIECE']),
    example: '按吨',
    width: 10,
    note: '不填为按吨',
  },
  qty: {
    title: '总量',
    kind: 'decimal',
    places: 6,
    example: '',
    width: 10,
    note: '按吨、按方、按件不填时为各行货物之和；按车须填写车数',
  },
  perTruck: {
    title: '单车上限',
    kind: 'decimal',
    places: 6,
    example: '',
    width: 10,
    note: '单位与计量方式相同；散货须填写',
  },
  pricing: {
    title: '计价方式',
    kind: 'choice',
    required: true,
    also: ['计价'],
    choices: choices(pricings, ['PER_TON', 'PER_M3', 'PER_TRUCK', 'PER_KM']),
    example: '元/吨',
    width: 10,
  },
  price: {
    title: '单价',
    kind: 'decimal',
    required: true,
    places: 4,
    example: '293.21',
    width: 12,
    note: '元，最多四位小数',
  },
  distance: { title: '里程', kind: 'decimal', example: '980', width: 8, note: '公里；按公里计价须填写' },
  lossAllow: {
    title: '允许亏吨',
    kind: 'decimal',
    places: 3,
    example: '3',
    width: 10,
    note: '千分之几；不填为不计亏吨，散货须填写',
  },
  lossPrice: {
    title: '亏吨扣款单价',
    kind: 'decimal',
    places: 4,
    example: '800',
    width: 12,
    note: '元/吨；填写允许亏吨时须填写',
  },
  publishTo: {
    title: '发布对象',
    kind: 'choice',
    choices: targets,
    example: '合作承运商',
    width: 12,
    note: '不填为合作承运商',
  },
  takeMode: {
    title: '接单方式',
    kind: 'choice',
    choices: choices(takeModes, ['GRAB', 'ASSIGN']),
    example: '抢单',
    width: 10,
    note: '不填为抢单',
  },
  validTo: { title: '截止时间', kind: 'time', required: true, also: ['截止'], example: '2026-12-31 18:00', width: 18 },
  remark: { title: '备注', kind: 'text', example: '', max: 256, width: 20 },
})
/** A row that is right in itself. */
export type GoodsValues = ValuesOf<typeof goodsColumns>
export type GoodsColumn = keyof typeof goodsColumns
