// Happenings of companies and people: verified, allowed, signed in elsewhere; and announcements of the platform.
import { permitWords, restingPermits } from '@yunshu/domain/permits/permits'
import { happeningTable, silentTopics } from './happening.ts'

const ofCompany = {
  push: 'notice',
  topics: ['company'],
  kind: 'audit',
  opens: { screen: 'CompanyProfile' },
} as const
const permitEnds = { push: 'notice', kind: 'paper', opens: { screen: 'CompanyProfile' } } as const
/** A line of the message centre nobody can switch off, and no pop-up over what the owner is doing. */
const ofAccount = {
  push: 'sync',
  topics: ['message', 'account'],
  kind: 'system',
  opens: { screen: 'Account' },
} as const
/** The same for who keeps the people of the company. */
const ofColleague = {
  push: 'notice',
  topics: ['staff'],
  kind: 'system',
  opens: { screen: 'StaffList' },
} as const

export const peopleHappenings = happeningTable({
  'company.submitted': {
    ...ofCompany,
    title: '企业待审核',
    text: '{company} 提交了企业资料，请审核',
    opens: { screen: 'CompanyDetails', parts: { id: '{companyId}' } },
  },
  'company.approved': { ...ofCompany, title: '企业审核通过', text: '企业资料已通过审核，可以开始办理业务' },
  'company.opened': { push: 'rights', title: '权限变更', text: '企业已通过审核，刷新页面后可使用全部功能' },
  'company.rejected': {
    ...ofCompany,
    title: '企业审核未通过',
    text: '企业资料未通过审核：{reason}，请修改后重新提交',
  },
  'company.resumed': { ...ofCompany, title: '企业已恢复', text: '企业已恢复使用' },
  'company.corrected': { ...ofCompany, title: '企业登记信息已更正', text: '平台更正了{fields}：{reason}' },
  'company.accountChanged': {
    ...ofCompany,
    title: '对公账户{act}',
    text: '{account}，{from} 起可收款；不是本企业办理的请立即联系平台',
  },
  'company.typeChanged': { push: 'businessType', title: '业务类型变更', text: '[{type}]', data: ['wlhyType'] },
  'company.permitEnded': {
    ...permitEnds,
    title: '经营许可证已到期',
    text: '道路运输经营许可证有效期至 {date}，今天到期或已过期，请换证后联系平台更新',
  },
  'company.permitEnding': {
    ...permitEnds,
    title: '经营许可证即将到期',
    text: '道路运输经营许可证有效期至 {date}，不足 {days} 天，请换证后联系平台更新',
  },

  'staff.rightsChanged': { push: 'rights', title: '权限变更', text: '{by}调整了您的权限，刷新页面后生效' },
  'acting.ended': {
    push: 'reload',
    title: '代办已结束',
    text: '不能再代{name}操作：员工或企业已停用，或您不再有此权限。页面将以您本人的身份重新载入。',
  },

  'account.passwordChanged': {
    ...ofAccount,
    title: '密码已修改',
    text: '您的登录密码已修改，其他设备已退出登录。如非本人操作，请立即联系管理员',
  },
  'account.factorOn': {
    ...ofAccount,
    title: '动态验证码已启用',
    text: '您的账号已启用动态验证码，以后登录需要输入。如非本人操作，请立即联系管理员',
  },
  'account.factorOff': {
    ...ofAccount,
    title: '动态验证码已停用',
    text: '您的账号已停用动态验证码。如非本人操作，请立即修改密码并联系管理员',
  },
  'account.linkMade': {
    ...ofAccount,
    title: '重置密码的链接已生成',
    text: '{by}为您生成了重置密码的链接，30 分钟内有效。如非您本人要求，请立即联系其他管理员',
  },
  'account.linkUsed': {
    ...ofAccount,
    title: '密码已重新设置',
    text: '您的密码已用{by}生成的链接重新设置，所有设备已退出登录。如非本人操作，请立即联系其他管理员',
  },
  'account.factorAsked': {
    ...ofAccount,
    title: '申请重置动态验证码',
    text: '{by}申请重置您的动态验证码，待另一名同事确认。如非您本人要求，请立即联系其他管理员',
  },
  'account.moneyRests': {
    ...ofAccount,
    title: '资金权限暂停',
    text: `{why}，您${permitWords(restingPermits)}的权限暂停至 {until}`,
  },
  'staff.linkMade': {
    ...ofColleague,
    title: '重置密码的链接已生成',
    text: '{by}为员工{name}（{account}）生成了重置密码的链接',
  },
  'staff.factorAsked': {
    ...ofColleague,
    title: '重置动态验证码待确认',
    text: '{by}申请重置员工{name}（{account}）的动态验证码，请核实本人身份后在员工列表中确认',
  },
  'staff.moneyRests': {
    ...ofColleague,
    title: '员工资金权限暂停',
    text: `{why}，员工{name}（{account}）${permitWords(restingPermits)}的权限暂停至 {until}。如有异常，请停用该账号`,
  },
  'account.factorReset': {
    ...ofAccount,
    title: '动态验证码已重置',
    text: '{by}重置了您的动态验证码，请重新登录并再次启用',
  },

  'export.finished': {
    push: 'notice',
    title: '导出完成',
    text: '{file}（{count} 行）已生成，可在下载中心下载',
    topics: ['exporting'],
    kind: 'export',
    opens: { screen: 'DownloadCenter' },
  },
  'export.failed': {
    push: 'notice',
    title: '导出失败',
    text: '{file} 未能生成：{reason}',
    topics: ['exporting'],
    kind: 'export',
    opens: { screen: 'DownloadCenter' },
  },
  'export.resumed': silentTopics('exporting'),

  // a text the platform writes itself
  'platform.announced': { push: 'notice', title: '{title}', text: '{content}', kind: 'system' },
  'platform.released': { push: 'reload', title: '{title}', text: '{content}', kind: 'system' },
  // read or removed in one window: the person's others follow
  'message.changed': silentTopics('message'),
  'message.missed': { push: 'notice', title: '消息已更新', text: '离线时间较长，请刷新页面查看最新内容' },
})

/** The happening of each push code the platform may choose. */
export const platformSaid = { '0': 'platform.announced', '34': 'platform.released' } as const
