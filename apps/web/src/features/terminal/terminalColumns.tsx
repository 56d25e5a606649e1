// The list of terminals as it is drawn.
import { terminalListColumns } from '@yunshu/contract/terminal/terminalColumns'
import { drawColumns } from '../../ui/list/drawColumns.tsx'
import { pairing, withDefaults } from '../../ui/list/twoLines.tsx'

const singles = drawColumns(terminalListColumns, {
  phone: { width: 160, fixed: 'start', card: 'title' },
  state: {},
  presence: { width: 80 },
  seenAt: {},
  plate: { width: 120 },
  role: { width: 100, card: 'hide' },
  carrierName: { width: 210 },
  maker: { width: 100, card: 'hide' },
  model: { width: 120, card: 'hide' },
  deviceNo: { width: 150, card: 'hide' },
  protocol: { width: 100, card: 'hide' },
  imei: { width: 160, card: 'hide' },
  iccid: { width: 190, card: 'hide' },
  software: { width: 150, card: 'hide' },
  note: { width: 180, card: 'hide' },
  createdAt: { card: 'hide' },
})

const pair = pairing(singles)

export const terminalColumns = withDefaults(
  [
    pair('number', ['phone', 'deviceNo'], { width: 170, fixed: 'start', card: 'title' }),
    'state',
    pair('online', ['presence', 'seenAt'], { width: 150 }),
    pair('vehicle', ['plate', 'role'], { width: 120 }),
    'carrierName',
    pair('make', ['maker', 'model'], { width: 130, card: 'hide' }),
    pair('edition', ['protocol', 'software'], { width: 130, card: 'hide' }),
  ],
  singles,
)
