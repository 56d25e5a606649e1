// The bank's file of a day in the forms banks write: way and amount, one column for each way, an amount with a sign, day and
// time apart.
import { readLooseTime } from '@yunshu/domain/figures/looseText'
import { expect, test } from 'vitest'
import { readSheetFile } from '../../imports/sheetFile.ts'
import { bankFileOf } from './bankFile.ts'

const head = '对账文件,2026-11-25,笔数,2,收入合计,100.00,支出合计,38.60,期初余额,10.00,期末余额,71.40'
const read = async (rows: readonly string[], first = head) => {
  const sheet = await readSheetFile({ name: 'x.csv', bytes: Buffer.from([first, ...rows].join('\r\n')) })
  return bankFileOf(sheet, { name: 'x.csv', sha256: 'x' })
}
const at = (time: string): number => readLooseTime(`2026-11-25 ${time}`) ?? 0
const moved = [
  { n: 1, serial: 'A1', direction: 'IN', amount: 10_000, at: at('08:30') },
  { n: 2, serial: 'A2', direction: 'OUT', amount: 3_860, at: at('09:00:05') },
]

test.each([
  ['way and amount', '交易时间,流水号,收支,金额', ['收入,100.00', '支出,38.60']],
  ['借 and 贷 as marks', '交易时间,流水号,借贷标志,交易金额', ['贷,100.00', '借,38.60']],
  ['D and C as marks', '交易时间,流水号,借贷方向,发生额', ['C,100.00', 'D,38.60']],
  ['one column for each side', '交易时间,流水号,借方发生额,贷方发生额', [',100.00', '38.60,']],
  [
    'one column for each side, the other with nothing',
    '交易时间,流水号,借方金额,贷方金额',
    ['0.00,100.00', '38.60,0.00'],
  ],
  ['收入 and 支出 in columns', '交易时间,流水号,收入,支出', ['100.00,', ',38.60']],
  ['an amount with a sign', '交易时间,流水号,金额', ['100.00', '-38.60']],
])('a file with %s says the same movements', async (_, heads, [first = '', second = '']) => {
  const { lines } = await read([heads, `2026-11-25 08:30,A1,${first}`, `2026-11-25 09:00:05,A2,${second}`])
  expect(lines).toMatchObject(moved)
})

test('day and time may stand apart, and the head may say the sides of the bank’s books', async () => {
  const bankHead = head.replace('收入合计', '贷方合计').replace('支出合计', '借方合计')
  const { lines } = await read(
    ['交易日期,交易时间,流水号,借方,贷方', '2026-11-25,08:30,A1,,100.00', '2026-11-25,09:00:05,A2,38.60,'],
    bankHead,
  )
  expect(lines).toMatchObject(moved)
})

test.each([
  ['both sides', '借方发生额,贷方发生额', '38.60,100.00', '第 3 行收入（贷方）和支出（借方）都有金额'],
  ['no amount', '借方发生额,贷方发生额', ',0.00', '第 3 行金额不能为空'],
  ['a mark against its column', '借贷标志,借方发生额', '贷,38.60', '第 3 行收支与金额所在的列不符'],
  ['another amount beside its column', '金额,贷方发生额', '99.00,100.00', '第 3 行金额与借方、贷方的金额不符'],
  ['a mark and a sign', '收支,金额', '支出,-38.60', '第 3 行写了收支，金额不能再为负'],
  ['an unreadable amount', '收支,金额', '支出,3x', '第 3 行金额格式不正确，最多两位小数'],
  ['a mark nobody knows', '收支,金额', '往来,38.60', '第 3 行收支不是可选的值'],
])('a line with %s is refused with its number', async (_, heads, cells, words) => {
  await expect(read([`交易时间,流水号,${heads}`, `2026-11-25 08:30,A1,${cells}`])).rejects.toThrow(words)
})

test('sides taken the wrong way round do not add up to the head', async () => {
  const rows = ['交易时间,流水号,金额', '2026-11-25 08:30,A1,100.00', '2026-11-25 09:00:05,A2,38.60']
  await expect(read(rows)).rejects.toThrow('收入合计')
})
