// One invoice with its voucher: of the house, or of a carrier to the house.
import { getInputInvoice } from '@yunshu/contract/invoice/input'
import { useParams, useSearchParams } from 'react-router'
import { useSession } from '../../lib/session.ts'
import { sidesOf } from '../../lib/side.ts'
import { useCall } from '../../lib/useCall.ts'
import { InputRecord } from './InputRecord.tsx'
import { SalesInvoice } from './SalesInvoice.tsx'

/** Screen QueryInvoiceVoucher: an invoice the house issued, or with `of=input` one a carrier issued to it. */
export default function QueryInvoiceVoucherPage() {
  const { id = '' } = useParams()
  const [params] = useSearchParams()
  const sides = sidesOf(useSession(session => session.info))
  const isInput = params.get('of') === 'input' || (sides.includes('carrier') && !sides.includes('shipper'))
  const input = useCall(getInputInvoice, { id }, { quiet: true, enabled: isInput })
  return isInput ? <InputRecord answer={input} /> : <SalesInvoice id={id} />
}
