// A figure of an input invoice, with what it is made of behind it.
import type { InputInvoiceRow } from '@yunshu/contract/invoice/input'
import type { InputFigure } from '@yunshu/domain/amount/explained'
import { AskedMoney } from '../../parts/explain/AskedMoney.tsx'
import { Money } from '../../ui/Figures.tsx'

interface InputMoneyProps {
  row: InputInvoiceRow
  of: InputFigure
}

/** Of nothing there is nothing to tell. */
export const InputMoney = ({ row, of }: InputMoneyProps) =>
  row[of] === 0 ? (
    <Money value={row[of]} />
  ) : (
    <AskedMoney asked={{ amountOf: 'input', figure: of, id: row.id }} value={row[of]} />
  )
