// The list of fuel that was used as it is drawn.
import { fuelUseListColumns } from '@yunshu/contract/fuel/fuelColumns'
import { listUrl } from '@yunshu/contract/screens/screens'
import { useCan } from '../../lib/can.ts'
import { nothing } from '../../ui/Figures.tsx'
import { drawColumns } from '../../ui/list/drawColumns.tsx'
import { factOf, pairing, withDefaults } from '../../ui/list/twoLines.tsx'

/** The waybills a use was laid on, found in their list by number. */
function Waybills({ numbers }: { numbers: string | undefined }) {
  const mayOpen = useCan('waybill.view')
  if (numbers === undefined) return nothing
  if (!mayOpen) return numbers
  return (
    <span>
      <a className="ys-link" href={listUrl('WaybillList', { numbers: JSON.stringify(numbers.split('、')) })}>
        {numbers}
      </a>
    </span>
  )
}

const uses = drawColumns(fuelUseListColumns, {
  serial: { width: 190, fixed: 'start', card: 'title', render: row => <strong>{row.serial}</strong> },
  state: {},
  fault: { width: 170 },
  provider: { width: 150, card: 'hide' },
  cardNo: { width: 190 },
  couponNo: { width: 150 },
  usedAt: {},
  station: { width: 170 },
  litres: { width: 100, card: 'hide' },
  unitPrice: { width: 100, card: 'hide' },
  amount: { width: 130 },
  waybillNos: { width: 200, render: row => <Waybills numbers={row.waybillNos} /> },
  branchName: { width: 210, card: 'hide' },
  maker: { width: 100, card: 'hide' },
  createdAt: { card: 'hide' },
  endedBy: { width: 100, card: 'hide' },
  reason: { width: 180, card: 'hide' },
})
const pair = pairing(uses)
export const fuelUseColumns = withDefaults(
  [
    pair('serial', ['serial', 'provider'], { width: 180, fixed: 'start', card: 'title' }),
    'state',
    pair(
      'card',
      [factOf(uses, 'cardNo', { render: row => row.cardNo ?? row.couponNo, holds: ['cardNo', 'couponNo'] }), 'fault'],
      // a number of twenty digits is what a difference is about
      { width: 180, fits: true },
    ),
    pair('station', ['station', 'usedAt'], { width: 180 }),
    pair('amount', ['amount', 'litres'], { width: 120, align: 'right', card: 'figure' }),
    pair('waybill', ['waybillNos', 'reason'], { width: 190 }),
  ],
  uses,
)
