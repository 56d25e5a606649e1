// The list of payees as it is drawn.
import type { PayeeRow } from '@yunshu/contract/fleet/payee'
import { payeeListColumns } from '@yunshu/contract/fleet/payeeColumns'
import { standingDrawing } from '../../parts/fleet/FleetTags.tsx'
import { Phone } from '../../ui/Phone.tsx'
import { drawColumns } from '../../ui/list/drawColumns.tsx'
import { factOf, pairing, withDefaults } from '../../ui/list/twoLines.tsx'
import { Tag } from '../../ui/StatusTag.tsx'
import { nothing, Time } from '../../ui/Figures.tsx'
import { PhoneText } from '../../ui/list/PhoneText.tsx'

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
  authUntil: { width: 110 },
  mobile: { width: 130, card: 'hide', render: row => <Phone value={row.mobile} /> },
  carrierName: { width: 220, card: 'hide' },
})

const pair = pairing(singles)
/** The driver whose money it takes, or how many where they are more than one. */
const whoseFact = factOf(singles, 'whose', {
  render: row => (row.drivers > 1 ? `${whose(row)} · ${row.drivers} 位司机` : whose(row)),
  holds: ['whose', 'drivers'],
})
const until = factOf(singles, 'authUntil', {
  render: ({ authUntil }) =>
    authUntil === undefined ? null : (
      <>
        授权至 <Time value={authUntil} dayOnly />
      </>
    ),
})
const asked = factOf(singles, 'authsPending', {
  render: ({ authsPending }) => (authsPending === 0 ? null : <b className="ys-amber">{authsPending} 份授权待审</b>),
})

const columnsFor = (isHouse: boolean) =>
  withDefaults(
    [
      pair('name', ['name', 'accountNo'], { width: 200, fixed: 'start', card: 'title' }),
      pair('paper', ['paper', asked], { title: '认证 / 待审授权', width: 130, card: 'tag' }),
      pair('whose', [whoseFact, until], { title: '账户归属 / 授权至', width: 190 }),
      pair('bank', ['bank', factOf(singles, 'mobile', { render: row => <PhoneText phone={row.mobile} /> })], {
        width: 190,
      }),
      pair('kind', ['kind'], { width: 70, card: 'hide' }),
      ...(isHouse ? [pair('owner', ['carrierName'], { width: 190, card: 'hide' })] : []),
    ],
    singles,
  )

export const payeeColumns = columnsFor(true)
/** For a fleet, whose own company is in no row. */
export const ownPayeeColumns = columnsFor(false)
