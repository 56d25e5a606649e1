// Columns of the waybills beside a voucher: two facts a cell, so that both tables stand side by side.
import { nothing } from '../../ui/Figures.tsx'
import type { Column } from '../../ui/list/column.tsx'
import { townOf } from '../../ui/placeText.ts'
import { WaybillNo } from '../../parts/voucher/columns.tsx'

interface Numbered {
  readonly waybillId: string
  readonly waybillNo: string
  readonly plate: string
}
interface Routed {
  readonly load: string
  readonly unload: string
}

/** The places by the shortest names people know them by; the whole when pointed at. */
const Way = ({ load, unload }: Routed) => (
  <span title={`${load} → ${unload}`}>
    {townOf(load)} → {townOf(unload)}
  </span>
)

/** A waybill over its truck. */
export const numberColumn = <Row extends Numbered>(): Column<Row> => ({
  key: 'waybillNo',
  title: '运单 / 车牌',
  width: 140,
  card: 'title',
  render: row => (
    <>
      <WaybillNo waybillId={row.waybillId} waybillNo={row.waybillNo} />
      <div className="ys-weak">{row.plate}</div>
    </>
  ),
})

/** A waybill over its truck and way, where the table has half of the page. */
export const numberWayColumn = <Row extends Numbered & Routed>(): Column<Row> => ({
  ...numberColumn<Row>(),
  title: '运单 / 车牌、路线',
  width: 180,
  isCut: true,
  render: row => (
    <>
      <div>
        <WaybillNo waybillId={row.waybillId} waybillNo={row.waybillNo} />
      </div>
      <div className="ys-weak">
        {row.plate} <Way {...row} />
      </div>
    </>
  ),
})

/** The way of a waybill over its carrier. */
export const wayCarrierColumn = <Row extends Routed & { readonly carrier?: string | undefined }>(): Column<Row> => ({
  key: 'way',
  title: '路线 / 承运商',
  cardTitle: '',
  width: 150,
  isCut: true,
  render: row => (
    <>
      <div>
        <Way {...row} />
      </div>
      <div className="ys-weak" title={row.carrier}>
        {row.carrier ?? nothing}
      </div>
    </>
  ),
})
