// The tax of a waybill in an input invoice, and the tax a red invoice takes back, each with the figures it is made of.
import { printVat } from '../figures/decimal.ts'
import { addFen, smallerFen, splitTax, ZERO_FEN, type Fen } from '../figures/money.ts'
import { boundTaxOf, taxUpTo, type BoundInput } from '../invoice/input.ts'
import { redTaxOf, type RedLine } from '../invoice/red.ts'
import { explainAmount, explainSum, explainWorked, linkedAmount, type ExplainedAmount } from './explanation.ts'

/** The tax of the part of an input invoice that is bound to a waybill, after what was bound before it. */
export function explainBoundTax(
  input: BoundInput & { readonly invoiceNo: string; readonly link?: string | undefined },
  { label, amount }: { readonly label: string; readonly amount: Fen },
): ExplainedAmount {
  const { gross, tax, bound, usedTax } = input
  const sum = explainSum('累计绑定', {
    plus: [explainAmount('本次绑定', amount), ...(bound === 0 ? [] : [explainAmount('以前绑定', bound)])],
  })
  const whole = linkedAmount(explainAmount('发票税额', tax, input.invoiceNo), input.link)
  const all = explainWorked(
    '累计绑定的税额',
    taxUpTo(input, addFen(bound, amount)),
    '发票税额 × 累计绑定 ÷ 价税合计，四舍五入到分',
    [whole, sum, explainAmount('价税合计', gross)],
  )
  return lessTaken(label, { all, taken: usedTax, of: '以前绑定的税额', value: boundTaxOf(input, amount) })
}

/** The tax that goes back with a part of a line of an invoice, after what went back before. */
export function explainRedTax(line: RedLine, { label, amount }: { label: string; amount: Fen }): ExplainedAmount {
  const { gross, tax, red, redTax, vatBp } = line
  const upTo = addFen(red, amount)
  const rate = printVat(vatBp)
  const sum = explainSum('累计红冲', {
    plus: [explainAmount('本次红冲', amount), ...(red === 0 ? [] : [explainAmount('以前红冲', red)])],
  })
  const all =
    upTo === gross
      ? explainWorked('累计红冲的税额', tax, '整行红冲：蓝字发票行的税额', [sum])
      : explainWorked(
          '累计红冲的税额',
          smallerFen(splitTax(upTo, vatBp).tax, tax),
          `累计红冲 ÷ (1 + ${rate}) × ${rate}，四舍五入到分，不超过蓝字发票行的税额`,
          [sum, explainAmount('蓝字发票行的税额', tax)],
        )
  return lessTaken(label, { all, taken: redTax, of: '以前红冲的税额', value: redTaxOf(line, amount) })
}

interface LessTaken {
  readonly all: ExplainedAmount
  readonly taken: Fen
  /** The words of what was taken. */
  readonly of: string
  readonly value: Fen
}

/** The tax up to now less what was taken before; none where more was taken than that. */
function lessTaken(label: string, { all, taken, of, value }: LessTaken): ExplainedAmount {
  const before = explainAmount(of, taken)
  if (all.value < taken) return explainWorked(label, value, `${of}已超过累计的税额，本次不再计税`, [all, before])
  return taken === ZERO_FEN ? explainSum(label, { plus: [all] }) : explainSum(label, { plus: [all], less: [before] })
}
