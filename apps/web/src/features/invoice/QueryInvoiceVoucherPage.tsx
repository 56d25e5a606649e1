// One invoice with its voucher: of the house, or of a carrier to the house.
import { getInputInvoice } from '@yunshu/contract/invoice/input'
import { useParams } from 'react-router'
import { useSession } from '../../lib/session.ts'
import { sidesOf } from '../../lib/side.ts'
import { useCall } from '../../lib/useCall.ts'
import { InputRecord } from './InputRecord.tsx'
import { SalesInvoice } from './SalesInvoice.tsx'

/** Screen QueryInvoiceVoucher: an invoice the house issued, or one a carrier issued to it. */
export default function QueryInvoiceVoucherPage() {
  const { id = '' } = useParams()
  const sides = sidesOf(useSession(session => session.info))
  const isInputSide = !sides.includes('shipper')
  const input = useCall(getInputInvoice, { id }, { quiet: true, enabled: isInputSide })
  const isSales = !isInputSide || (input.error !== null && !sides.includes('carrier'))
  return isSales ? <SalesInvoice id={id} /> : <InputRecord answer={input} />
}
