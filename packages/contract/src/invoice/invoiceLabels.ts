// Names of the fields of invoices.

export const invoiceLabels = {
  splitBy: '拆分方式',
  titleId: '开票抬头',
  expectGross: '价税合计',
  gross: '价税合计',
  tax: '税额',
  issuedAt: '开票日期',
  invoiceNo: '发票号码',
  deliveredTo: '交付至',
  reasonCode: '红冲原因',
  isUsed: '购方已抵扣',
  redNo: '红票号码',
  redAt: '红票日期',
  invoiceId: '发票',
  sellerName: '销方名称',
  sellerTaxNo: '销方税号',
  bindingId: '绑定',
  n: '行号',
  perInvoiceMax: '单张限额',
  linesMax: '每张行数',
  monthQuota: '月度额度',
} as const
