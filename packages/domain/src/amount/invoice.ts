// Amounts of a line of an invoice, each with the figures it is made of: the freight, what is invoiced already, and the tax so far.
import { printVat } from '../figures/decimal.ts'
import { addFen, fen, splitTax, subtractFen, sumFen, ZERO_FEN, type Fen } from '../figures/money.ts'
import { explainAmount, explainSum, explainWorked, linkedAmount, type ExplainedAmount } from './explanation.ts'

/** A waybill on an application for invoices, and the lines it was divided into. */
export interface InvoicedFigures {
  readonly waybillNo: string
  readonly link?: string | undefined
  /** Compensation that lowered what the shipper owes for it, and no invoice. */
  readonly compensated?: Fen | undefined
  /** Freight and tax invoices of earlier applications bear. */
  readonly borne: { readonly gross: Fen; readonly tax: Fen }
  /** The amount applied for. */
  readonly gross: Fen
  readonly vatBp: number
  /** Totals of its lines in their order; the last one takes what is left. */
  readonly pieces: readonly Fen[]
}

/** The three amounts of the line at a place among the lines of its waybill. */
export interface InvoiceLineExplained {
  readonly gross: ExplainedAmount
  readonly net: ExplainedAmount
  readonly tax: ExplainedAmount
}

/** Works the amounts of a line out anew. */
export function explainInvoiceLine(figures: InvoicedFigures, at: number): InvoiceLineExplained {
  const gross = lineGross(figures, at)
  const tax = lineTax(figures, at)
  return { gross, tax, net: explainSum('不含税', { plus: [gross], less: [tax] }) }
}

/** The freight applied for: that of the waybill, less what is invoiced already. */
function applied({ waybillNo, link, gross, borne, compensated = ZERO_FEN }: InvoicedFigures): ExplainedAmount {
  const owed = subtractFen(addFen(gross, borne.gross), compensated)
  const freight = linkedAmount(explainAmount(`${waybillNo} 托运运费`, owed, '签收时确定'), link)
  return explainSum('本次开票', {
    plus: [freight, ...(compensated === 0 ? [] : [explainAmount('赔付货主', compensated, '减少应付，不减开票金额')])],
    less: borne.gross === 0 ? [] : [explainAmount('已开票', borne.gross, '以前申请开出的部分')],
  })
}

const before = (pieces: readonly Fen[], at: number): Fen => sumFen(pieces.slice(0, at))

function lineGross(figures: InvoicedFigures, at: number): ExplainedAmount {
  const { pieces } = figures
  const whole = applied(figures)
  if (pieces.length <= 1) return explainSum('价税合计', { plus: [whole] })
  if (at < pieces.length - 1)
    return explainWorked(
      '价税合计',
      pieces[at] ?? ZERO_FEN,
      `超过单张限额，分 ${pieces.length} 行开具，第 ${at + 1} 行`,
      [whole],
    )
  return explainSum('价税合计', {
    plus: [whole],
    less: [explainAmount(`前 ${at} 行`, before(pieces, at))],
    note: `超过单张限额，分 ${pieces.length} 行开具，最后一行取余数`,
  })
}

/** Tax of an amount with tax in it, as it is worked out. */
const taxOf = (label: string, gross: Fen, vatBp: number): ExplainedAmount => {
  const rate = printVat(vatBp)
  return explainWorked(label, splitTax(gross, vatBp).tax, `价税合计 ÷ (1 + ${rate}) × ${rate}，四舍五入到分`, [
    explainAmount('价税合计', gross),
  ])
}

/** The tax of a waybill: that of its whole freight, less what earlier invoices took of it. */
function appliedTax({ gross, borne, vatBp }: InvoicedFigures): ExplainedAmount {
  const whole = taxOf('全部运费的税额', addFen(gross, borne.gross), vatBp)
  return explainSum('税额', {
    plus: [whole],
    less: borne.tax === 0 ? [] : [explainAmount('已开票税额', borne.tax, '以前申请开出的部分')],
  })
}

/** Tax up to the end of a piece; the last ends at the tax of the waybill, and no piece passes it. */
function upTo(figures: InvoicedFigures, at: number): Fen {
  const whole = appliedTax(figures).value
  if (at === figures.pieces.length - 1) return whole
  return fen(Math.min(splitTax(before(figures.pieces, at + 1), figures.vatBp).tax, whole))
}

function lineTax(figures: InvoicedFigures, at: number): ExplainedAmount {
  const { pieces, vatBp } = figures
  const whole = appliedTax(figures)
  if (pieces.length <= 1) return whole
  const isLast = at === pieces.length - 1
  const far = isLast
    ? whole
    : explainWorked(`到第 ${at + 1} 行的税额`, upTo(figures, at), '累计价税合计的税额，四舍五入到分', [
        taxOf('累计税额', before(pieces, at + 1), vatBp),
      ])
  return explainSum('税额', {
    plus: [far],
    less: at === 0 ? [] : [explainAmount(`前 ${at} 行的税额`, upTo(figures, at - 1))],
    note: `分 ${pieces.length} 行开具：累计税额减前面各行的税额`,
  })
}
