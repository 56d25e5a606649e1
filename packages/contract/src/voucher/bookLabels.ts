// Chinese names of input fields of the books and of what is read of them.

export const bookLabels = {
  by: '维度',
  periodTo: '结束月份',
  line: '线路',
  leg: '流',
  legState: '单流结果',
  lack: '缺什么',
  summary: '摘要',
  counterparty: '对方',
  any: '不限承运商',
  bookId: '记账分公司',
  effectiveFrom: '生效日期',
  layout: '格式',
  versionId: '规则版本',
  serviceCodes: '计入服务费的费用',
  charges: '货主费用',
  carrierFreight: '承运运费',
  deducted: '扣款',
  prepaid: '预收余额',
} as const
