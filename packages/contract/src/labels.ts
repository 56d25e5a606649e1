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
  gx: '干线信息', lineName: '线路名称', shiftNo: '班次号', plannedDepartAt: '计划发车时间', via: '途经点', plannedAt: '计划到达时间', dropAndHook: '甩挂运输',
  poundRule: '磅单要求', loadPhoto: '装货磅单照片', loadWeight: '装货过磅重量', unloadPhoto: '卸货磅单照片', unloadWeight: '卸货过磅重量', priceSteps: '价格计划', effectiveAt: '生效时间', dailyTrucks: '每日车数上限', copiedFrom: '原货源', appliesToOpen: '未装货的运单', user: '账号', isWaiting: '待我答复', agrees: '答复',
  goodsId: '货源', qty: '数量', taskId: '任务', lines: '派车明细', vehicleId: '车辆', driverId: '司机', plannedLoadAt: '计划装货时间',
  plate: '车牌号', plateColor: '车牌颜色', typeCode: '车辆类型', energy: '能源类型', tonnageG: '核定载质量', grossG: '总质量', transportCertNo: '道路运输证号', transportCertExpiry: '道路运输证有效期', licenceExpiry: '证件有效期', owner: '所有人', vin: '车辆识别代号', paper: '认证状态',
  idNo: '身份证号', licenceClass: '准驾车型', qualificationNo: '从业资格证号', qualificationExpiry: '从业资格证有效期', driver: '司机',
  annualCheckExpiry: '年检有效期', insuranceExpiry: '交强险有效期', trailerPlate: '挂车号牌', lengthDm: '车长', axles: '轴数', engineNo: '发动机号', useCharacter: '使用性质', issuer: '发证机关', registerDate: '注册日期', issueDate: '发证日期', terminalProvider: '终端厂商', terminalId: '终端号',
  expiry: '证件到期', standing: '状态', verdict: '审核结论', certificate: '证件', fields: '需修改的内容', isBlacklisted: '黑名单', isRetired: '停用', taxKind: '纳税人类型', taxOffice: '主管税务机关', licenceNo: '驾驶证号', licenceIssuer: '发证机关', licenceFrom: '驾驶证有效期起', idCardExpiry: '身份证有效期',
  authWaiting: '有待审授权', payeeId: '收款人', validFrom: '授权开始', licenceFront: '行驶证正页', licenceBack: '行驶证副页', transportCert: '道路运输证', idFront: '身份证人像面', idBack: '身份证国徽面', qualification: '从业资格证', card: '银行卡或开户证明', letter: '代收款授权委托书',
  numbers: '单号', receiptState: '回单状态', settleState: '结算状态', dateKind: '时间类型', carrierId: '承运商', shipperId: '货主',
  loadWeightG: '装货重量', unloadWeightG: '卸货重量', at: '时间', files: '文件',
  waybillIds: '运单', settlementNum: '结算单号', expectDue: '应付金额', channel: '支付通道', overdue: '是否逾期', owed: '未抵扣欠款',
  period: '会计期间', branchId: '分公司', unread: '仅未读', ids: '所选记录', read: '仅已读', modes: '消息设置', companyId: '企业', audience: '发送对象', pushCode: '通知类型', content: '内容',
  message: '附言', invitedBy: '邀请方', side: '身份', all: '全部状态', atCompletion: '完成后解除', linkCode: '邀请码',
  companyName: '企业名称', adminName: '管理员姓名', creditCode: '统一社会信用代码', contactName: '联系人', contactMobile: '联系手机号', shortName: '简称', legalPerson: '法定代表人', legalIdNo: '法定代表人身份证号', taxpayer: '纳税人类型', permitNo: '道路运输经营许可证号', permitExpiry: '许可证有效期', invoiceTitle: '开票资料', taxNo: '税号', phone: '电话', licence: '营业执照', permit: '道路运输经营许可证',
  category: '资料类型', bank: '开户银行', bankCode: '联行号', accountName: '户名', accountNo: '银行账号', serviceFeePpm: '服务费率', wlhyType: '网络货运类型',
  decisions: '企业策略', userId: '员工',
  person: '操作人', entity: '对象', entityId: '对象编号', requestId: '请求编号', actingOnly: '仅代操作',
  roleIds: '职位', roleId: '职位', functions: '功能权限', dataScope: '数据范围',
  oldPassword: '当前密码', newPassword: '新密码', code: '动态验证码',
  alert: '异常与超期', question: '待我答复', source: '来源', mine: '仅看我的', list: '列表', filter: '查询条件', columns: '列', note: '条件说明', part: '统计内容',
  days: '有效天数', showsPrice: '显示价格', maxViews: '最多查看次数', publicCode: '公开货源编号', shareCode: '分享码',
  pointNo: '地点序号', centre: '圆心', radiusM: '半径', slots: '有效时段', weekdays: '星期', isOn: '启用', vehicleIds: '车辆', onWaybill: '仅看在途',
  acceptedAt: '接单时间', arrivedLoadAt: '到达装货地时间', loadedAt: '发车时间', arrivedUnloadAt: '到达卸货地时间', unloadedAt: '卸货时间', swapId: '换车申请',
  place: '磅单地点', party: '过磅方', ticketNo: '单号', station: '磅站', grossWeightG: '毛重', tareWeightG: '皮重', weighedAt: '过磅时间', ticketId: '磅单', company: '快递公司', expressNo: '快递单号', sentAt: '寄出时间',
  claimSide: '影响账户', claimCode: '费用项目', claimAmount: '金额', claimId: '费用申请',
  waybillId: '运单', lineCompany: '专线公司', fromHub: '发站网点', toHub: '到站网点', departAt: '发车时间', arriveAt: '到站时间', transfers: '中转', hub: '中转网点', toCompany: '中转承运', signer: '签收人', tickets: '票据',
  consignee: '收货人', itemName: '品名', pickupFee: '提货费', freightFee: '运费', deliverFee: '送货费', codAmount: '代收货款', payMode: '付款方式',
  answerBy: '答复截止', mayRelease: '允许转派', carrierUnitPrice: '承运单价',
  targetId: '导入到', mode: '导入方式', rows: '行', row: '行号', cells: '单元格',
  loadAt: '装货时间', unloadAt: '卸货时间', freight: '承运运费', oil: '油卡', deduct: '扣款', payee: '收款人', carrier: '承运商',
  timestamp: '时间戳', sign: '签名', token: '登录凭证', branchCompanyId: '分公司',
}

/** The Chinese name of a field, or its wire name when it is not one of ours. */
export function fieldLabel(name: string): string {
  return fieldLabels[name] ?? name
}
