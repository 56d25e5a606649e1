// Refusals of drivers who register themselves by a link, and of returns from a payment partner.
import { problemTable } from './row.ts'

export const inviteProblems = problemTable({
  'invite.gone': { code: 3201, http: 404, text: '邀请链接已失效，请联系承运商重新邀请' },
  'invite.code': { code: 3202, http: 200, text: '验证码不正确或已过期' },
  'invite.codes': { code: 3203, http: 200, text: '验证码发送次数已用完，请联系承运商重新邀请' },
  'invite.noChannel': { code: 3204, http: 200, text: '尚未接入短信和开户通道，不能邀请司机自助登记' },
  'invite.many': { code: 3205, http: 200, text: '最多同时有 {most} 个有效邀请，请先撤回不用的邀请' },
  'return.gone': { code: 3206, http: 404, text: '返回链接已失效或已使用' },
})
