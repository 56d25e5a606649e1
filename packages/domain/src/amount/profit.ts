// The figures of a row of profit: its classes of income and cost, each as the sum of its lines, and the sums of them.
import { ZERO_FEN } from '../figures/money.ts'
import { costKeys, profitClasses, profitKeys, type ProfitClass } from '../report/profit.ts'
import { profitFigures, type ProfitFigure } from './explained.ts'
import { explainAmount, explainSum, linkedAmount, type ExplainedAmount } from './explanation.ts'
import { explainTold, type ToldSum } from './ledger.ts'

/** Parts the lines of a row are told apart by: classes of profit, and beside it output tax and estimates that stand. */
export const profitParts = { ...profitClasses, tax: {}, estimated: {} } as const
export type ProfitPart = keyof typeof profitParts
export type ProfitTold = Readonly<Partial<Record<ProfitPart, ToldSum>>>

/** A figure of a row of profit; classes without lines are left out of its sums. */
export function explainProfitFigure(of: ProfitFigure, told: ProfitTold, link?: string): ExplainedAmount {
  return linkedAmount(figureOf(of, told), link)
}

function figureOf(of: ProfitFigure, told: ProfitTold): ExplainedAmount {
  const label = profitFigures[of]
  const sums = (keys: readonly ProfitPart[]): ExplainedAmount[] =>
    keys.flatMap(key => {
      const sum = told[key]
      return sum === undefined ? [] : [explainTold(profitFigures[key], sum)]
    })
  const byIncome = (isIncome: boolean): ProfitClass[] =>
    profitKeys.filter(key => profitClasses[key].isIncome === isIncome)
  switch (of) {
    case 'profit':
      return explainSum(label, { plus: sums(byIncome(true)), less: sums(byIncome(false)), note: '按总账分录，不含税' })
    case 'gross':
      return explainSum(label, { plus: sums(['net', 'tax']), note: '不含税收入加销项税额' })
    case 'cost':
      return explainSum(label, { plus: sums(costKeys), note: '不含赔款支出和期间费用' })
    default:
      return sums([of])[0] ?? explainAmount(label, ZERO_FEN, '没有分录')
  }
}
