// Words of the trade that headings of lists explain: strange to people who come from other products.
import type { terms } from './term/terms.ts'

/** Each with its row in the table of words; that table is long and loaded where a word is drawn. */
const headingWords = {
  亏吨: 'loss',
  抹零: 'rounding',
  抵欠: 'setOff',
  待拆分: 'notSplit',
  在外未用: 'notUsed',
  车载里程: 'odometer',
  断网补传: 'lateFixes',
  完整率: 'wholeTrail',
  补记: 'recorded',
  可用额度: 'credit',
  账龄: 'age',
  尾差: 'tail',
  确认单: 'redConfirm',
} as const satisfies Readonly<Record<string, keyof typeof terms>>

/** The strange word in a heading; undefined where it says itself. */
export const wordOfHeading = (heading: string): string | undefined =>
  Object.keys(headingWords).find(word => heading.includes(word))
