// Home cards of vehicles, drivers and payees: what the house verifies, what the carrier mends or renews.
import type { PaperState } from '@yunshu/domain/fleet/paper'
import type { ExpiryState } from '@yunshu/domain/fleet/papers'
import type { Permit } from '@yunshu/domain/permits'
import { sql } from 'kysely'
import { driversUnder } from '../driver/driver.queries.ts'
import { payeesUnder } from '../payee/payeeRows.queries.ts'
import { vehiclesUnder } from '../vehicle/vehicle.queries.ts'
import { cappedCount, listUrl, type Card, type CardCount } from './card.ts'

type FleetFilter = { readonly paper?: PaperState; readonly expiry?: ExpiryState }

const vehicles =
  (filter: FleetFilter): CardCount =>
  (actor, now) =>
    cappedCount(sql`select from vehicles v where ${vehiclesUnder(actor, now, filter, 'v')}`)

const drivers =
  (filter: FleetFilter): CardCount =>
  (actor, now) =>
    cappedCount(sql`select from drivers d where ${driversUnder(actor, now, filter, 'd')}`)

const payees =
  (filter: { readonly paper?: PaperState; readonly authWaiting?: true }): CardCount =>
  (actor, now) =>
    cappedCount(sql`select from payees p where ${payeesUnder(actor, now, filter, 'p')}`)

/** The cards of a kind of fleet record: records the house has to verify, records the carrier has to mend or renew. */
const cardsOfFleet = (
  key: 'vehicles' | 'drivers',
  word: string,
  name: 'VehicleList' | 'DriverList',
  edit: Permit,
  count: (filter: FleetFilter) => CardCount,
): Card[] => [
  {
    key: `${key}Pending`,
    title: `待审核${word}`,
    tone: 'warn',
    permit: 'fleet.verify',
    sides: ['platform'],
    path: listUrl(name, { paper: 'pending' }),
    isRare: true,
    count: count({ paper: 'pending' }),
  },
  {
    key: `${key}Rejected`,
    title: `${word}认证未通过`,
    tone: 'bad',
    permit: edit,
    sides: ['carrier'],
    path: listUrl(name, { paper: 'rejected' }),
    isRare: true,
    count: count({ paper: 'rejected' }),
  },
  {
    key: `${key}Ended`,
    title: `${word}证件已过期`,
    tone: 'bad',
    permit: edit,
    sides: ['carrier'],
    path: listUrl(name, { expiry: 'ended' }),
    isRare: true,
    count: count({ expiry: 'ended' }),
  },
  {
    key: `${key}Soon`,
    title: `${word}证件即将到期`,
    tone: 'warn',
    permit: edit,
    sides: ['carrier'],
    path: listUrl(name, { expiry: 'soon' }),
    isRare: true,
    count: count({ expiry: 'soon' }),
  },
]

export const fleetCards: readonly Card[] = [
  ...cardsOfFleet('vehicles', '车辆', 'VehicleList', 'vehicle.edit', vehicles),
  ...cardsOfFleet('drivers', '司机', 'DriverList', 'driver.edit', drivers),
  {
    key: 'payeesPending',
    title: '待审核收款人',
    tone: 'warn',
    permit: 'fleet.verify',
    sides: ['platform'],
    path: listUrl('PayeeList', { paper: 'pending' }),
    isRare: true,
    count: payees({ paper: 'pending' }),
  },
  {
    key: 'payeesRejected',
    title: '收款人认证未通过',
    tone: 'bad',
    permit: 'payee.edit',
    sides: ['carrier'],
    path: listUrl('PayeeList', { paper: 'rejected' }),
    isRare: true,
    count: payees({ paper: 'rejected' }),
  },
  {
    key: 'payeeAuths',
    title: '待审收款授权',
    tone: 'warn',
    permit: 'fleet.verify',
    sides: ['platform'],
    path: listUrl('PayeeList', { authWaiting: 'true' }),
    isRare: true,
    count: payees({ authWaiting: true }),
  },
]
