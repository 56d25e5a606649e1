// Refusals of agreements (合同) and of real-name checks at the seal partner.
import { problemTable } from './row.ts'

export const agreementProblems = problemTable({
  'agreement.live': { code: 3401, http: 200, text: '{of}已有{kind} {no}（{state}），不能重复起草' },
  'agreement.theirs': { code: 3402, http: 200, text: '运单的合同由承运平台起草和发送' },
  'agreement.noSeal': { code: 3403, http: 200, text: '尚未接入电子签章，请上传纸质合同' },
  'agreement.notParty': { code: 3404, http: 200, text: '贵方不是这份合同的签署方' },
  'agreement.signedBy': { code: 3405, http: 200, text: '贵方已签署，等待对方签署' },
  'agreement.notYet': { code: 3406, http: 200, text: '合同{state}，现在不能签署' },
  'agreement.realName': { code: 3407, http: 200, text: '请先在企业资料中完成{what}的实名认证' },
  'agreement.sealBusy': { code: 3408, http: 200, text: '签章平台暂时没有应答，请稍后再试' },
  'agreement.template': { code: 3409, http: 200, text: '模板已更新或停用，请重新选择' },
  'realName.passed': { code: 3410, http: 200, text: '{kind}已通过实名认证' },
  'realName.noSeal': { code: 3411, http: 200, text: '尚未接入电子签章，不能办理实名认证' },
  'agreement.unsigned': { code: 3588, http: 200, text: '承运合同还没有签署，按平台策略不能装货发车，请先签署合同' },
  'agreement.mixed': { code: 3589, http: 200, text: '所选合同中贵方的身份不同，请分开签署' },
})
