// The list of passages of toll gates as it is drawn.
import { tollPassListColumns } from '@yunshu/contract/fuel/fuelColumns'
import { screenUrl } from '@yunshu/contract/screens/screens'
import { drawColumns } from '../../ui/list/drawColumns.tsx'
import { nothing } from '../../ui/Figures.tsx'
import { pairing, withDefaults } from '../../ui/list/twoLines.tsx'

const passes = drawColumns(tollPassListColumns, {
  serial: { width: 190, fixed: 'start', card: 'title', render: row => <strong>{row.serial}</strong> },
  state: {},
  provider: { width: 150, card: 'hide' },
  plate: { width: 110 },
  entry: { width: 130, card: 'hide' },
  exit: { width: 130 },
  enteredAt: { card: 'hide' },
  passedAt: {},
  amount: { width: 130 },
  waybillNo: {
    width: 190,
    render: ({ waybillId, waybillNo }) =>
      waybillId === undefined ? (
        nothing
      ) : (
        <span>
          <a className="ys-link" href={screenUrl('WaybillDetails', { id: waybillId })}>
            {waybillNo}
          </a>
        </span>
      ),
  },
  issueNo: { width: 190, card: 'hide' },
  branchName: { width: 210, card: 'hide' },
  maker: { width: 100, card: 'hide' },
  createdAt: { card: 'hide' },
  endedBy: { width: 100, card: 'hide' },
  endedAt: { card: 'hide' },
})
const pair = pairing(passes)
export const tollPassColumns = withDefaults(
  [
    pair('serial', ['serial', 'provider'], { width: 150, fixed: 'start', card: 'title' }),
    'state',
    pair('waybill', ['waybillNo', 'issueNo'], { width: 160, fits: true }),
    pair('amount', ['amount'], { width: 100, align: 'right', card: 'figure' }),
    pair('plate', ['plate', 'passedAt'], { width: 120 }),
    pair('gates', ['entry', 'exit'], { width: 330 }),
  ],
  passes,
)
