// A waybill that is known by its number: the list with that number asked for.
import { screenUrl } from '@yunshu/contract/screens/screens'
import { listWaybills } from '@yunshu/contract/waybill/waybill'
import { useCan } from '../../lib/can.ts'
import { writeFilter } from '../../lib/urlState.ts'

/** A link for people who see waybills. */
export function NumberedWaybill({ waybillNo }: { waybillNo: string }) {
  const mayOpen = useCan('waybill.view')
  if (!mayOpen) return waybillNo
  const query = writeFilter(listWaybills, { numbers: [waybillNo] }, new URLSearchParams())
  return (
    <a className="ys-link" href={`${screenUrl('WaybillList')}?${query}`}>
      {waybillNo}
    </a>
  )
}
