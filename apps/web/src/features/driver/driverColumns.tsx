// The list of drivers as it is drawn.
import { driverListColumns } from '@yunshu/contract/fleet/driverColumns'
import { Expiry } from '../../parts/fleet/Expiry.tsx'
import { standingDrawing } from '../../parts/fleet/FleetTags.tsx'
import { drawColumns } from '../../ui/list/drawColumns.tsx'

export const driverColumns = drawColumns(driverListColumns, {
  name: { width: 110, fixed: 'start', card: 'title' },
  paper: standingDrawing,
  mobile: { width: 130 },
  idNo: { width: 190, card: 'hide' },
  licenceClass: { width: 96 },
  licenceExpiry: { width: 200, render: row => <Expiry value={row.licenceExpiry} /> },
  qualificationExpiry: { width: 200, render: row => <Expiry value={row.qualificationExpiry} /> },
  idCardExpiry: { width: 200, card: 'hide', render: row => <Expiry value={row.idCardExpiry} /> },
  qualificationNo: { width: 190, card: 'hide' },
  openWaybills: {},
  carrierName: { width: 220, card: 'hide' },
})
