// The columns of the list of partners.
import { partners, partnerStates } from '@yunshu/domain/partner'
import { label, state, text, time, type ListColumns } from '../columns.ts'
import type { PartnerRow } from './partner.ts'

export const partnerListColumns = {
  partner: label('接口', partners, row => row.key),
  use: text('用途', row => partners[row.key].use),
  state: state('状态', { states: partnerStates }, row => row.state),
  remark: text('说明', row => row.remark),
  succeededAt: time('最近成功', row => row.succeededAt),
  failedAt: time('最近故障', row => row.failedAt),
  fault: text('故障内容', row => row.fault),
} satisfies ListColumns<PartnerRow>
