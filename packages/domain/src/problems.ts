// The one table of refusals: what is wrong, in words for people, with its wire code and HTTP status.
import { problemTable, wireProblems } from './wireProblems.ts'

/** `{word}` in a text is filled from the detail given where the problem is thrown. */
export const problems = problemTable({
  ...wireProblems,

  'state.wrong': { code: 1101, http: 200, text: '当前状态为“{state}”，不能{move}' },
  'state.reason': { code: 1102, http: 200, text: '请填写{move}的原因' },
  'maker.checker': { code: 1103, http: 200, text: '不能审核自己提交的单据' },
  'maker.payer': { code: 1104, http: 200, text: '不能支付自己制作的单据，请由另一人支付' },

  'policy.position': { code: 1105, http: 200, text: '按货主企业策略，须由担任“{role}”职位的人员{move}' },

  'goods.remain': { code: 1201, http: 200, text: '货源剩余数量不足（剩余 {remain}），请刷新后重试' },
  'goods.expired': { code: 1202, http: 200, text: '货源已过截止时间，不能接单' },
  'goods.notOffered': { code: 1203, http: 200, text: '该货源未向贵公司发布' },
  'goods.openWaybills': { code: 1204, http: 200, text: '货源还有 {count} 张未完成的运单，不能取消' },
  'goods.contract': { code: 1205, http: 200, text: '尚未签订框架合同，不能发布货源' },
  'goods.openTasks': { code: 1207, http: 200, text: '还有 {count} 个承运商任务未派完，不能取消货源，请先由承运商退回剩余' },
  'goods.oilCap': { code: 1206, http: 200, text: '油卡比例超过公司上限 {cap}%' },

  'task.remain': { code: 1301, http: 200, text: '任务剩余数量不足（剩余 {remain}）' },
  'vehicle.expired': { code: 1401, http: 200, text: '{paper}已于{date}过期，不能接单' },
  'vehicle.unverified': { code: 1402, http: 200, text: '{name}尚未通过认证，不能接单' },
  'vehicle.conflict': { code: 1403, http: 200, text: '该车辆在{time}已有运单{waybillNo}，请确认' },
  'vehicle.overload': { code: 1404, http: 200, text: '装货重量超过核定载质量{tons}吨，请核对' },
  'vehicle.tooMany': { code: 1405, http: 200, text: '该车辆未完成运单已达 {limit} 张' },
  'vehicle.duplicate': { code: 1406, http: 200, text: '车牌{plate}已登记' },
  'driver.class': { code: 1407, http: 200, text: '司机{name}的准驾车型{cls}不能驾驶该车辆' },
  'driver.duplicate': { code: 1408, http: 200, text: '司机身份证号已登记' },

  'receipt.required': { code: 1501, http: 200, text: '该货源要求回单，请先上传回单' },
  'waybill.weight': { code: 1502, http: 200, text: '请填写{what}' },
  'waybill.posted': { code: 1504, http: 200, text: '运单已签收并记账，不能直接作废，请先由财务冲销' },
  'waybill.settled': { code: 1503, http: 200, text: '运单已进入结算单{settlementNum}，不能修改费用' },

  'relation.exists': { code: 2001, http: 200, text: '与对方的合作关系为“{state}”，不能重复邀请' },
  'relation.theirs': { code: 2002, http: 200, text: '对方已邀请贵公司，请直接同意' },
  'relation.own': { code: 2003, http: 200, text: '不能答复本公司发出的邀请' },
  'relation.notOurs': { code: 2004, http: 200, text: '只能由发起方撤回或撤销' },
  'relation.soon': { code: 2005, http: 200, text: '{time}后才能再次邀请' },
  'relation.many': { code: 2006, http: 200, text: '30 天内最多邀请 {most} 次，请稍后再试' },
  'relation.company': { code: 2007, http: 200, text: '{name}当前不能建立合作（企业未通过审核或已停用）' },
  'relation.open': { code: 2008, http: 200, text: '双方还有{what}，不能立即解除；可选择完成后解除' },
  'relation.link': { code: 2009, http: 200, text: '邀请链接已失效，请向对方索取新的链接' },

  'company.duplicate': { code: 2101, http: 200, text: '该统一社会信用代码已注册' },
  'branch.used': { code: 2102, http: 200, text: '分公司还有{what}，不能撤销' },

  'staff.duplicate': { code: 1901, http: 200, text: '账号{account}已被使用' },
  'staff.self': { code: 1902, http: 200, text: '不能停用、删除自己或修改自己的职位，请由其他管理员操作' },
  'staff.lastAdmin': { code: 1903, http: 200, text: '至少保留一名可以维护员工和职位的启用账号' },
  'role.duplicate': { code: 1904, http: 200, text: '职位“{name}”已存在' },
  'role.fixed': { code: 1905, http: 200, text: '职位“{name}”为系统固定职位，不能修改' },
  'role.system': { code: 1906, http: 200, text: '系统职位“{name}”不能改名或删除' },
  'role.own': { code: 1907, http: 200, text: '不能修改自己担任的职位，请由其他管理员操作' },
  'role.members': { code: 1908, http: 200, text: '职位“{name}”还有 {count} 名成员，请先调整成员的职位' },

  'export.tooMany': { code: 1605, http: 200, text: '符合条件的记录超过 {most} 条，请缩小查询范围后再导出' },

  'file.type': { code: 1601, http: 200, text: '文件{name}不是可接受的类型（支持 jpg、png、webp、pdf）' },
  'file.large': { code: 1602, http: 413, text: '文件{name}超过 {limit} MB' },
  'file.missing': { code: 1603, http: 200, text: '请选择要上传的文件' },

  'settlement.notSigned': { code: 1701, http: 200, text: '运单{waybillNo}尚未签收，不能结算' },
  'settlement.taken': { code: 1702, http: 200, text: '运单{waybillNo}已在结算单{settlementNum}中' },
  'settlement.mixed': { code: 1703, http: 200, text: '一张结算单只能包含同一托运人、同一承运人的运单' },
  'settlement.empty': { code: 1704, http: 200, text: '请至少选择一张运单' },
  'settlement.changed': { code: 1705, http: 409, text: '结算单{settlementNum}应付金额已变为 {due} 元，请核对后再支付' },
  'settlement.receipt': { code: 1706, http: 200, text: '运单{waybillNo}回单未确认，不能提交结算' },
  'payment.unknown': { code: 1707, http: 200, text: '支付结果未知，请先查询，切勿重复支付' },
  'payment.account': { code: 1708, http: 200, text: '{payee}未登记收款账户' },
  'settlement.negative': { code: 1709, http: 200, text: '{what}扣款与油卡大于应付运费，不能结算，请先调整费用' },
  'ledger.unbalanced': { code: 5001, http: 500, text: '记账不平，操作已取消（编号 {requestId}）' },
  'period.closed': { code: 1801, http: 200, text: '会计期间{period}已结账，请在当前期间冲销' },
})

export type ProblemName = keyof typeof problems

/**
 * A refusal thrown by a command and caught only by `serve()`. `detail` fills the text; `data` travels in the
 * envelope (for example `{ fields: { mobile: '手机号格式不正确' } }` for a form to show at the field).
 */
export class Problem extends Error {
  readonly problem: ProblemName
  readonly detail: Readonly<Record<string, string | number>>
  readonly data: unknown
  /** Seconds until it is worth trying again, where that is known: `seconds` of the detail. */
  readonly waitS: number | undefined
  constructor(problem: ProblemName, detail: Record<string, string | number> = {}, data: unknown = null) {
    super(problemText(problem, detail))
    this.name = 'Problem'
    this.problem = problem
    this.detail = detail
    this.data = data
    const { seconds } = this.detail
    this.waitS = typeof seconds === 'number' ? seconds : undefined
  }
}

/** The Chinese text of a problem with its blanks filled; an unfilled blank becomes nothing. */
export function problemText(problem: ProblemName, detail: Record<string, string | number> = {}): string {
  return problems[problem].text.replace(/\{(\w+)\}/g, (_, word: string) => String(detail[word] ?? ''))
}
