// Refusals of accounts and positions.
import { permitWords, restingPermits } from '../permits/permits.ts'
import { problemTable } from './row.ts'

export const staffProblems = problemTable({
  'staff.duplicate': { code: 1901, http: 200, text: '账号{account}已被使用' },
  'staff.self': { code: 1902, http: 200, text: '不能停用、删除自己或修改自己的职位，请由其他管理员操作' },
  'staff.lastAdmin': { code: 1903, http: 200, text: '至少保留一名可以维护员工和职位的启用账号' },
  'role.duplicate': { code: 1904, http: 200, text: '职位“{name}”已存在' },
  'role.fixed': { code: 1905, http: 200, text: '职位“{name}”为系统固定职位，不能修改' },
  'role.system': { code: 1906, http: 200, text: '系统职位“{name}”不能改名或删除' },
  'role.own': { code: 1907, http: 200, text: '不能修改自己担任的职位，请由其他管理员操作' },
  'role.members': { code: 1908, http: 200, text: '职位“{name}”还有 {count} 名成员，请先调整成员的职位' },
  'staff.beyond': { code: 1909, http: 200, text: '{name}有您没有的权限：{what}，请由有此权限的同事或管理员操作' },
  'role.beyond': { code: 1910, http: 200, text: '不能授予您自己没有的权限：{what}，请由管理员操作' },
  'password.link': { code: 1911, http: 200, text: '链接已失效或已使用，请联系管理员重新生成' },
  'factor.asked': { code: 1912, http: 200, text: '{by}已申请重置该员工的动态验证码，请由申请人以外的同事确认' },
  'factor.notAsked': { code: 1913, http: 200, text: '没有待确认的重置申请，或申请已过期' },
  'factor.second': { code: 1914, http: 200, text: '重置动态验证码须由申请人和本人以外的同事确认' },
  'money.rests': {
    code: 1915,
    http: 200,
    text: `账号的登录方式或权限刚由同事变更，${permitWords(restingPermits)}的权限暂停至{until}`,
  },
})
