// The bank's answer to a payment file, line by line: matched by our order number, then by the exact serial, and applied
// only where everything agrees.
import type { Fen } from '../figures/money.ts'
import { addsExactly, printMoney, sumFen, ZERO_FEN } from '../figures/money.ts'
import type { AnswerHeads, AnswerResult } from './template.ts'

/** A row of an answer as it was read; a cell that could not be read is absent. */
export interface AnswerRow {
  readonly row: number
  readonly key?: string | undefined
  readonly serial?: string | undefined
  readonly account?: string | undefined
  readonly amount?: Fen | undefined
  readonly result?: string | undefined
  readonly reason?: string | undefined
  /** The day the bank did it, ms. */
  readonly date?: number | undefined
}

/** A line of the payment file an answer is read for. */
export interface OrderedLine {
  readonly taskNo: string
  readonly account: string
  readonly amount: Fen
  /** The serial the bank gave it before. */
  readonly bankSerial?: string | undefined
}

/** Reasons a row is applied to nothing. */
export const answerFaults = {
  UNKNOWN: '不是本系统的支付任务',
  OTHER_FILE: '属于另一份付款文件',
  CONFLICT: '任务号与流水号指向不同的支付任务',
  DUPLICATE: '同一支付任务出现多行',
  AMOUNT: '金额与付款文件不符',
  ACCOUNT: '收款账号与付款文件不符',
  RESULT: '结果无法识别',
  UNREADABLE: '金额无法识别',
} as const
export type AnswerFault = keyof typeof answerFaults

/** Ways a row is laid on an order. */
export const answerMatches = { KEY: '任务号', SERIAL: '流水号' } as const

/** A row with its order and result, or with the fault for which it is applied to nothing. */
export interface JudgedRow extends AnswerRow {
  readonly taskNo?: string | undefined
  readonly by?: keyof typeof answerMatches | undefined
  readonly outcome?: AnswerResult | undefined
  readonly fault?: AnswerFault | undefined
}

/** Numbers of payments in a text; a bank often answers with the remark instead of the number alone. */
const numbersIn = (text: string): string[] => [...new Set(text.toUpperCase().match(/ZF\d{10,}/g) ?? [])]

const digits = (text: string): string => text.replace(/\D/g, '')

/** The result a bank's word means; undefined for one nobody knows. */
export function resultOf(words: AnswerHeads['words'], said: string | undefined): AnswerResult | undefined {
  const plain = (said ?? '').trim().toUpperCase()
  if (plain === '') return undefined
  for (const [result, known] of Object.entries(words) as [AnswerResult, readonly string[]][])
    if (known.some(word => word.toUpperCase() === plain)) return result
  return undefined
}

/** The fault of a row that says another account or amount than the order, or no result. */
function faultOfFacts(row: AnswerRow, line: OrderedLine, outcome: AnswerResult | undefined): AnswerFault | undefined {
  if (row.amount === undefined) return 'UNREADABLE'
  if (row.amount !== line.amount) return 'AMOUNT'
  // banks mask the middle of an account: the tail has to agree, and a whole number wholly
  if (row.account !== undefined && !isSameAccount(row.account, line.account)) return 'ACCOUNT'
  return outcome === undefined ? 'RESULT' : undefined
}

function isSameAccount(said: string, ours: string): boolean {
  if (!/[*＊xX]/.test(said)) return digits(said) === digits(ours)
  const tail = /(\d{4,})$/.exec(said.trim())?.[1]
  return tail !== undefined && digits(ours).endsWith(tail)
}

/**
 * Judges the rows of an answer against the lines of its file; `elsewhere` knows the numbers of payments of other files.
 * An order named by two rows is applied by none of them: nobody knows which is true.
 */
export function judgeAnswer(
  rows: readonly AnswerRow[],
  lines: readonly OrderedLine[],
  words: AnswerHeads['words'],
  elsewhere: (taskNo: string) => boolean,
): JudgedRow[] {
  const byNumber = new Map(lines.map(line => [line.taskNo, line]))
  const bySerial = new Map(lines.flatMap(line => (line.bankSerial ? [[line.bankSerial, line] as const] : [])))
  const laid = rows.map((row): JudgedRow => {
    const numbers = numbersIn(row.key ?? '')
    const named = numbers.flatMap(number => byNumber.get(number) ?? [])
    const serialed = bySerial.get(row.serial ?? '')
    if (numbers.length > 1) return { ...row, fault: 'CONFLICT' }
    const [number] = numbers
    if (number !== undefined && named[0] === undefined)
      return { ...row, fault: elsewhere(number) ? 'OTHER_FILE' : 'UNKNOWN' }
    const line = named[0] ?? serialed
    if (line === undefined) return { ...row, fault: 'UNKNOWN' }
    if (serialed !== undefined && serialed !== line) return { ...row, fault: 'CONFLICT' }
    const outcome = resultOf(words, row.result)
    const fault = faultOfFacts(row, line, outcome)
    return {
      ...row,
      taskNo: line.taskNo,
      by: named[0] === undefined ? 'SERIAL' : 'KEY',
      outcome,
      fault,
    }
  })
  const times = Map.groupBy(laid, row => row.taskNo)
  return laid.map(row =>
    row.taskNo !== undefined && (times.get(row.taskNo)?.length ?? 0) > 1 ? { ...row, fault: 'DUPLICATE' } : row,
  )
}

/** The row of the sum, by its word in the place of the number. */
export const isTotalRow = ({ key }: AnswerRow, total: string | undefined): boolean => (key ?? '').trim() === total

/**
 * The fault of a whole answer: the row of its sum is missing, not the last one, or another than its rows come to. Nothing
 * of such a file is applied.
 */
export function faultOfAnswer(all: readonly AnswerRow[], total: string | undefined): string | undefined {
  if (total === undefined) return undefined
  const sums = all.filter(row => isTotalRow(row, total))
  const [sum] = sums
  if (sum === undefined || sum !== all.at(-1)) return `最后一行应为“${total}”：文件可能不完整，请从银行重新下载`
  if (sums.length > 1) return `“${total}”只能有一行`
  const amounts = all.filter(row => row !== sum).map(({ amount }) => amount ?? ZERO_FEN)
  if (!addsExactly(amounts)) return '金额过大，无法核对合计，整份文件不能使用'
  const counted = sumFen(amounts)
  if (sum.amount === counted) return undefined
  return `${total} ${sum.amount === undefined ? '金额无法识别' : `${printMoney(sum.amount)} 元`}，与各行之和 ${printMoney(counted)} 元不符，整份文件不能使用`
}
