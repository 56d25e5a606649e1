// The columns of partner companies.
import type { RelatedCompany } from '@yunshu/contract/relation'
import { inviters, relationStates, type RelationState } from '@yunshu/domain/relation'
import { stateColumn, textColumn, timeColumn, type Column } from '../../ui/list/column.tsx'

const stateOf = (row: RelatedCompany): RelationState =>
  (Object.keys(relationStates.states) as RelationState[]).find(state => state === row.state) ?? 'active'
const sourceOf = ({ relation }: RelatedCompany): string | undefined =>
  relation?.invitedBy === undefined
    ? undefined
    : `${inviters[relation.invitedBy]}${relation.isOurs ? '（本企业发起）' : ''}`
/** What was said last: why it was refused or ended, else the words of the invitation. */
const wordsOf = ({ relation }: RelatedCompany): string | undefined =>
  relation?.reason ?? (relation?.message || undefined)

export const partnerColumns: readonly Column<RelatedCompany>[] = [
  textColumn('name', '企业名称', row => row.name, { width: 230, fixed: 'start', card: 'title' }),
  stateColumn('state', '合作状态', relationStates, stateOf),
  textColumn('trustCode', '信用代码', row => row.trustCode, { width: 190, card: 'hide' }),
  textColumn('contactName', '联系人', row => row.contactName, { width: 90 }),
  textColumn('contactMobile', '联系电话', row => row.contactMobile, { width: 130 }),
  {
    key: 'openWaybills',
    title: '在途运单',
    width: 90,
    align: 'right',
    render: row => <span className="ys-figure">{row.openWaybills}</span>,
  },
  textColumn('words', '附言/原因', wordsOf, { width: 200 }),
  textColumn('source', '来源', sourceOf, { width: 180, card: 'hide' }),
  timeColumn('since', '开始时间', row => row.since, { dayOnly: true }),
  timeColumn('expiresAt', '邀请有效期', row => row.relation?.expiresAt, { card: 'hide' }),
  timeColumn('endedAt', '解除时间', row => row.relation?.endedAt, { dayOnly: true, card: 'hide', isHidden: true }),
]
