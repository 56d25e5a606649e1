// Tests of amounts in words: the published vectors, and a reader that turns words back into fen.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fen } from './money.ts'
import { moneyInWords } from './uppercase.ts'

test.each([
  [140_950, '人民币壹仟肆佰零玖元伍角整'],
  [600_714, '人民币陆仟零柒元壹角肆分'],
  [32_504, '人民币叁佰贰拾伍元零肆分'],
  [10_700_053, '人民币壹拾万零柒仟元零伍角叁分'],
  [1_000_000_000_100, '人民币壹佰亿零壹元整'],
  [168_032, '人民币壹仟陆佰捌拾元零叁角贰分'],
  [950_000, '人民币玖仟伍佰元整'],
  [0, '人民币零元整'],
  [5, '人民币伍分'],
  [50, '人民币伍角整'],
  [1_001, '人民币壹拾元零壹分'],
  [100_000_000_000_000, '人民币壹万亿元整'],
  [100_010_000_000_000, '人民币壹万零壹亿元整'],
  [-12_000, '人民币负壹佰贰拾元整'],
  [9_007_199_254_740_991, '人民币玖拾万零柒佰壹拾玖亿玖仟贰佰伍拾肆万柒仟肆佰零玖元玖角壹分'],
])('%i fen in words', (amount, words) => {
  expect(moneyInWords(fen(amount))).toBe(words)
})

const numerals = '零壹贰叁肆伍陆柒捌玖'
const multipliers: Record<string, bigint> = { 拾: 10n, 佰: 100n, 仟: 1000n, 万: 10_000n, 亿: 100_000_000n }

/** Reads a whole number in words by cutting at its largest unit; shares nothing with the writer. */
function readWhole(words: string): bigint {
  for (const unit of ['亿', '万', '仟', '佰', '拾']) {
    const at = words.lastIndexOf(unit)
    if (at < 0) continue
    return readWhole(words.slice(0, at)) * (multipliers[unit] ?? 0n) + readWhole(words.slice(at + 1))
  }
  const digit = words.replaceAll('零', '')
  return digit === '' ? 0n : BigInt(numerals.indexOf(digit))
}

function readWords(words: string): bigint {
  const match = /^人民币(负?)(?:(.+)元)?零?(?:(.)角)?零?(?:(.)分)?整?$/.exec(words)
  if (!match) throw new Error(`unreadable: ${words}`)
  const [, minus, yuan = '', jiao = '零', fenDigit = '零'] = match
  const amount = readWhole(yuan) * 100n + readWhole(jiao) * 10n + readWhole(fenDigit)
  return minus ? -amount : amount
}

const anyAmount = fc.oneof(
  fc.maxSafeInteger(),
  // amounts with many zeros, where the rules bite
  fc
    .array(fc.constantFrom('0', '0', '0', '1', '9'), { minLength: 1, maxLength: 15 })
    .map(list => Number(list.join(''))),
)

test('every amount survives writing in words and reading back', () => {
  fc.assert(
    fc.property(anyAmount, amount => {
      expect(readWords(moneyInWords(fen(amount)))).toBe(BigInt(amount))
    }),
    { numRuns: 2000 },
  )
})

test('words never hold two zeros in a row, nor a zero before a unit, and close with 整 exactly when there are no fen', () => {
  fc.assert(
    fc.property(
      anyAmount.filter(amount => amount !== 0),
      amount => {
        const words = moneyInWords(fen(amount))
        expect(words).not.toMatch(/零零|零[拾佰仟万亿元角分整]|币零/)
        expect(words.endsWith('整')).toBe(amount % 10 === 0)
      },
    ),
    { numRuns: 2000 },
  )
})

test('the reader sees a digit, a unit or a place that is wrong (control)', () => {
  const words = moneyInWords(fen(140_950))
  expect(readWords(words)).toBe(140_950n)
  for (const wrong of [words.replace('玖', '捌'), words.replace('仟', '佰'), words.replace('伍角', '伍分')])
    expect(readWords(wrong)).not.toBe(140_950n)
})
