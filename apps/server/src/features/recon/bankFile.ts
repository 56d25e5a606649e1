// The bank's file of a day: its head, its lines, and whether it is whole.
import { fen, negateFen, type Fen } from '@yunshu/domain/figures/money'
import { readLooseTime, readLooseYuan } from '@yunshu/domain/figures/looseText'
import { startOfDay } from '@yunshu/domain/figures/time'
import { plainSerial } from '@yunshu/domain/fund'
import { decodeRow, importColumns, type RawRow } from '@yunshu/domain/importing/cells'
import { faultOfBankFile, type BankHead, type BankLine } from '@yunshu/domain/recon/recon'
import { layOut } from '../../imports/layOut.ts'
import { unreadable } from '../../imports/readSheet.ts'
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

const columns = importColumns({
  at: { title: '交易时间', kind: 'time', required: true, also: ['时间', '记账时间'], example: '' },
  serial: { title: '流水号', kind: 'text', required: true, also: ['银行流水号', '交易流水号'], example: '', max: 64 },
  orderKey: { title: '订单号', kind: 'text', also: ['客户业务编号', '附言', '摘要'], example: '', max: 200 },
  direction: {
    title: '收支',
    kind: 'choice',
    required: true,
    also: ['借贷', '方向'],
    example: '',
    choices: [
      { code: 'IN', label: '收入' },
      { code: 'OUT', label: '支出' },
    ],
  },
  amount: { title: '金额', kind: 'money', required: true, also: ['交易金额'], example: '' },
  balance: { title: '余额', kind: 'money', also: ['账户余额'], example: '' },
  otherName: { title: '对方户名', kind: 'text', also: ['对方名称'], example: '', max: 100 },
  otherAccount: { title: '对方账号', kind: 'text', example: '', max: 40 },
})

/** The words of the first row, each followed by its figure. */
const headWords = ['对账文件', '笔数', '收入合计', '支出合计', '期初余额', '期末余额'] as const

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
    const at = texts.findIndex(text => text.trim() === word)
    if (at < 0) throw unreadable(`第一行应写明${headWords.join('、')}，缺少“${word}”`)
    return texts[at + 1] ?? ''
  }
  const money = (word: (typeof headWords)[number]): Fen => {
    const amount = readSigned(figure(word))
    if (amount === undefined) throw unreadable(`第一行的${word}无法识别`)
    return amount
  }
  const day = readLooseTime(figure('对账文件'))
  if (day === undefined) throw unreadable('第一行的日期无法识别，例如 2026-11-25')
  if (!/^\d{1,6}$/.test(figure('笔数').trim())) throw unreadable('第一行的笔数无法识别')
  return {
    day: startOfDay(day),
    lines: Number(figure('笔数').trim()),
    income: money('收入合计'),
    outgo: money('支出合计'),
    opening: money('期初余额'),
    closing: money('期末余额'),
  }
}

function lineOf(raw: RawRow, n: number): FileLine {
  const { values, faults } = decodeRow(columns, raw)
  const [fault] = faults
  if (fault) throw unreadable(`第 ${raw.row} 行${columnTitle(fault.field)}${fault.reason}`)
  const text = (field: string): string | undefined => {
    const value = values[field]
    return typeof value === 'string' ? value : undefined
  }
  const figure = (field: string): number | undefined => {
    const value = values[field]
    return typeof value === 'number' ? value : undefined
  }
  const balance = figure('balance')
  return {
    n,
    serial: plainSerial(text('serial') ?? ''),
    orderKey: text('orderKey'),
    direction: text('direction') === 'IN' ? 'IN' : 'OUT',
    amount: fen(figure('amount') ?? 0),
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
  if (worn) throw unreadable(`第 ${worn.row} 行${columnTitle(worn.field)}${worn.reason}`)
  if (laid.rows.length > linesMost) throw unreadable(`一天最多 ${linesMost} 笔`)
  const lines = laid.rows.map((raw, at) => lineOf(raw, at + 1))
  const fault = faultOfBankFile(head, lines)
  if (fault !== undefined) throw unreadable(`${fault}，整份文件不能使用`)
  return { name, sha256, head, lines }
}

/** Reads the one file of a call before its transaction. */
export async function readBankFile(ctx: Pick<Ctx, 'actor' | 'files'>): Promise<BankFile> {
  const { sheet, ...file } = await readUploadedSheet(ctx)
  return bankFileOf(sheet, file)
}
