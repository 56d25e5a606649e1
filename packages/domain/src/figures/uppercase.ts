// Amounts in Chinese capital numerals (大写金额), as contracts, settlements and vouchers print them.
import type { Fen } from './money.ts'

const digits = ['零', '壹', '贰', '叁', '肆', '伍', '陆', '柒', '捌', '玖']
const places = ['', '拾', '佰', '仟']

/**
 * Writes an amount in words: 140950 fen is 人民币壹仟肆佰零玖元伍角整.
 *
 * A run of zeros between two digits is one 零, also across 万, 亿 and 元, the fullest of the allowed forms.
 * 整 closes an amount that ends at 元 or 角. A negative amount (红字) starts with 人民币负.
 *
 * @source 支付结算办法 附一
 */
export function moneyInWords(amount: Fen): string {
  const sign = amount < 0 ? '负' : ''
  const fenDigits = String(Math.abs(amount)).padStart(3, '0')
  const words = yuanThenFen(fenDigits)
  return `人民币${sign}${words}`
}

function yuanThenFen(fenDigits: string): string {
  const yuan = fenDigits.slice(0, -2)
  const writer = zeroJoiner()
  for (const [index, digit] of yuan.split('').entries()) {
    const place = yuan.length - 1 - index
    writer.digit(digit, places[place % 4] ?? '')
    if (place % 4 === 0) writer.unit(sectionUnit(yuan, place))
  }
  if (Number(yuan) > 0) writer.unit('元')
  writer.digit(fenDigits.at(-2) ?? '0', '角')
  writer.digit(fenDigits.at(-1) ?? '0', '分')
  if (writer.text() === '') return '零元整'
  return fenDigits.endsWith('0') ? `${writer.text()}整` : writer.text()
}

/**
 * The word that closes a group of four digits: 亿 always (something stands above it), 万 when the group holds anything.
 */
function sectionUnit(yuan: string, place: number): string {
  if (place === 0) return ''
  if (place === 8) return '亿'
  const group = yuan.slice(0, yuan.length - place).slice(-4)
  return Number(group) > 0 ? '万' : ''
}

/** Joins numerals left to right, holding zeros back until a digit follows them. */
function zeroJoiner() {
  let text = ''
  let zeroWaits = false
  return {
    text: () => text,
    unit: (word: string) => {
      text += word
    },
    digit: (digit: string, place: string) => {
      if (digit === '0') {
        zeroWaits = true
        return
      }
      if (zeroWaits && text !== '') text += '零'
      zeroWaits = false
      text += (digits[Number(digit)] ?? '') + place
    },
  }
}
