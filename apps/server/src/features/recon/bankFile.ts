// The bank's file of a day: its head, its lines, and whether it is whole.
import { fen, negateFen, type Fen } from '@yunshu/domain/figures/money'
import { readLooseTime, readLooseYuan } from '@yunshu/domain/figures/looseText'
import { startOfDay } from '@yunshu/domain/figures/time'
import { plainSerial } from '@yunshu/domain/fund'
import { decodeRow, importColumns, type RawRow } from '@yunshu/domain/importing/cells'
import { faultOfBankFile, type BankHead, type BankLine, type Direction } from '@yunshu/domain/recon/recon'
import { layOut } from '../../imports/layOut.ts'
import { unreadableFile } from '../../imports/readSheet.ts'
import type { SheetText } from '../../imports/sheetText.ts'
import { readUploadedSheet } from '../../imports/uploadedSheet.ts'
import type { Ctx } from '../../work/ctx.ts'

/** A line with the other side, as far as the bank says it. */
export interface FileLine extends BankLine {
  readonly otherName?: string | undefined
  readonly otherAccount?: string | undefined
}
export interface BankFile {
  readonly name: string
  readonly sha256: string
  readonly head: BankHead
  readonly lines: readonly FileLine[]
}

/** The most lines of one day. */
const linesMost = 5000

/** The ways a bank says which way money went; in its books 借 is what it owes its customer no longer. */
const ways = [
  { code: 'IN', label: '收入' },
  { code: 'OUT', label: '支出' },
  { code: 'IN', label: '贷' },
  { code: 'OUT', label: '借' },
  { code: 'IN', label: '收' },
  { code: 'OUT', label: '付' },
  { code: 'IN', label: '转入' },
  { code: 'OUT', label: '转出' },
  { code: 'IN', label: 'C' },
  { code: 'OUT', label: 'D' },
] as const

/**
 * Banks say a movement in one of three forms: its way and amount, one column for each way, or an amount with a sign.
 */
const columns = importColumns({
  day: { title: '交易日期', kind: 'time', also: ['日期', '记账日期'], example: '' },
  at: { title: '交易时间', kind: 'time', required: true, also: ['时间', '记账时间'], example: '' },
  serial: { title: '流水号', kind: 'text', required: true, also: ['银行流水号', '交易流水号'], example: '', max: 64 },
  orderKey: { title: '订单号', kind: 'text', also: ['客户业务编号', '附言', '摘要'], example: '', max: 200 },
  direction: {
    title: '收支',
    kind: 'choice',
    also: ['借贷', '方向', '借贷标志', '借贷方向', '收付标志'],
    example: '',
    choices: ways,
  },
  amount: { title: '金额', kind: 'text', also: ['交易金额', '发生额'], example: '', max: 30 },
  income: {
    title: '收入金额',
    kind: 'money',
    also: ['贷方发生额', '贷方金额', '贷方', '收入', '存入金额', '转入金额'],
    example: '',
  },
  outgo: {
    title: '支出金额',
    kind: 'money',
    also: ['借方发生额', '借方金额', '借方', '支出', '支取金额', '转出金额'],
    example: '',
  },
  balance: { title: '余额', kind: 'money', also: ['账户余额'], example: '' },
  otherName: { title: '对方户名', kind: 'text', also: ['对方名称'], example: '', max: 100 },
  otherAccount: { title: '对方账号', kind: 'text', example: '', max: 40 },
})

/** The words of the first row, each followed by its figure; some banks say the sides of their own books. */
const headWords = ['对账文件', '笔数', '收入合计', '支出合计', '期初余额', '期末余额'] as const
const bankWords: Partial<Record<(typeof headWords)[number], string>> = { 收入合计: '贷方合计', 支出合计: '借方合计' }

/** An amount that may be below zero: an account can be overdrawn. */
function readSigned(text: string): Fen | undefined {
  const plain = text.trim()
  const amount = readLooseYuan(plain.replace(/^[-－]/, ''))
  if (amount === undefined) return undefined
  return /^[-－]/.test(plain) ? negateFen(amount) : amount
}

function headOf({ lines: [first] }: SheetText): BankHead {
  const texts = first?.texts ?? []
  const figure = (word: (typeof headWords)[number]): string => {
    const at = texts.findIndex(text => text.trim() === word || text.trim() === bankWords[word])
    if (at < 0) throw unreadableFile(`第一行应写明${headWords.join('、')}，缺少“${word}”`)
    return texts[at + 1] ?? ''
  }
  const money = (word: (typeof headWords)[number]): Fen => {
    const amount = readSigned(figure(word))
    if (amount === undefined) throw unreadableFile(`第一行的${word}无法识别`)
    return amount
  }
  const day = readLooseTime(figure('对账文件'))
  if (day === undefined) throw unreadableFile('第一行的日期无法识别，例如 2026-11-25')
  if (!/^\d{1,6}$/.test(figure('笔数').trim())) throw unreadableFile('第一行的笔数无法识别')
  return {
    day: startOfDay(day),
    lines: Number(figure('笔数').trim()),
    income: money('收入合计'),
    outgo: money('支出合计'),
    opening: money('期初余额'),
    closing: money('期末余额'),
  }
}

