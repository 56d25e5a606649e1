// The chart of accounts an installation is laid down with, to be read before it is.
import { accounts, type AccountType } from '@yunshu/domain/voucher/chart'

const typeLabels: Readonly<Record<AccountType, string>> = {
  asset: '资产',
  liability: '负债',
  equity: '所有者权益',
  income: '收入',
  expense: '成本费用',
}

/** Every account with its code and type. */
export function ChartOfAccounts() {
  return (
    <details className="setup-chart">
      <summary>会计科目表（{accounts.length} 个科目，随设置启用）</summary>
      <table>
        <thead>
          <tr>
            <th scope="col">编码</th>
            <th scope="col">科目</th>
            <th scope="col">类别</th>
          </tr>
        </thead>
        <tbody>
          {accounts.map(({ code, name, type }) => (
            <tr key={code}>
              <td>{code}</td>
              <td>{name}</td>
              <td>{typeLabels[type]}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
