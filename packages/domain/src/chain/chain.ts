// The four flows of a waybill (四流): agreement, goods, money and invoices, how each may stand, and every reason it is not whole.
import type { Permit } from '../permits/permits.ts'
import { stateTable } from '../states.ts'

export const chainLegs = { contract: '合同', goods: '货物', money: '资金', invoice: '发票' } as const
export type ChainLeg = keyof typeof chainLegs

/** The standing of one leg. */
export const legStates = stateTable({
  start: 'unknown',
  states: {
    whole: { label: '齐', tone: 'good' },
    missing: { label: '缺', tone: 'warn' },
    differs: { label: '不符', tone: 'bad' },
    unknown: { label: '未知', tone: 'idle' },
  },
  moves: {},
})
export type LegState = keyof typeof legStates.states

/** The standing of all four: that of the leg that stands worst. */
export const chainStates = stateTable({
  start: 'unknown',
  states: {
    whole: { label: '四流合一', tone: 'good' },
    missing: { label: '有缺项', tone: 'warn' },
    differs: { label: '单据不符', tone: 'bad' },
    unknown: { label: '待核实', tone: 'idle' },
  },
  moves: {},
})

/** The waybills people ask for: those that lack something in one leg, whatever the others; those with something wrong; whole ones. */
export const chainTabs = stateTable({
  start: 'contract',
  states: {
    contract: { label: '缺合同', tone: 'idle' },
    goods: { label: '缺回单或磅重', tone: 'idle' },
    money: { label: '缺付款', tone: 'idle' },
    invoice: { label: '缺发票', tone: 'idle' },
    differs: { label: '单据不符', tone: 'idle' },
    unknown: { label: '待核实', tone: 'idle' },
    whole: { label: '四流合一', tone: 'idle' },
  },
  moves: {},
})
export type ChainTab = keyof typeof chainTabs.states

/** The pages a reason leads to, and who may open them. */
export const chainPlaces = {
  agreements: { label: '查看合同', permit: 'agreement.view' },
  waybill: { label: '查看运单', permit: 'waybill.view' },
  trail: { label: '回放轨迹', permit: 'track.replay' },
  parts: { label: '查看结算明细', permit: 'settlement.view' },
  exceptions: { label: '处理支付异常', permit: 'settlement.view' },
  trades: { label: '查看交易流水', permit: 'trade.view' },
  sales: { label: '查看已开发票', permit: 'invoice.view' },
  applications: { label: '查看开票申请', permit: 'invoice.view' },
  purchases: { label: '查看进项发票', permit: 'invoice.view' },
} as const satisfies Readonly<Record<string, { label: string; permit: Permit }>>
export type ChainPlace = keyof typeof chainPlaces

interface ReasonRow {
  readonly leg: ChainLeg
  readonly state: Exclude<LegState, 'whole'>
  /** `{a}` and `{b}` are amounts of the side named; `bare` is said to people who may not see them. */
  readonly text: string
  readonly bare?: string
  /** The same in a few words, for a cell of a list; an amount only where its reader may see it. */
  readonly short: string
  /** The step that brings what is missing, as a row of a list offers it. */
  readonly act: string
  readonly side?: 'SHIPPER' | 'CARRIER'
  readonly place: ChainPlace
}
const reasonTable = <const T extends Readonly<Record<string, ReasonRow>>>(
  t: T,
): { readonly [K in keyof T]: ReasonRow } => t

