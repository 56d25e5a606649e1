// Names of the fields of parts of sheets, payment files, debts, credit, refunds and statements of shippers.

export const debtLabels = {
  partIds: '分期',
  partId: '分期',
  origin: '来源',
  age: '账龄',
  instalments: '分期',
  debtId: '欠款',
  tail: '尾差',
  losses: '坏账与尾差',
  tailMost: '尾差',
  isDirect: '坏账记账方式',
  seen: '看到的版本',
  creditLimit: '信用额度',
  control: '控制方式',
  blocks: '超出额度',
  notes: '异议',
  outcome: '处理意见',
  paymentIds: '付款',
  expectRows: '可入账行数',
  day: '日期',
} as const
