// Columns many cards of vouchers have: a waybill, a sheet.
import { screenUrl } from '@yunshu/contract/screens/screens'
import { useCan } from '../../lib/can.ts'
import { nothing } from '../../ui/Figures.tsx'
import type { Column } from '../../ui/list/column.tsx'

/** A waybill whose page is known; a link for people who see waybills. */
export function WaybillNo({ waybillId, waybillNo }: { waybillId: string; waybillNo: string }) {
  const mayOpen = useCan('waybill.view')
  if (!mayOpen) return waybillNo
  return (
    <a className="ys-link" href={screenUrl('WaybillDetails', { id: waybillId })}>
      {waybillNo}
    </a>
  )
}

/** The column of the waybill of a row. */
export const waybillColumn = <
  Row extends { readonly waybillId: string; readonly waybillNo: string },
>(): Column<Row> => ({
  key: 'waybillNo',
  title: '运单号',
  width: 170,
  render: row => <WaybillNo waybillId={row.waybillId} waybillNo={row.waybillNo} />,
})

/** A settlement sheet by its number; nothing where there is none. */
export function SheetNo({ settlementNum }: { settlementNum: string | undefined }) {
  if (settlementNum === undefined) return nothing
  return (
    <a className="ys-link" href={screenUrl('SettlementNormal', { settlementNum })}>
      {settlementNum}
    </a>
  )
}
