// The list of partner companies as it is drawn.
import { partnerListColumns } from '@yunshu/contract/relation/partnerColumns'
import type { RelatedCompany } from '@yunshu/contract/relation/relation'
import { inviters } from '@yunshu/domain/relation'
import { drawColumns } from '../../ui/list/drawColumns.tsx'
import { nothingText } from '../../ui/Figures.tsx'

const source = ({ relation }: RelatedCompany) =>
  relation?.invitedBy === undefined
    ? nothingText
    : `${inviters[relation.invitedBy]}${relation.isOurs ? '（本企业发起）' : ''}`

export const partnerColumns = drawColumns(partnerListColumns, {
  name: { width: 230, fixed: 'start', card: 'title' },
  state: {},
  trustCode: { width: 190, card: 'hide' },
  contactName: { width: 90 },
  contactMobile: { width: 130 },
  openWaybills: {},
  words: { width: 200 },
  source: { width: 180, card: 'hide', render: source },
  since: {},
  expiresAt: { card: 'hide' },
  endedAt: { card: 'hide', isHidden: true },
})
