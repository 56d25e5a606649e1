// Names of the fields of 专线 tickets.

export const specialLineLabels = {
  lineCompany: '专线公司',
  fromHub: '发站网点',
  toHub: '到站网点',
  departAt: '发车时间',
  arriveAt: '到站时间',
  transfers: '中转',
  hub: '中转网点',
  toCompany: '中转承运',
  signer: '签收人',
  consignee: '收货人',
  itemName: '品名',
  pickupFee: '提货费',
  freightFee: '运费',
  deliverFee: '送货费',
  codAmount: '代收货款',
  payMode: '付款方式',
}
