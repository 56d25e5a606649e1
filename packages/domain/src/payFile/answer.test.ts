// Judging a bank's answer: rows that agree are laid on their orders, every mutated one is found, and no other is blamed.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fen, sumFen } from '../figures/money.ts'
import {
  faultOfAnswer,
  isTotalRow,
  judgeAnswer,
  resultOf,
  type AnswerFault,
  type AnswerRow,
  type OrderedLine,
} from './answer.ts'
import { answerColumnsOf, cutBytes, payFileCells } from './template.ts'

const words = { success: ['成功'], failed: ['失败'], returned: ['退汇'], processing: ['处理中'] }
const numberOf = (n: number): string => `ZF261126${String(n).padStart(8, '0')}`
const lineOf = (n: number): OrderedLine => ({
  taskNo: numberOf(n),
  account: `6222020000000${String(n).padStart(6, '0')}`,
  amount: fen(10_000 + n),
})
const rowOf = (line: OrderedLine, row: number): AnswerRow => ({
  row,
  key: line.taskNo,
  account: line.account,
  amount: line.amount,
  result: '成功',
})

/** Changes of a row with the fault it has to be shown with; `doubled` adds the row again. */
const mutations: Readonly<Record<string, { of: (row: AnswerRow) => AnswerRow; fault: AnswerFault }>> = {
  amount: { of: row => ({ ...row, amount: fen((row.amount ?? 0) + 1) }), fault: 'AMOUNT' },
  account: { of: row => ({ ...row, account: '6222029999999999999' }), fault: 'ACCOUNT' },
  tail: { of: row => ({ ...row, account: '6222********9999' }), fault: 'ACCOUNT' },
  word: { of: row => ({ ...row, result: 'OK?' }), fault: 'RESULT' },
  noAmount: { of: row => ({ ...row, amount: undefined }), fault: 'UNREADABLE' },
  unknown: { of: row => ({ ...row, key: numberOf(999_999) }), fault: 'UNKNOWN' },
  other: { of: row => ({ ...row, key: numberOf(888_888) }), fault: 'OTHER_FILE' },
  none: { of: row => ({ ...row, key: undefined }), fault: 'UNKNOWN' },
}

test('of a mutated answer every mutation is found and none is invented', () => {
  const kinds = ['right', 'doubled', 'missing', ...Object.keys(mutations)]
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...kinds), { minLength: 1, maxLength: 30 }), fates => {
      const lines = fates.map((_, n) => lineOf(n))
      const rows: AnswerRow[] = []
      const expected: (AnswerFault | undefined)[] = []
      for (const [n, fate] of fates.entries()) {
        const row = rowOf(lines[n] ?? lineOf(n), n)
        const mutation = mutations[fate]
        const made = fate === 'missing' ? [] : fate === 'doubled' ? [row, row] : [mutation?.of(row) ?? row]
        rows.push(...made)
        expected.push(...made.map(() => (fate === 'doubled' ? 'DUPLICATE' : mutation?.fault)))
      }
      const judged = judgeAnswer(rows, lines, words, number => number === numberOf(888_888))
      expect(judged.map(({ fault }) => fault)).toEqual(expected)
      for (const row of judged) if (row.fault === undefined) expect(row.outcome).toBe('success')
    }),
    { numRuns: 300 },
  )
})

test('a number inside a remark is enough, two are too many; a serial finds its payment, and may not point elsewhere', () => {
  const lines = [{ ...lineOf(1), bankSerial: 'S1' }, lineOf(2)]
  const judge = (row: Partial<AnswerRow>) =>
    judgeAnswer([{ row: 1, amount: fen(10_001), result: '成功', ...row }], lines, words, () => false)[0]
  expect(judge({ key: `${numberOf(1)} 运费` })).toMatchObject({ by: 'KEY', taskNo: numberOf(1) })
  expect(judge({ key: `${numberOf(1)} ${numberOf(2)}` })?.fault).toBe('CONFLICT')
  expect(judge({ serial: 'S1' })).toMatchObject({ by: 'SERIAL', taskNo: numberOf(1) })
  expect(judge({ key: numberOf(2), serial: 'S1', amount: fen(10_002) })?.fault).toBe('CONFLICT')
  expect(judge({ key: numberOf(1), account: '6222******0001' })?.fault).toBeUndefined()
})

