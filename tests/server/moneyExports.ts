// Exports of lists of money: who looks, under which filters, and the figures their files sum.
import { listStatements } from '@yunshu/contract/statement/statement'
import { periodOf } from '@yunshu/domain/voucher/voucher'
import type { TestServer } from './testServer.ts'

export type Row = Readonly<Record<string, unknown>>
const dayMs = 86_400_000
/** Rows a list must show, and the file of it must hold. */
export interface ExportCase {
  /** Accounts that look, and their filters. */
  readonly who: readonly string[]
  readonly filters: readonly Row[]
  /** The column that tells a row, and the row's own word for it. */
  readonly by: readonly [title: string, read: (row: Row) => unknown]
  /** Columns summed in the file and the figure of a row each sums. */
  readonly sums?: Readonly<
    Record<string, readonly [field: string, as: 'yuan' | 'tons' | 'kilograms' | 'cubicMetres' | 'kilometres' | 'count']>
  >
  /** Rows come while files are made: those there were when this one was, are the last of the list. */
  readonly grows?: true
}
/** The figure of a row by its name. */
export const field =
  (name: string) =>
  (row: Row): unknown =>
    row[name]

/** A statement the shipper of the demo was sent. */
const statement = { statementId: '' }
const freightOfStatement = { statementId: '', kind: 'FREIGHT' }
/** Finds it, before the cases are run. */
export async function chooseStatement(server: TestServer): Promise<void> {
  const shipper = await server.login('shipper-finance')
  const [row] = (await shipper.send(listStatements, { state: 'confirmed', limit: 1 })).rows
  for (const filter of [statement, freightOfStatement]) filter.statementId = row?.id ?? ''
}

/** A carrier by a part of its name. */
const carriers = { text: '运输' }

const month = periodOf(Date.now())

export const moneyCases = {
  trial: {
    who: ['admin', 'branch', 'carrier-finance'],
    filters: [{ period: month }],
    by: ['科目编号', field('account')],
    sums: { '本期借方(元)': ['debit', 'yuan'], '本期贷方(元)': ['credit', 'yuan'] },
  },
  periods: { who: ['admin', 'branch'], filters: [{}, { before: month }], by: ['凭证数', field('vouchers')] },
  settleDetails: {
    who: ['admin', 'branch', 'shipper-finance', 'carrier-finance'],
    filters: [{}, { state: 'open' }, { state: 'paid' }],
    by: ['运单号', field('waybillNo')],
    sums: { '应付(元)': ['freight', 'yuan'], '应付现金(元)': ['due', 'yuan'] },
  },
  moneyExceptions: {
    who: ['admin', 'branch3', 'shipper3-finance'],
    filters: [{}, { kind: 'LATE_FAILURE' }, { state: 'resolved' }],
    by: ['支付任务', row => row['taskNo'] ?? null],
  },
  settleables: {
    who: ['shipper-freight', 'branch'],
    filters: [{ ready: true }, { advance: true }, { ready: false }, { ready: true, plate: '冀' }],
    by: ['运单号', field('waybillNo')],
    sums: { '未付(元)': ['open', 'yuan'] },
  },
  chains: {
    who: ['admin', 'branch'],
    filters: [{ from: Date.now() - 3 * dayMs }, { leg: 'money', legState: 'missing', from: Date.now() - 10 * dayMs }],
    by: ['运单号', field('waybillNo')],
    sums: { '托运费(元)': ['freight', 'yuan'], '承运费(元)': ['cost', 'yuan'] },
  },
  profit: {
    who: ['admin', 'branch'],
    filters: [{ by: 'shipper' }, { by: 'line' }],
    by: ['名称', field('name')],
    sums: { '毛利(元)': ['profit', 'yuan'], '收入(含税)(元)': ['gross', 'yuan'] },
  },
  aging: {
    who: ['admin', 'branch'],
    filters: [{}, { at: Date.now() - 30 * dayMs }],
    by: ['货主', field('shipperName')],
    sums: { '应收(元)': ['total', 'yuan'] },
  },
  openAges: {
    who: ['admin', 'branch'],
    filters: [{}, { at: Date.now() - 30 * dayMs }, { kind: 'unclaimed' }],
    by: ['承运商/付款方', field('partyName')],
    sums: { '合计(元)': ['total', 'yuan'] },
  },
  reconItems: {
    who: ['admin', 'branch'],
    filters: [{}, { kind: 'THEIRS_ONLY', state: 'open' }],
    by: ['银行流水号', row => row['serial'] ?? null],
  },
  payables: {
    who: ['admin', 'branch'],
    filters: [{}, { at: Date.now() - 30 * dayMs }],
    by: ['承运商', field('carrierName')],
    sums: { '应付合计(元)': ['total', 'yuan'] },
  },
  expectedInvoices: {
    who: ['admin', 'branch', 'carrier-finance'],
    filters: [{}],
    by: ['承运商/供应商', field('carrierName')],
    sums: { '待收发票(元)': ['total', 'yuan'] },
  },
  trades: {
    who: ['admin', 'branch', 'shipper-finance', 'carrier-finance'],
    filters: [{}, { kind: 'FREIGHT', direction: 'OUT' }, { mark: 'returned' }],
    by: ['流水号', field('tradeNo')],
    sums: { '收入(元)': ['income', 'yuan'], '支出(元)': ['outgo', 'yuan'] },
  },
  statements: {
    who: ['admin', 'shipper-finance'],
    filters: [{}, { state: 'confirmed' }],
    by: ['对账单号', field('statementNo')],
    sums: { '本期运费(元)': ['freight', 'yuan'] },
  },
  statementLines: {
    who: ['admin', 'shipper-finance'],
    filters: [statement, freightOfStatement],
    by: ['分录/发票号', field('number')],
    sums: { '应收增减(元)': ['owed', 'yuan'], '预收增减(元)': ['prepaid', 'yuan'] },
  },
  letters: {
    who: ['admin', 'branch', 'shipper-finance', 'carrier-finance'],
    filters: [{}, { state: 'confirmed' }],
    by: ['对账函号', field('letterNo')],
    sums: { '本期借方(元)': ['debit', 'yuan'] },
  },
  postingVersions: {
    who: ['admin', 'branch'],
    filters: [{}, { state: 'active' }],
    by: ['版本号', field('versionNo')],
  },
  deposits: { who: ['admin', 'carrier-finance'], filters: [{}, carriers], by: ['押金号', field('depositNo')] },
  depositBacks: { who: ['admin', 'carrier-finance'], filters: [{}, carriers], by: ['退还单号', field('backNo')] },
  writeOffs: { who: ['admin', 'branch'], filters: [{}, { state: 'asked' }], by: ['核销单号', field('writeOffNo')] },
  flow: {
    who: ['admin', 'branch', 'shipper-finance'],
    filters: [{ account: '2205.01' }, { account: '1122.01', from: Date.now() - 30 * dayMs, to: Date.now() }],
    by: ['分录号', field('entryNo')],
    sums: { '收入/增加(元)': ['income', 'yuan'], '支出/减少(元)': ['outgo', 'yuan'] },
  },
} satisfies Readonly<Record<string, ExportCase>>
