// Chinese names of the input fields of sheets, their payments and what people say of them.
export const sheetLabels: Readonly<Record<string, string>> = {
  paymentId: '支付任务',
  bankSerial: '银行流水号',
  bankDay: '银行记账日期',
  settlementNum: '结算单号',
  pSettlementNum: '原结算单',
  expectDue: '应付金额',
}
