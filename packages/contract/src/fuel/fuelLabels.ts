// Names of the fields of fuel and tolls.

export const fuelLabels = {
  accountId: '账户',
  toAccountId: '划入账户',
  useId: '用油流水',
  voucherId: '凭证',
  cardId: '油卡',
  cardNo: '卡号',
  couponNo: '券码',
  usedAt: '消费时间',
  fault: '差异',
  provider: '供应商',
  medium: '方式',
  holder: '持卡人',
  expectLeft: '未用金额',
  endedFrom: '用完日期起',
  endedTo: '用完日期止',
}
