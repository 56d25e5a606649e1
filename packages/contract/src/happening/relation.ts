// Happenings of relations: invitations, their answers, and the end of working together.
import { happeningTable, silentTopics } from './happening.ts'

/** A company finds the relation in its list of the other side. */
const toLists = {
  push: 'notice',
  topics: ['relation'],
  kind: 'relation',
  opens: { shipper: { screen: 'CarrierRelations' }, carrier: { screen: 'ShipperRelations' } },
} as const

export const relationHappenings = happeningTable({
  'relation.invited': {
    ...toLists,
    push: 'invitation',
    title: '合作邀请',
    text: {
      shipper: '{company}申请成为贵公司的承运商[：{message}]',
      carrier: '{company}邀请贵公司成为其承运商[：{message}]',
    },
    data: ['shipperId', 'carrierId'],
  },
  'relation.agreed': { ...toLists, title: '合作邀请已同意', text: '{company}已同意合作邀请' },
  'relation.refused': { ...toLists, title: '合作邀请被拒绝', text: '{company}拒绝了合作邀请：{reason}' },
  'relation.withdrawn': { ...toLists, title: '合作邀请已撤回', text: '{company}撤回了合作邀请' },
  'relation.expired': {
    ...toLists,
    title: '合作邀请已过期',
    text: '与{company}的合作邀请超过 7 天未答复，已过期，可再次邀请',
  },
  'relation.ended': { ...toLists, title: '合作关系解除', text: '{company}解除了与贵公司的合作：{reason}' },
  'relation.ending': { ...toLists, title: '合作关系解除', text: '{company}申请在未完业务完成后解除合作：{reason}' },
  'relation.resumed': { ...toLists, title: '合作关系继续', text: '{company}撤销了解除合作的申请' },
  'relation.finished': {
    ...toLists,
    title: '合作关系已解除',
    text: '与{company}的双方未完业务已全部完成，合作关系已解除',
  },
  // colleagues who look at the list see the change too
  'relation.changed': silentTopics('relation'),
})
