// What users call each input field; used wherever a field is named in a fault, and by forms.

/** Chinese name of every input field of every call; a house test holds the list complete. */
export const fieldLabels: Readonly<Record<string, string>> = {
  account: '账号', password: '密码', type: '类型', key: '设置项', value: '设置值', form: '表单', body: '内容', text: '关键字',
  limit: '每页条数', cursor: '翻页位置', id: '编号', version: '数据版本', reason: '原因', remark: '备注', move: '操作',
  kind: '类型', title: '标题', upstreamNo: '客户单号', loadPoints: '装货地', unloadPoints: '卸货地', items: '货物', name: '名称',
  regionCode: '省市区', regionName: '省市区', address: '详细地址', contact: '联系人', mobile: '手机号', windowStart: '时间起', windowEnd: '时间止',
  cargoCode: '货物分类', packing: '包装', weightG: '重量', volume: '体积', pieces: '件数', valueFen: '货值',
  vehicleNeed: '车型车长', types: '车型', lengthsDm: '车长', minTonnageG: '最小载重', quantityMode: '数量方式', totalQty: '总量', perTruckMax: '单车上限',
  pricing: '计价方式', unitPrice: '单价', distanceKm: '里程', payPlan: '支付方案', prePpm: '预付比例', oilPpm: '油卡比例', etcPpm: 'ETC 比例', arrivePpm: '到付比例', receiptPpm: '回单付比例', termDays: '账期天数',
  lossRule: '亏吨规则', allow: '允许亏损', scope: '扣款范围', basis: '计量依据', deductUnitPrice: '扣款单价', rounding: '抹零',
  receiptRule: '回单要求', needPhoto: '需要照片', needOriginal: '需要原件', copies: '份数', returnDays: '返回天数',
  publishTo: '发布对象', carrierIds: '指定承运商', takeMode: '接单方式', validTo: '截止时间', state: '状态', loadRegion: '装货地区', unloadRegion: '卸货地区', from: '开始时间', to: '结束时间',
  goodsId: '货源', qty: '数量', taskId: '任务', lines: '派车明细', vehicleId: '车辆', driverId: '司机', plannedLoadAt: '计划装货时间',
  plate: '车牌号', plateColor: '车牌颜色', typeCode: '车辆类型', energy: '能源类型', tonnageG: '核定载质量', grossG: '总质量', transportCertNo: '道路运输证号', transportCertExpiry: '道路运输证有效期', licenceExpiry: '证件有效期', owner: '所有人', vin: '车辆识别代号', paper: '认证状态',
  idNo: '身份证号', licenceClass: '准驾车型', qualificationNo: '从业资格证号', qualificationExpiry: '从业资格证有效期', driver: '司机',
  numbers: '单号', receiptState: '回单状态', settleState: '结算状态', dateKind: '时间类型', carrierId: '承运商', shipperId: '货主',
  loadWeightG: '装货重量', unloadWeightG: '卸货重量', at: '时间', files: '文件',
  waybillIds: '运单', settlementNum: '结算单号', expectDue: '应付金额', channel: '支付通道', overdue: '是否逾期',
  period: '会计期间', branchId: '分公司', unread: '仅未读', ids: '所选记录', read: '仅已读', modes: '消息设置', companyId: '企业', audience: '发送对象', pushCode: '通知类型', content: '内容',
  message: '附言', side: '身份', all: '全部状态', atCompletion: '完成后解除', linkCode: '邀请码',
  companyName: '企业名称', adminName: '管理员姓名', creditCode: '统一社会信用代码', contactName: '联系人', contactMobile: '联系手机号', shortName: '简称', legalPerson: '法定代表人', legalIdNo: '法定代表人身份证号', taxpayer: '纳税人类型', permitNo: '道路运输经营许可证号', permitExpiry: '许可证有效期', invoiceTitle: '开票资料', taxNo: '税号', phone: '电话', licence: '营业执照', permit: '道路运输经营许可证',
  category: '资料类型', bank: '开户银行', bankCode: '联行号', accountName: '户名', accountNo: '银行账号', serviceFeePpm: '服务费率', wlhyType: '网络货运类型',
  decisions: '企业策略', userId: '员工',
  person: '操作人', entity: '对象', entityId: '对象编号', requestId: '请求编号', actingOnly: '仅代操作',
  roleIds: '职位', roleId: '职位', functions: '功能权限', dataScope: '数据范围',
  oldPassword: '当前密码', newPassword: '新密码', code: '动态验证码',
  timestamp: '时间戳', sign: '签名', token: '登录凭证', branchCompanyId: '分公司',
}

/** The Chinese name of a field, or its wire name when it is not one of ours. */
export function fieldLabel(name: string): string {
  return fieldLabels[name] ?? name
}
