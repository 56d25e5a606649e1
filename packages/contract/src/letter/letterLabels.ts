// Names of the fields of letters of balances.

export const letterLabels = {
  letterSide: '对象',
  accounts: '账户',
  expectClosing: '期末净额',
} as const
