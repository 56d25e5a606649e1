// Exports of what trails tell: who looks, under which filters, and the figures their files sum.
import { listTrackStops } from '@yunshu/contract/track/report'
import { field, type ExportCase } from './moneyExports.ts'
import type { Client } from './testServer.ts'

/** A look at trails by a part of a plate. */
export const lookAtStops = (client: Client) => client.send(listTrackStops, { text: '陕K' })

export const trackCases = {
  trackStops: {
    who: ['carrier', 'shipper', 'admin'],
    filters: [{}, { kind: 'parked', stay: 'h1' }],
    by: ['位置', field('place')],
  },
  trackTrips: {
    who: ['carrier', 'shipper', 'admin'],
    filters: [{}],
    by: ['车牌号', field('plate')],
    sums: { '里程(公里)': ['distanceM', 'kilometres'] },
  },
  trackAlarms: {
    who: ['carrier', 'shipper', 'admin'],
    filters: [{}, { kind: 'overspeed' }],
    by: ['车牌号', field('plate')],
  },
  trackArea: {
    who: ['carrier'],
    filters: [
      {},
      { centre: '109.73,38.28', radius: 50_000 },
      { corners: '109.4,38.0;110.1,38.0;110.1,38.6;109.4,38.6' },
    ],
    by: ['车牌号', field('plate')],
  },
  trackDays: {
    who: ['carrier', 'branch'],
    filters: [{}, { differs: true }],
    by: ['车牌号', field('plate')],
    sums: { '里程(公里)': ['distanceM', 'kilometres'], 停车次数: ['stops', 'count'] },
  },
  trackOnline: {
    who: ['carrier', 'admin'],
    filters: [{}, { online: 'some' }],
    by: ['车牌号', field('plate')],
    sums: { 上线天数: ['onlineDays', 'count'] },
  },
  trackLooks: {
    who: ['shipper', 'admin'],
    filters: [{ plate: '陕K' }, { reason: 'stops', person: 'shipper' }],
    by: ['账号', field('account')],
    grows: true,
  },
} as const satisfies Readonly<Record<string, ExportCase>>
