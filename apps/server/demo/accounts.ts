// The demo accounts of the wire contract; they exist in demo data only.

export const demoPassword = 'Demo#2026'

export const demoAccounts = [
  { account: 'admin', who: '平台管理员' },
  { account: 'platform-finance', who: '平台财务' },
  { account: 'platform-ops', who: '平台运营' },
  { account: 'branch', who: '平台分公司经理' },
  { account: 'shipper', who: '货主管理员' },
  { account: 'shipper-freight', who: '货主运费专员' },
  { account: 'shipper-finance', who: '货主财务' },
  { account: 'shipper2', who: '另一货主（与 carrier 无合作）' },
  { account: 'carrier', who: '承运商管理员' },
  { account: 'carrier-finance', who: '承运商财务' },
  { account: 'carrier2', who: '另一承运商' },
] as const