/** The time of day alone, beside a column with the day. */
const timeAlone = /^\d{1,2}:\d{2}(?::\d{2})?$/

/** A row whose day and time stand in two columns, as one moment. */
const joined = (raw: RawRow): RawRow => {
  const { day, at = '', ...cells } = raw.cells
  const whole = day === undefined || (at !== '' && !timeAlone.test(at.trim())) ? at : `${day} ${at}`.trim()
  return { ...raw, cells: { ...cells, ...(whole === '' ? {} : { at: whole }) } }
}

interface Movement {
  readonly direction: Direction
  readonly amount: Fen
}
/** The movement of a row in any of the forms; else what is wrong with it. */
function movementOf(cells: {
  readonly direction: string | undefined
  readonly amount: string | undefined
  readonly income: number | undefined
  readonly outgo: number | undefined
}): Movement | string {
  const amount = cells.amount === undefined ? undefined : readSigned(cells.amount)
  if (cells.amount !== undefined && amount === undefined) return '金额格式不正确，最多两位小数'
  const sided: Movement[] = [
    ...(cells.income ? [{ direction: 'IN' as const, amount: fen(cells.income) }] : []),
    ...(cells.outgo ? [{ direction: 'OUT' as const, amount: fen(cells.outgo) }] : []),
  ]
  const [one, other] = sided
  if (other) return '收入（贷方）和支出（借方）都有金额'
  if (one !== undefined) {
    if (cells.direction !== undefined && cells.direction !== one.direction) return '收支与金额所在的列不符'
    return amount === undefined || amount === one.amount ? one : '金额与借方、贷方的金额不符'
  }
  if (amount === undefined) return '金额不能为空'
  if (cells.direction !== undefined)
    return amount < 0 ? '写了收支，金额不能再为负' : { direction: cells.direction === 'IN' ? 'IN' : 'OUT', amount }
  return amount < 0 ? { direction: 'OUT', amount: negateFen(amount) } : { direction: 'IN', amount }
}

function lineOf(given: RawRow, n: number): FileLine {
  const raw = joined(given)
  const { values, faults } = decodeRow(columns, raw)
  const [fault] = faults
  if (fault) throw unreadableFile(`第 ${raw.row} 行${columnTitle(fault.field)}${fault.reason}`)
  const text = (field: string): string | undefined => {
    const value = values[field]
    return typeof value === 'string' ? value : undefined
  }
  const figure = (field: string): number | undefined => {
    const value = values[field]
    return typeof value === 'number' ? value : undefined
  }
  const moved = movementOf({
    direction: text('direction'),
    amount: text('amount'),
    income: figure('income'),
    outgo: figure('outgo'),
  })
  if (typeof moved === 'string') throw unreadableFile(`第 ${raw.row} 行${moved}`)
  const balance = figure('balance')
  return {
    n,
    serial: plainSerial(text('serial') ?? ''),
    orderKey: text('orderKey'),
    ...moved,
    at: figure('at') ?? 0,
    ...(balance === undefined ? {} : { balance: fen(balance) }),
    otherName: text('otherName'),
    otherAccount: text('otherAccount'),
  }
}

const columnTitle = (field: string | undefined): string =>
  Object.entries(columns).find(([key]) => key === field)?.[1].title ?? ''

/** The file of a sheet; refuses one that is not whole, whatever is wrong with it. */
export function bankFileOf(sheet: SheetText, { name, sha256 }: Pick<BankFile, 'name' | 'sha256'>): BankFile {
  const head = headOf(sheet)
  const body = { ...sheet, lines: sheet.lines.slice(1) }
  const laid = head.lines === 0 && body.lines.length <= 1 ? { rows: [], faults: [] } : layOut(columns, body)
  const [worn] = laid.faults
  if (worn) throw unreadableFile(`第 ${worn.row} 行${columnTitle(worn.field)}${worn.reason}`)
  if (laid.rows.length > linesMost) throw unreadableFile(`一天最多 ${linesMost} 笔`)
  const lines = laid.rows.map((raw, at) => lineOf(raw, at + 1))
  const fault = faultOfBankFile(head, lines)
  if (fault !== undefined) throw unreadableFile(`${fault}，整份文件不能使用`)
  return { name, sha256, head, lines }
}

/** Reads the one file of a call before its transaction. */
export async function readBankFile(ctx: Pick<Ctx, 'actor' | 'files'>): Promise<BankFile> {
  const { sheet, ...file } = await readUploadedSheet(ctx)
  return bankFileOf(sheet, file)
}
