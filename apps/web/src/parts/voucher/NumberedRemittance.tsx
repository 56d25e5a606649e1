// A receipt that is known by its number: the list with that number asked for.
import { listUrl } from '@yunshu/contract/screens/screens'
import { useCan } from '../../lib/can.ts'

/** A link for people who see receipts. */
export function NumberedRemittance({ remittanceNo }: { remittanceNo: string }) {
  const mayOpen = useCan('remittance.view')
  if (!mayOpen) return remittanceNo
  return (
    <a className="ys-link" href={listUrl('RemittanceList', { text: remittanceNo })}>
      {remittanceNo}
    </a>
  )
}
