// Home cards of companies: papers to hand in or verify, and partners who asked to work together.
import { screenUrl } from '@yunshu/contract/screens'
import type { CompanyState } from '@yunshu/domain/company/company'
import { sql } from 'kysely'
import { nilId } from '../../db/tx.ts'
import { servedCompanies } from '../company/company.queries.ts'
import { cappedCount, listUrl, type Card, type CardCount } from './card.ts'

/** 1 while the caller's own company is in one of these states. */
const ownCompanyIn =
  (states: readonly CompanyState[]): CardCount =>
  ({ companyId = nilId }) =>
    cappedCount(sql`select from companies c where c.id = ${companyId}::uuid and c.state = any(${[...states]}::text[])`)

const companiesWaiting: CardCount = actor =>
  cappedCount(sql`select from companies c where ${servedCompanies(actor)} and c.state = 'pending'`)

/** Partners of a kind that asked to work with the caller's company. */
const invited =
  (kind: 'shipper' | 'carrier'): CardCount =>
  ({ companyId = nilId }) =>
    cappedCount(
      sql`select from relations r where ${sql.ref(kind === 'carrier' ? 'r.shipper_id' : 'r.carrier_id')} = ${companyId}::uuid and r.state = 'invited' and r.invited_by = ${kind}`,
    )

export const companyCards: readonly Card[] = [
  {
    key: 'companyPapers',
    title: '企业资料待提交审核',
    tone: 'bad',
    permit: 'company.edit',
    sides: ['shipper', 'carrier'],
    path: screenUrl('CompanyProfile'),
    isRare: true,
    count: ownCompanyIn(['draft', 'rejected']),
  },
  {
    key: 'companyPending',
    title: '企业审核中',
    tone: 'busy',
    permit: 'company.view',
    sides: ['shipper', 'carrier'],
    path: screenUrl('CompanyProfile'),
    isRare: true,
    count: ownCompanyIn(['pending']),
  },
  {
    key: 'companyWaiting',
    title: '待审核企业',
    tone: 'warn',
    permit: 'company.verify',
    sides: ['platform'],
    path: listUrl('CompanyList', { state: 'pending' }),
    isRare: true,
    count: companiesWaiting,
  },
  {
    key: 'carriersInvited',
    title: '承运商申请合作',
    tone: 'warn',
    permit: 'relation.answer',
    sides: ['shipper'],
    path: listUrl('CarrierRelations', { state: 'invited', invitedBy: 'carrier' }),
    isRare: true,
    count: invited('carrier'),
  },
  {
    key: 'shippersInvited',
    title: '货主邀请合作',
    tone: 'warn',
    permit: 'relation.answer',
    sides: ['carrier'],
    path: listUrl('ShipperRelations', { state: 'invited', invitedBy: 'shipper' }),
    isRare: true,
    count: invited('shipper'),
  },
]
