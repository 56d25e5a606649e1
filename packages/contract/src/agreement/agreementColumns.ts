// The columns of agreements.
import { agreementKinds, agreementMethods, agreementRoles, agreementStates } from '@yunshu/domain/agreement/agreement'
import { label, number, state, text, time, type ListColumns } from '../columns.ts'
import type { AgreementRow } from './agreement.ts'

export const agreementListColumns = {
  agreementNo: text('合同编号', row => row.agreementNo, { chars: 20 }),
  kind: label('类型', agreementKinds, row => row.kind),
  state: state('状态', agreementStates, row => row.state),
  waits: text('待签署方', row => row.waits.map(role => agreementRoles[role]).join('、')),
  counterparty: text('对方', row => row.counterparty, { chars: 26 }),
  title: text('名称', row => row.title, { chars: 26 }),
  shipperName: text('托运人', row => row.shipperName, { chars: 26 }),
  houseName: text('承运平台', row => row.houseName, { chars: 26 }),
  carrierName: text('实际承运人', row => row.carrierName, { chars: 26 }),
  waybillNo: text('运单号', row => row.waybillNo, { chars: 20 }),
  signed: number('已签方数', row => row.signed),
  method: label('签署方式', agreementMethods, row => row.method),
  createdAt: time('起草时间', row => row.createdAt),
  maker: text('起草人', row => row.maker),
  signedAt: time('签署时间', row => row.signedAt),
  until: time('签署截止', row => row.until),
  fault: text('查询情况', row => row.fault, { chars: 26 }),
  reason: text('原因', row => row.reason, { chars: 26 }),
} satisfies ListColumns<AgreementRow>
