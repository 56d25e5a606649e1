// Happenings of agreements: to be signed, signed, turned down, on paper, and what fits nothing that was sent.
import { happeningTable } from './happening.ts'

const onAgreement = {
  push: 'notice',
  topics: ['agreement'],
  kind: 'audit',
  opens: { screen: 'AgreementDetails', parts: { id: '{id}' } },
} as const

export const agreementHappenings = happeningTable({
  'agreement.toSign': { ...onAgreement, title: '合同待签署', text: '{agreementNo} {title} 已发送，请签署' },
  'agreement.signed': { ...onAgreement, title: '合同已签署', text: '{agreementNo} {title} 各方均已签署' },
  'agreement.ended': { ...onAgreement, title: '合同未签成', text: '{agreementNo} {title}：{reason}' },
  'agreement.doubtful': {
    ...onAgreement,
    title: '合同待查询',
    text: '{agreementNo} {title}：{reason}，请与签章平台核对',
  },
  'agreement.paper': {
    ...onAgreement,
    title: '纸质合同待复核',
    text: '{maker}上传了 {agreementNo} {title} 的签署件，请核对原件',
  },
  'agreement.paperWrong': { ...onAgreement, title: '纸质合同复核不符', text: '{agreementNo} {title}：{reason}' },
  'realName.ended': {
    push: 'notice',
    topics: ['realName'],
    kind: 'audit',
    opens: { screen: 'CompanyProfile' },
    title: '实名认证结果',
    text: '{who}实名认证{result}',
  },
})