test('a file is whole when its last row is the sum of all others', () => {
  const rows = [1, 2, 3].map(n => rowOf(lineOf(n), n))
  const total = { row: 9, key: '合计', amount: sumFen(rows.map(({ amount }) => amount ?? fen(0))) }
  expect(faultOfAnswer([...rows, total], '合计')).toBeUndefined()
  expect(faultOfAnswer(rows, undefined)).toBeUndefined()
  for (const cut of [rows, [...rows.slice(1), total], [total, ...rows], [...rows, total, total]])
    expect(faultOfAnswer(cut, '合计')).toBeTypeOf('string')
  const most = { ...total, amount: fen(Number.MAX_SAFE_INTEGER) }
  expect(
    faultOfAnswer(
      [most, most, total].map((row, n) => (n < 2 ? { ...row, key: 'ZF1' } : row)),
      '合计',
    ),
  ).toMatch(/过大/)
})

test('remarks are cut by bytes and never through a sign; the number of the order stands first', () => {
  const bytesOf = (text: string): number =>
    Array.from(text, sign => (sign < '\u0080' ? 1 : 2)).reduce((sum: number, n) => sum + n, 0)
  expect(cutBytes('ab运费', 5, bytesOf)).toBe('ab运')
  const cells = payFileCells(
    {
      columns: [
        { title: '附言', field: 'remark' },
        { title: '币种', text: 'CNY' },
        { title: '金额', field: 'amount' },
      ],
      remarkBytes: 18,
    },
    [{ ...lineOf(5), payee: '甲', bank: '乙', word: '运费' }],
    bytesOf,
  )
  expect(cells).toEqual([[`${numberOf(5)} `, 'CNY', '100.05']])
  expect(
    Object.keys(
      answerColumnsOf({
        key: ['a'],
        amount: ['b'],
        result: ['c'],
        serial: ['d'],
        account: ['e'],
        reason: ['f'],
        words,
      }),
    ),
  ).toHaveLength(6)
})

test('a bank’s word is known however it is written, and any of its words will do; an empty cell is no result', () => {
  const known = { ...words, success: ['成功', 'Ok', '已入账'], processing: ['处理中', ''] }
  for (const said of ['成功', ' OK ', 'ok', '已入账']) expect(resultOf(known, said)).toBe('success')
  expect(resultOf(known, '退汇')).toBe('returned')
  for (const said of [undefined, '', '  ', '未知', '不成功']) expect(resultOf(known, said)).toBeUndefined()
})

test('an account agrees wholly, or where the bank masks it by four digits at its end', () => {
  const line = { ...lineOf(7), account: '6222 0200 0012 3456' }
  const faultOf = (account: string) =>
    judgeAnswer([{ ...rowOf(line, 1), account }], [line], words, () => false)[0]?.fault
  for (const same of ['6222020000123456', '6222-0200-0012-3456', '6222****3456', '6222＊＊3456 ', 'XX123456'])
    expect(faultOf(same), same).toBeUndefined()
  for (const other of ['3456', '6222****', '6222****456', '6222****3457', '622202000012345'])
    expect(faultOf(other), other).toBe('ACCOUNT')
})

test('the row of the sum is known by its word alone', () => {
  expect([isTotalRow({ row: 1, key: ' 合计 ' }, '合计'), isTotalRow({ row: 1, key: '合计' }, undefined)]).toEqual([
    true,
    false,
  ])
  expect(isTotalRow({ row: 1 }, '合计')).toBe(false)
})

test('a file that is cut, empty or adds up to another sum says which', () => {
  const row = rowOf(lineOf(1), 1)
  const total = { row: 2, key: '合计' }
  expect(faultOfAnswer([], '合计')).toBe('最后一行应为“合计”：文件可能不完整，请从银行重新下载')
  expect(faultOfAnswer([row, total], '合计')).toBe('合计 金额无法识别，与各行之和 100.01 元不符，整份文件不能使用')
  expect(faultOfAnswer([row, { ...total, amount: fen(1) }], '合计')).toBe(
    '合计 0.01 元，与各行之和 100.01 元不符，整份文件不能使用',
  )
})
