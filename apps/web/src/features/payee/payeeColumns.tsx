// The list of payees as it is drawn.
import type { PayeeRow } from '@yunshu/contract/fleet/payee'
import { payeeListColumns } from '@yunshu/contract/fleet/payeeColumns'
import { standingDrawing } from '../../parts/fleet/FleetTags.tsx'
import { Phone } from '../../ui/Phone.tsx'
import { drawColumns } from '../../ui/list/drawColumns.tsx'
import { factOf, pairing, withDefaults } from '../../ui/list/twoLines.tsx'
import { Tag } from '../../ui/StatusTag.tsx'
import { nothing } from '../../ui/Figures.tsx'

const whose = ({ driverName, name }: PayeeRow) =>
  driverName === undefined ? '代收' : driverName === name ? '司机本人' : `司机本人（${driverName}）`
const waiting = ({ authsPending }: PayeeRow) =>
  authsPending > 0 ? <Tag tone="warn">{`${authsPending} 份`}</Tag> : nothing

const singles = drawColumns(payeeListColumns, {
  name: { width: 200, fixed: 'start', card: 'title' },
  paper: standingDrawing,
  kind: { width: 80 },
  whose: { width: 160, render: whose },
  bank: { width: 180 },
  accountNo: { width: 190 },
  bankCode: { width: 130, card: 'hide', isHidden: true },
  drivers: {},
  authsPending: { width: 100, align: 'center', render: waiting },
  mobile: { width: 130, card: 'hide', render: row => <Phone value={row.mobile} /> },
  carrierName: { width: 220, card: 'hide' },
})

const pair = pairing(singles)
/** One driver is the rule and not said. */
const drivers = factOf(singles, 'drivers', { render: row => (row.drivers > 1 ? row.drivers : nothing) })

const columnsFor = (isHouse: boolean) =>
  withDefaults(
    [
      pair('name', ['name', 'accountNo'], { width: 200, fixed: 'start', card: 'title' }),
      'paper',
      pair('whose', ['whose', 'kind'], { width: 170 }),
      pair('bank', ['bank', 'mobile'], { width: 190, card: 'hide' }),
      pair('drivers', [drivers], { width: 90, align: 'right', isNamed: true }),
      pair('waiting', ['authsPending'], { width: 100, align: 'center', isNamed: true }),
      ...(isHouse ? [pair('owner', ['carrierName'], { width: 190, card: 'hide' })] : []),
    ],
    singles,
  )

export const payeeColumns = columnsFor(true)
/** For a fleet, whose own company is in no row. */
export const ownPayeeColumns = columnsFor(false)
