// Texts of forms about a field or a record: the one dictionary of them.

/**
 * Texts by what they are about; those that name something are functions.
 *
 * @source domain study §3.10
 */
export const messages = {
  required: (field: string) => `请填写${field}`,
  requiredChoice: (field: string) => `请选择${field}`,
  uscc: '统一社会信用代码格式不正确（18位，含校验位）',
  usccOrgCode: '统一社会信用代码中的组织机构代码校验不符，请核对',
  idNo: '身份证号不正确，请核对后重新填写',
  driverAge: '驾驶员年龄须在18至70周岁之间',
  mobile: '手机号格式不正确',
  plate: '车牌号格式不正确，新能源车牌为8位',
  plateColour: '车牌颜色与车牌号不匹配',
  plateVehicle: '车牌颜色与车辆类型不匹配',
  vin: '车辆识别代号应为17位',
  vinCheckDigit: '车辆识别代号校验位不符，请核对',
  bankCard: '银行卡号校验失败',
  bankAccount: '对公账号格式不正确',
  bankName: '账户户名须与收款人一致',
  transportCert: '道路运输证号应为不超过20位的数字',
  operatingPermit: '道路运输经营许可证号应为不超过50位的数字',
  qualification: '从业资格证号应为18或19位',
  licenceClass: (licence: string, vehicle: string) => `准驾车型${licence}不能驾驶${vehicle}`,
  weight: (tons: string) => `装货重量超过核定载质量${tons}吨，请核对`,
  expired: (paper: string, date: string, act: '接单' | '支付') => `${paper}已于${date}过期，不能${act}`,
  conflict: (time: string, waybillNo: string) => `该车辆在${time}已有运单${waybillNo}，请确认`,
  remain: '货源剩余数量不足，请刷新后重试',
  quantity: '数量须大于0',
  perTruckMax: (most: string) => `单车数量不能超过${most}`,
  dailyTrucks: (most: number) => `今日派车已达上限${most}车`,
  payPlanTotal: '支付方案各项比例合计须为100%',
  payPlanOil: (cap: string) => `油卡比例不能超过${cap}%`,
  stale: (name: string) => `数据已被${name}修改，请刷新后再提交`,
  selfApprove: '不能审核自己提交的单据',
  branchOnly: '请使用分公司管理账号进行操作',
  settled: (settlementNum: string) => `运单已进入结算单${settlementNum}，不能修改费用`,
  periodClosed: (period: string) => `会计期间${period}已结账，请在当前期间冲销`,
  payUnknown: '支付结果未知，请先查询，切勿重复支付',
  importRow: (row: number, field: string, reason: string) => `第${row}行：${field}${reason}`,
} as const
