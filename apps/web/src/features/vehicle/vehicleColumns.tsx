// The list of vehicles as it is drawn.
import { vehicleListColumns } from '@yunshu/contract/fleet/vehicleColumns'
import { Expiry } from '../../parts/fleet/Expiry.tsx'
import { standingDrawing } from '../../parts/fleet/FleetTags.tsx'
import { drawColumns } from '../../ui/list/drawColumns.tsx'
import { pairing, withDefaults } from '../../ui/list/twoLines.tsx'

const singles = drawColumns(vehicleListColumns, {
  plate: { width: 120, fixed: 'start', card: 'title' },
  paper: standingDrawing,
  plateColor: { width: 96, card: 'hide' },
  typeCode: { width: 150 },
  tonnageG: {},
  grossG: { card: 'hide' },
  lengthDm: { width: 90, card: 'hide', isHidden: true },
  energy: { width: 80, card: 'hide' },
  licenceExpiry: { width: 200, render: row => <Expiry value={row.licenceExpiry} /> },
  transportCertExpiry: { width: 200, render: row => <Expiry value={row.transportCertExpiry} /> },
  annualCheckExpiry: { width: 200, card: 'hide', render: row => <Expiry value={row.annualCheckExpiry} /> },
  insuranceExpiry: { width: 200, card: 'hide', render: row => <Expiry value={row.insuranceExpiry} /> },
  transportCertNo: { width: 150, card: 'hide' },
  openWaybills: {},
  trailerPlate: { width: 120, card: 'hide', isHidden: true },
  owner: { width: 200, card: 'hide', isHidden: true },
  vin: { width: 180, card: 'hide', isHidden: true },
  carrierName: { width: 220, card: 'hide' },
})

const pair = pairing(singles)

export const vehicleColumns = withDefaults(
  [
    pair('plate', ['plate', 'typeCode'], { width: 140, fixed: 'start', card: 'title' }),
    'paper',
    pair('tons', ['tonnageG', 'grossG'], { width: 110, align: 'right', isNamed: true }),
    pair('licence', ['licenceExpiry', 'transportCertExpiry'], { width: 196, isNamed: true }),
    pair('check', ['annualCheckExpiry', 'insuranceExpiry'], { width: 196, card: 'hide' }),
    pair('now', ['openWaybills'], { width: 84, align: 'right', isNamed: true }),
    pair('owner', ['carrierName', 'transportCertNo'], { width: 150, card: 'hide' }),
  ],
  singles,
)
