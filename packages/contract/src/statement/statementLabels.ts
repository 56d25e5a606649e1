// Names of the fields of statements.

export const statementLabels = {
  statementId: '对账单',
  lineNos: '明细行',
  expectOwed: '期末应收',
  expectPrepaid: '期末预收',
} as const
