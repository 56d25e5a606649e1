// Rows of the aging of receivables, payables and open accounts, each amount with the waybills, parts and accounts it is made of.
import {
  openAgeKeys,
  openAges,
  payableAgeKeys,
  payableAges,
  receivableAgeKeys,
  receivableAges,
} from '../report/aging.ts'
import type { OpenAge, PayableAge, ReceivableAge } from '../report/aging.ts'
import { smallerFen, ZERO_FEN, type Fen } from '../figures/money.ts'
import type { AgingFigure, OpenAgeFigure, PayableFigure } from './explained.ts'
import { explainAmount, explainSum, linkedAmount, type ExplainedAmount } from './explanation.ts'
import { explainTold, type ToldSum } from './ledger.ts'

/** The open amount of a waybill or a part at the end of a day: booked, and taken off. */
export interface OpenFigures {
  readonly label: string
  readonly link?: string | undefined
  /** Booked by then. */
  readonly charged: Fen
  /** Set off and paid by then. */
  readonly less: readonly { readonly label: string; readonly amount: Fen }[]
}

/** The open amount of a waybill or a part. */
export const explainOpen = ({ label, link, charged, less }: OpenFigures): ExplainedAmount =>
  linkedAmount(
    explainSum(label, {
      plus: [explainAmount('已入账', charged)],
      less: less.filter(({ amount }) => amount !== 0).map(each => explainAmount(each.label, each.amount)),
    }),
    link,
  )

/** Open amounts by age; an age without any is left out. */
export type Aged<A extends string> = Readonly<Partial<Record<A, ToldSum>>>

function agesOf<A extends string>(
  keys: readonly A[],
  labels: Readonly<Record<A, { readonly label: string }>>,
  of: Aged<A>,
): ExplainedAmount[] {
  return keys.flatMap(key => {
    const told = of[key]
    return told === undefined ? [] : [explainTold(labels[key].label, told)]
  })
}

const nothing = (label: string): ExplainedAmount => explainAmount(label, ZERO_FEN, '没有未结的款项')

/** The debt of a shipper: its waybills by age, and what it prepaid. */
export interface AgingExplained {
  readonly ages: Aged<ReceivableAge>
  readonly prepaid: Fen
  readonly link?: string | undefined
}

/** A figure of a row of receivables. */
export function explainAging(of: AgingFigure, { ages, prepaid, link }: AgingExplained): ExplainedAmount {
  const total = explainSum('应收', { plus: agesOf(receivableAgeKeys, receivableAges, ages) })
  const own = linkedAmount(explainAmount('预收可抵', prepaid, '预收余额，按总账'), link)
  if (of === 'total') return total
  if (of === 'prepaid') return own
  if (of === 'left') {
    const used = smallerFen(total.value, prepaid)
    return explainSum('抵后净额', {
      plus: [total],
      less: used === 0 ? [] : [linkedAmount(explainAmount('预收可抵', used, '预收余额与应收，取较小者'), link)],
    })
  }
  const { label } = receivableAges[of]
  const told = ages[of]
  return told === undefined ? nothing(label) : explainTold(label, told)
}

/** The claims of a carrier: its parts by age, and the accounts of the ledger. */
export interface PayableExplained {
  readonly ages: Aged<PayableAge>
  readonly accounts: readonly { readonly label: string; readonly amount: Fen; readonly link?: string | undefined }[]
}

/** A figure of a row of payables. */
export function explainPayable(of: PayableFigure, { ages, accounts }: PayableExplained): ExplainedAmount {
  const total = explainSum('应付合计', {
    plus: accounts.map(({ label, amount, link }) => linkedAmount(explainAmount(label, amount, '按总账'), link)),
  })
  if (of === 'total') return total
  if (of === 'rest')
    return explainSum('待拆分', {
      plus: [total],
      less: agesOf(payableAgeKeys, payableAges, ages),
      note: '总账里没有分期的应付：转派服务费和早于分期的运单',
    })
  const { label } = payableAges[of]
  const told = ages[of]
  return told === undefined ? nothing(label) : explainTold(label, told)
}

/** A figure of a row of estimates, or of money nobody claimed. */
export function explainOpenAge(of: OpenAgeFigure, ages: Aged<OpenAge>): ExplainedAmount {
  if (of === 'total') return explainSum('合计', { plus: agesOf(openAgeKeys, openAges, ages) })
  const { label } = openAges[of]
  const told = ages[of]
  return told === undefined ? nothing(label) : explainTold(label, told)
}
