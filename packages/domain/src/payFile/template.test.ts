// Templates of payment files: the cells of a line, and the headings by which an answer is read.
import { expect, test } from 'vitest'
import { fen } from '../figures/money.ts'
import { answerColumnsOf, cutBytes, payFileCells, payFileFields, type PayFileField } from './template.ts'

const bytesOf = (text: string): number =>
  Array.from(text, sign => (sign < '\u0080' ? 1 : 2)).reduce<number>((a, b) => a + b, 0)

test('a remark fills its bytes to the last and is not longer by one', () => {
  expect([4, 5, 6].map(most => cutBytes('ab运费', most, bytesOf))).toEqual(['ab运', 'ab运', 'ab运费'])
  expect([cutBytes('', 0, bytesOf), cutBytes('a', 0, bytesOf)]).toEqual(['', ''])
})

test('lines are numbered from one, and each column holds its fact', () => {
  const columns = (Object.keys(payFileFields) as PayFileField[]).map(field => ({ title: field, field }))
  const line = { taskNo: 'ZF1', payee: '甲', account: '6222', bank: '工行', amount: fen(123_456), word: '运费' }
  expect(
    payFileCells({ columns, remarkBytes: 100 }, [line, { ...line, taskNo: 'ZF2', word: '预付运费' }], bytesOf),
  ).toEqual([
    ['1', 'ZF1', '甲', '6222', '工行', '1234.56', 'ZF1 运费'],
    ['2', 'ZF2', '甲', '6222', '工行', '1234.56', 'ZF2 预付运费'],
  ])
})

test('an answer is read by the bank’s first heading or its others; number, amount and result have to be there', () => {
  const columns = answerColumnsOf({
    key: ['业务编号', '备注'],
    amount: ['金额'],
    result: ['状态'],
    serial: ['流水号'],
    account: ['账号'],
    reason: [],
    words: { success: [], failed: [], returned: [], processing: [] },
  })
  expect([columns.key.title, columns.key.also, columns.amount.also, columns.reason.title]).toEqual([
    '业务编号',
    ['备注'],
    [],
    '',
  ])
  const wanted = Object.entries(columns).flatMap(([key, column]) =>
    'required' in column && column.required === true ? [key] : [],
  )
  expect(wanted).toEqual(['key', 'amount', 'result'])
})