/** Every reason a leg is not whole. */
export const chainReasons = reasonTable({
  consignOthers: {
    leg: 'contract',
    state: 'differs',
    text: '托运合同的当事方不是本运单的货主与开票方',
    short: '托运合同不符',
    act: '核对合同',
    place: 'agreements',
  },
  carryOthers: {
    leg: 'contract',
    state: 'differs',
    text: '承运合同的当事方不是本运单的承运商',
    short: '承运合同不符',
    act: '核对合同',
    place: 'agreements',
  },
  consignNone: {
    leg: 'contract',
    state: 'missing',
    text: '没有托运合同',
    short: '缺托运合同',
    act: '补合同',
    place: 'agreements',
  },
  carryNone: {
    leg: 'contract',
    state: 'missing',
    text: '没有承运合同',
    short: '缺承运合同',
    act: '补合同',
    place: 'agreements',
  },
  consignWaits: {
    leg: 'contract',
    state: 'missing',
    text: '托运合同未签（待签）',
    short: '托运合同未签完',
    act: '催签合同',
    place: 'agreements',
  },
  consignDraft: {
    leg: 'contract',
    state: 'missing',
    text: '托运合同未签（草稿）',
    short: '托运合同未发送',
    act: '发送合同',
    place: 'agreements',
  },
  consignRefused: {
    leg: 'contract',
    state: 'missing',
    text: '托运合同未签（已拒签）',
    short: '托运合同已拒签',
    act: '重签合同',
    place: 'agreements',
  },
  consignExpired: {
    leg: 'contract',
    state: 'missing',
    text: '托运合同未签（已过期）',
    short: '托运合同已过期',
    act: '重签合同',
    place: 'agreements',
  },
  carryWaits: {
    leg: 'contract',
    state: 'missing',
    text: '承运合同未签（待签）',
    short: '承运合同未签完',
    act: '催签合同',
    place: 'agreements',
  },
  carryDraft: {
    leg: 'contract',
    state: 'missing',
    text: '承运合同未签（草稿）',
    short: '承运合同未发送',
    act: '发送合同',
    place: 'agreements',
  },
  carryRefused: {
    leg: 'contract',
    state: 'missing',
    text: '承运合同未签（已拒签）',
    short: '承运合同已拒签',
    act: '重签合同',
    place: 'agreements',
  },
  carryExpired: {
    leg: 'contract',
    state: 'missing',
    text: '承运合同未签（已过期）',
    short: '承运合同已过期',
    act: '重签合同',
    place: 'agreements',
  },
  goodsDisputed: {
    leg: 'goods',
    state: 'differs',
    text: '收货有异议，尚未处理',
    short: '收货有异议',
    act: '处理异议',
    place: 'waybill',
  },
  goodsGrew: {
    leg: 'goods',
    state: 'differs',
    text: '卸货重量大于装货重量',
    short: '卸货多于装货',
    act: '核对磅重',
    place: 'waybill',
  },
  trailElsewhere: {
    leg: 'goods',
    state: 'differs',
    text: '车辆轨迹与运单不符',
    short: '轨迹不符',
    act: '看轨迹',
    place: 'trail',
  },
  notSigned: {
    leg: 'goods',
    state: 'missing',
    text: '运单尚未签收',
    short: '未签收',
    act: '催签收',
    place: 'waybill',
  },
  noLoad: {
    leg: 'goods',
    state: 'missing',
    text: '没有装货重量',
    short: '缺装货重量',
    act: '补磅重',
    place: 'waybill',
  },
  noUnload: {
    leg: 'goods',
    state: 'missing',
    text: '没有卸货重量',
    short: '缺卸货重量',
    act: '补磅重',
    place: 'waybill',
  },
  noReceipt: {
    leg: 'goods',
    state: 'missing',
    text: '回单尚未确认',
    short: '未确认回单',
    act: '催回单',
    place: 'waybill',
  },
  noTrail: {
    leg: 'goods',
    state: 'unknown',
    text: '没有装卸两地的轨迹判定',
    short: '轨迹未判定',
    act: '看轨迹',
    place: 'trail',
  },
  payeeOthers: {
    leg: 'money',
    state: 'differs',
    side: 'CARRIER',
    text: '{a} 元付给了合同承运方及其授权收款人以外的人',
    bare: '有运费付给了合同承运方及其授权收款人以外的人',
    short: '收款人不符 {a}',
    act: '核对付款',
    place: 'trades',
  },
  moneyApart: {
    leg: 'money',
    state: 'differs',
    side: 'CARRIER',
    text: '运单已付 {a} 元，银行流水 {b} 元',
    bare: '运单已付与银行流水不一致',
    short: '与银行流水不符',
    act: '核对付款',
    place: 'trades',
  },
  overpaid: {
    leg: 'money',
    state: 'differs',
    side: 'CARRIER',
    text: '已付与已发放比应付多 {a} 元',
    bare: '已付与已发放多于应付',
    short: '多付 {a}',
    act: '核对付款',
    place: 'parts',
  },
  moneyException: {
    leg: 'money',
    state: 'differs',
    text: '有支付异常尚未处理',
    short: '支付异常',
    act: '处理支付异常',
    place: 'exceptions',
  },
  unpaid: {
    leg: 'money',
    state: 'missing',
    side: 'CARRIER',
    text: '还有 {a} 元未付',
    bare: '运费尚未付清',
    short: '未付 {a}',
    act: '去付款',
    place: 'parts',
  },
  moneyAsked: {
    leg: 'money',
    state: 'unknown',
    text: '付款结果银行尚未答复',
    short: '等银行答复',
    act: '看付款',
    place: 'parts',
  },
  soldOthers: {
    leg: 'invoice',
    state: 'differs',
    side: 'SHIPPER',
    text: '{a} 元开给了别的购方或由别的销方开具',
    bare: '发票的购方或销方不是本运单的货主与开票方',
    short: '购销方不符 {a}',
    act: '核对销项',
    place: 'sales',
  },
  oversold: {
    leg: 'invoice',
    state: 'differs',
    side: 'SHIPPER',
    text: '开票 {a} 元，多于运费 {b} 元',
    bare: '开票金额多于运费',
    short: '开票多于运费',
    act: '核对销项',
    place: 'sales',
  },
  boughtOthers: {
    leg: 'invoice',
    state: 'differs',
    side: 'CARRIER',
    text: '{a} 元进项发票的销方不是本运单的承运商',
    bare: '进项发票的销方不是本运单的承运商',
    short: '进项销方不符 {a}',
    act: '核对进项',
    place: 'purchases',
  },
  overbought: {
    leg: 'invoice',
    state: 'differs',
    side: 'CARRIER',
    text: '进项 {a} 元，多于成本 {b} 元',
    bare: '进项金额多于成本',
    short: '进项多于成本',
    act: '核对进项',
    place: 'purchases',
  },
  unsold: {
    leg: 'invoice',
    state: 'missing',
    side: 'SHIPPER',
    text: '还有 {a} 元未开票',
    bare: '运费尚未全部开票',
    short: '未开 {a}',
    act: '去开票',
    place: 'applications',
  },
  unbought: {
    leg: 'invoice',
    state: 'missing',
    side: 'CARRIER',
    text: '还有 {a} 元没有进项发票',
    bare: '成本尚未全部取得进项发票',
    short: '缺进项 {a}',
    act: '补进项',
    place: 'purchases',
  },
  fuelUnbought: {
    leg: 'invoice',
    state: 'missing',
    side: 'CARRIER',
    text: '还有 {a} 元油费没有进项发票',
    bare: '油费尚未全部取得进项发票',
    short: '缺油费票 {a}',
    act: '补油费发票',
    place: 'purchases',
  },
  tollUnbought: {
    leg: 'invoice',
    state: 'missing',
    side: 'CARRIER',
    text: '还有 {a} 元通行费没有进项发票',
    bare: '通行费尚未全部取得进项发票',
    short: '缺通行费票 {a}',
    act: '补通行费发票',
    place: 'purchases',
  },
  inputUnchecked: {
    leg: 'invoice',
    state: 'unknown',
    text: '进项发票尚未查验',
    short: '进项未查验',
    act: '查验进项',
    place: 'purchases',
  },
})
export type ChainReason = keyof typeof chainReasons
