// Explanations (金额说明): an amount as the tree of figures it is made of, worked out by the code that stores it.
import { groupThousands, printDecimal } from '../figures/decimal.ts'
import { fen, printMoney, type Fen } from '../figures/money.ts'
import { printUnitPrice, unitPrice } from '../figures/unitPrice.ts'
import { printVolume, volume } from '../figures/volume.ts'
import { grams, printTons } from '../figures/weight.ts'

/** The units figures of an explanation are in, with the words after them. */
export const explainedUnits = {
  fen: { label: '元', print: (value: number) => printMoney(fen(value)) },
  grams: { label: '吨', print: (value: number) => groupThousands(printTons(grams(value))) },
  unitPrice: { label: '元', print: (value: number) => groupThousands(printUnitPrice(unitPrice(value))) },
  volume: { label: '方', print: (value: number) => printVolume(volume(value)) },
  trucks: { label: '车', print: String },
  metres: { label: '公里', print: (value: number) => printDecimal(value, 3, 0) },
  ppm: { label: '%', print: (value: number) => printDecimal(value, 4, 0) },
} as const
export type ExplainedUnit = keyof typeof explainedUnits

/** A figure and the figures it is made of; a fact where there are none. */
export interface Explanation {
  readonly label: string
  readonly value: number
  readonly unit: ExplainedUnit
  /** The rule of a figure that is more than a sum, and the source of a fact. */
  readonly note?: string
  /** The address of the page that has the figure, or the lines it is the sum of. */
  readonly link?: string | undefined
  readonly terms: readonly Term[]
}

/** A figure within another: added, taken off, or gone into its rule. */
export interface Term {
  readonly sign?: '+' | '−'
  readonly of: Explanation
}

/** An explanation of an amount. */
export interface ExplainedAmount extends Explanation {
  readonly value: Fen
  readonly unit: 'fen'
}

/** A figure that stands by itself: weighed, agreed, or written by somebody. */
export const explainFact = (label: string, value: number, unit: ExplainedUnit, note?: string): Explanation => ({
  label,
  value,
  unit,
  ...(note === undefined ? {} : { note }),
  terms: [],
})

/** An amount that stands by itself. */
export const explainAmount = (label: string, value: Fen, note?: string): ExplainedAmount => ({
  ...explainFact(label, value, 'fen', note),
  value,
  unit: 'fen',
})

/** The amount with the address of the page that has it. */
export const linkedAmount = <E extends Explanation>(of: E, link: string | undefined): E =>
  link === undefined ? of : { ...of, link }

/** An amount a rule makes of other figures. */
export const explainWorked = (
  label: string,
  value: Fen,
  note: string,
  from: readonly Explanation[],
): ExplainedAmount => ({ label, value, unit: 'fen', note, terms: from.map(of => ({ of })) })

/** A sum of amounts; those taken off stand in `less`. */
export function explainSum(
  label: string,
  { plus, less = [], note }: { plus: readonly ExplainedAmount[]; less?: readonly ExplainedAmount[]; note?: string },
): ExplainedAmount {
  const value = fen(total(plus) - total(less))
  const terms: Term[] = [...plus.map((of): Term => ({ sign: '+', of })), ...less.map((of): Term => ({ sign: '−', of }))]
  return { label, value, unit: 'fen', ...(note === undefined ? {} : { note }), terms }
}

const total = (amounts: readonly ExplainedAmount[]): number => amounts.reduce((sum, { value }) => sum + value, 0)

/** The value of a figure as people read it, without its unit. */
export const printExplained = ({ value, unit }: Explanation): string => explainedUnits[unit].print(value)

/** A line of a printed explanation: how deep it stands, and what it says. */
export interface ExplainedStep {
  readonly depth: number
  readonly sign?: '+' | '−' | undefined
  readonly label: string
  readonly value: string
  readonly unit: string
  readonly note?: string | undefined
  readonly link?: string | undefined
}

/** The lines of an explanation, each figure before those it is made of. */
export function explainedSteps(root: Explanation): ExplainedStep[] {
  const walk = ({ sign, of }: Term, depth: number): ExplainedStep[] => [
    {
      depth,
      label: of.label,
      value: printExplained(of),
      unit: explainedUnits[of.unit].label,
      ...(sign === undefined ? {} : { sign }),
      ...(of.note === undefined ? {} : { note: of.note }),
      ...(of.link === undefined ? {} : { link: of.link }),
    },
    ...of.terms.flatMap(term => walk(term, depth + 1)),
  ]
  return walk({ of: root }, 0)
}

/**
 * An explanation in one line: 应付 8,881.00 = 运费 8,910.16 − 亏吨扣款 28.77 − 抹零 0.39；运费 8,910.16：31.987654 吨 ×
 * 278.5501 元/吨. Every figure that is made of others has its clause, the whole before its parts.
 */
export function explanationText(root: Explanation): string {
  const clauses: string[] = []
  const tell = (of: Explanation): void => {
    if (of.terms.length === 0) return
    const sum = of.terms.flatMap(term => (term.sign === undefined ? [] : [term]))
    const said = `${of.label} ${printExplained(of)}`
    if (sum.length > 0)
      clauses.push(
        `${said} = ${sum
          .map(
            ({ sign, of: part }, n) =>
              `${n === 0 && sign === '+' ? '' : `${sign} `}${part.label} ${printExplained(part)}`,
          )
          .join(' ')}`,
      )
    else if (of.note !== undefined) clauses.push(`${said}：${of.note}`)
    for (const term of of.terms) tell(term.of)
  }
  tell(root)
  return clauses.length > 0 ? clauses.join('；') : `${root.label} ${printExplained(root)}`
}
