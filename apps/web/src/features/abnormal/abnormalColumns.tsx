// The list of abnormal positions as it is drawn.
import { abnormalListColumns } from '@yunshu/contract/abnormal/abnormalColumns'
import { drawColumns } from '../../ui/list/drawColumns.tsx'
import { pairing, withDefaults } from '../../ui/list/twoLines.tsx'

const singles = drawColumns(abnormalListColumns, {
  plate: { width: 120, fixed: 'start', card: 'title' },
  state: {},
  kind: { width: 130 },
  level: { width: 80 },
  fromAt: {},
  recoveredAt: { card: 'hide' },
  times: { width: 80, card: 'hide' },
  evidence: { width: 250 },
  place: { width: 190, card: 'hide' },
  waybillNo: { width: 180 },
  driverName: { width: 100, card: 'hide' },
  carrierName: { width: 220, card: 'hide' },
  claimer: { width: 110, card: 'hide' },
  note: { width: 240, card: 'hide' },
})

const pair = pairing(singles)

export const abnormalColumns = withDefaults(
  [
    pair('vehicle', ['plate', 'driverName'], { width: 130, fixed: 'start', card: 'title' }),
    'state',
    pair('what', ['kind', 'level'], { width: 130 }),
    pair('since', ['fromAt', 'recoveredAt'], { width: 140 }),
    'evidence',
    pair('waybill', ['waybillNo', 'carrierName'], { width: 180 }),
    pair('hand', ['claimer', 'note'], { width: 140, card: 'hide' }),
  ],
  singles,
)
