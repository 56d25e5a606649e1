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
  'goods.openWaybills': { code: 1204, http: 200, text: '货源还有 {count} 张未完成的运单，不能{move}' },
  'goods.contract': { code: 1205, http: 200, text: '尚未签订框架合同，不能发布货源' },
  'goods.openTasks': {
    code: 1207,
    http: 200,
    text: '还有 {count} 个承运商任务未派完，不能{move}货源，请先撤回任务或由承运商退回剩余',
  },
  'goods.oilCap': { code: 1206, http: 200, text: '油卡比例超过公司上限 {cap}%' },
  'goods.dailyTrucks': { code: 1208, http: 200, text: '{reason}，今日还可派 {left} 车' },
  'goods.changing': { code: 1209, http: 200, text: '该货源已有变更等待承运商同意，请等待答复或先撤回' },
  'goods.unchanged': { code: 1210, http: 200, text: '没有任何改动' },
  'goods.changeTaken': {
    code: 1211,
    http: 200,
    text: '货源已派车与待接单共 {qty}，总量不能再按此变更，请联系货主撤回变更',
  },
  'goods.changePriced': {
    code: 1212,
    http: 200,
    text: '货源有转派或单独定价的任务，计价方式不能再按此变更，请联系货主撤回变更',
  },
  'goods.repriced': { code: 1213, http: 409, text: '承运单价已变更，请核对后再接单' },

  'task.remain': { code: 1301, http: 200, text: '任务剩余数量不足（剩余 {remain}）' },
  'task.late': { code: 1302, http: 200, text: '已过答复截止时间，不能接单' },
  'task.children': {
    code: 1303,
    http: 200,
    text: '还有 {count} 个转派任务未派完，不能退回剩余，请等待对方完成或先撤回',
  },
  'task.kept': { code: 1304, http: 200, text: '派单方不允许转派该任务' },
  'task.depth': { code: 1305, http: 200, text: '该任务已转派两级，不能再转派' },
  'task.noRelation': { code: 1306, http: 200, text: '{name}与货主没有合作关系，不能派单' },
  'task.moved': { code: 1307, http: 409, text: '任务已被{who}修改，现剩余 {remain}，请核对后再提交' },
  'vehicle.expired': { code: 1401, http: 200, text: '{paper}已于{date}过期，不能接单' },
  'vehicle.unverified': { code: 1402, http: 200, text: '{name}尚未通过认证，不能接单' },
  'vehicle.conflict': { code: 1403, http: 200, text: '该车辆在{time}已有运单{waybillNo}，请确认' },
  'vehicle.overload': { code: 1404, http: 200, text: '装货重量超过核定载质量{tons}吨，请核对' },
  'vehicle.tooMany': { code: 1405, http: 200, text: '该车辆未完成运单已达 {limit} 张' },
  'vehicle.duplicate': { code: 1406, http: 200, text: '车牌{plate}已登记' },
  'vehicle.blacklisted': { code: 1409, http: 200, text: '{name}已列入黑名单（{reason}），不能派车' },
  'vehicle.retired': { code: 1410, http: 200, text: '{name}已停用，不能派车' },
  'driver.class': { code: 1407, http: 200, text: '司机{name}的准驾车型{cls}不能驾驶该车辆' },
  'driver.duplicate': { code: 1408, http: 200, text: '司机身份证号已登记' },
  'fleet.retired': { code: 1411, http: 200, text: '{name}已停用，请先恢复' },
  'fleet.busy': { code: 1412, http: 200, text: '{name}还有 {count} 张未完成的运单，不能停用' },
  'fleet.banned': { code: 1413, http: 200, text: '{name}已被平台列入黑名单，不能登记或恢复使用' },
  'fleet.houseBlacklist': { code: 1414, http: 200, text: '由平台列入黑名单，请联系平台处理' },
  'import.taken': { code: 1615, http: 200, text: '导入期间有{what}刚刚被登记，没有写入任何数据，请重新检查文件' },
  'vehicle.terminal': { code: 1415, http: 200, text: '终端号{terminal}已绑定其他车辆' },
  'payee.duplicate': { code: 1421, http: 200, text: '该账号已登记' },
  'payee.used': { code: 1422, http: 200, text: '还有 {count} 张未完成的运单将支付给该收款人，不能删除' },
  'payee.closed': { code: 1423, http: 200, text: '{name}目前不能作为该司机的收款人' },
  'payee.authOverlap': {
    code: 1424,
    http: 200,
    text: '司机{name}对该收款人已有至 {date} 的授权，请先撤销或从其后一天起',
  },

  'receipt.required': { code: 1501, http: 200, text: '该货源要求回单，请先上传回单' },
  'waybill.weight': { code: 1502, http: 200, text: '请填写{what}' },
  'waybill.posted': { code: 1504, http: 200, text: '运单已签收并记账，不能{what}' },
  'waybill.settled': { code: 1503, http: 200, text: '运单已进入结算单{settlementNum}，不能修改费用' },
  'waybill.pound': { code: 1505, http: 200, text: '该货源要求{place}磅单{what}，请先登记磅单' },
  'waybill.claimOpen': { code: 1506, http: 200, text: '还有 {count} 项费用扣款待对方确认，处理后才能签收' },
  'waybill.claimOver': {
    code: 1507,
    http: 200,
    text: '{what}扣款合计 {cut} 元，超过运费 {freight} 元，请先撤回部分扣款',
  },
  'waybill.claimLate': { code: 1508, http: 200, text: '运单已签收，费用不能再登记或修改，请在结算时调整' },
  'waybill.swapOpen': { code: 1509, http: 200, text: '有换车申请等待确认，处理后才能{move}' },
  'waybill.segments': { code: 1510, http: 200, text: '运单途中已换车，不能退回装货' },
  'waybill.inSheet': { code: 1511, http: 200, text: '运单已进入结算单{settlementNum}，不能作废，请先作废结算单' },
  'receipt.original': { code: 1512, http: 200, text: '该货源要求回单原件，请在收到寄来的原件后确认' },

  'relation.exists': { code: 2001, http: 200, text: '与对方的合作关系为“{state}”，不能重复邀请' },
  'relation.theirs': { code: 2002, http: 200, text: '对方已邀请贵公司，请直接同意' },
  'relation.own': { code: 2003, http: 200, text: '不能答复本公司发出的邀请' },
  'relation.notOurs': { code: 2004, http: 200, text: '只能由发起方撤回或撤销' },
  'relation.soon': { code: 2005, http: 200, text: '{time}后才能再次邀请' },
  'relation.many': { code: 2006, http: 200, text: '30 天内最多邀请 {most} 次，请稍后再试' },
  'relation.company': { code: 2007, http: 200, text: '{name}当前不能建立合作（企业未通过审核或已停用）' },
  'relation.open': { code: 2008, http: 200, text: '双方还有{what}，不能立即解除；可选择完成后解除' },
  'relation.link': { code: 2009, http: 200, text: '邀请链接已失效，请向对方索取新的链接' },

  'share.closed': { code: 2301, http: 200, text: '货源{state}，不能分享' },
  'share.many': { code: 2302, http: 200, text: '一个货源最多同时有 {most} 个有效链接，请先作废不用的链接' },
  'fence.owner': { code: 2401, http: 200, text: '围栏由货主或平台设置，承运商可以绑定本公司车辆' },
  'fence.over': { code: 2402, http: 200, text: '货源{state}，不能绑定车辆' },
  'fence.many': { code: 2403, http: 200, text: '一个货源最多绑定 {most} 辆车，请先解绑不用的车辆' },
  'fence.theirs': { code: 2405, http: 200, text: '车辆{plate}由货主或平台绑定，只能由货主或平台解绑' },
  'fence.unbound': { code: 2404, http: 200, text: '车辆{plate}已解绑' },

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

  'export.busy': { code: 1606, http: 200, text: '您还有 {most} 个导出未完成，请等待完成或取消后再试' },
  'export.companyBusy': { code: 1609, http: 200, text: '本企业还有 {most} 个导出未完成，请稍后再试' },
  'export.full': {
    code: 1610,
    http: 200,
    text: '本企业的导出文件已满 {most} GB，请在下载中心删除不用的文件，或等旧文件到期后再试',
  },
  'export.person': { code: 1607, http: 200, text: '账号已停用，或不能再代原员工操作，导出已停止' },
  'export.filter': { code: 1608, http: 200, text: '查询条件已失效，请重新导出' },

  'import.bad': {
    code: 1611,
    http: 200,
    text: '有 {count} 行不正确，没有导入任何数据，请修改后重新上传，或选择只导入正确的行',
  },
  'import.nothing': { code: 1612, http: 200, text: '没有可以导入的行' },
  'import.many': { code: 1613, http: 200, text: '您有 {most} 个文件等待导入，请先导入或放弃' },
  'import.running': { code: 1614, http: 200, text: '该文件正在导入，请稍候' },
  'import.busy': { code: 1616, http: 429, text: '正在读取的导入文件过多，请等前面的文件读完后再上传' },

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
