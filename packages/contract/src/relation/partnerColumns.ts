// The columns of partner companies.
import { inviters, relationStates, type RelationState } from '@yunshu/domain/relation'
import { isState } from '@yunshu/domain/states'
import { count, day, label, state, text, time, type ListColumns } from '../columns.ts'
import type { RelatedCompany } from './relation.ts'

/** Companies whose state is not that of a relation are served: they count as partners. */
const stateOf = (row: RelatedCompany): RelationState => (isState(relationStates, row.state) ? row.state : 'active')

export const partnerListColumns = {
  name: text('企业名称', row => row.name, { chars: 26 }),
  state: state('状态', relationStates, stateOf, { chars: 16 }),
  trustCode: text('信用代码', row => row.trustCode, { chars: 22 }),
  contactName: text('联系人', row => row.contactName),
  contactMobile: text('联系电话', row => row.contactMobile),
  openWaybills: count('在途运单', row => row.openWaybills),
  unsettled: count('未结运单', row => row.unsettled),
  // the last words: the reason of a refusal or an end, else the words of the invitation
  words: text('附言/原因', ({ relation }) => relation?.reason ?? relation?.message, { chars: 36 }),
  source: label('来源', inviters, ({ relation }) => relation?.invitedBy),
  since: day('开始时间', row => row.since),
  expiresAt: time('邀请有效期', ({ relation }) => relation?.expiresAt),
  endedAt: day('解除时间', ({ relation }) => relation?.endedAt),
} satisfies ListColumns<RelatedCompany>
