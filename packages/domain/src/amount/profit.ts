// The profit of a row with the classes of income and cost it is made of, each as the sum of its lines.
import { profitClasses, profitKeys, type ProfitClass } from '../report/profit.ts'
import { explainSum, linkedAmount, type ExplainedAmount } from './explanation.ts'
import { explainTold, type ToldSum } from './ledger.ts'

/** Income less cost, by class; classes without lines are left out. */
export function explainProfit(of: Readonly<Partial<Record<ProfitClass, ToldSum>>>, link?: string): ExplainedAmount {
  const told = (isIncome: boolean): ExplainedAmount[] =>
    profitKeys.flatMap(key => {
      const sum = of[key]
      return sum === undefined || profitClasses[key].isIncome !== isIncome
        ? []
        : [explainTold(profitClasses[key].label, sum)]
    })
  return linkedAmount(explainSum('毛利', { plus: told(true), less: told(false), note: '按总账分录，不含税' }), link)
}
