// The letter on paper (A4): its accounts, the net in words, and room for both stamps.
import type { LetterDetail } from '@yunshu/contract/letter/letter'
import { product } from '@yunshu/domain/account/account'
import { printMoney } from '@yunshu/domain/figures/money'
import { formatDateTime } from '@yunshu/domain/figures/time'
import { lineMarks } from '@yunshu/domain/statement'
import { flowAccounts } from '@yunshu/domain/voucher/chart'
import { periodText } from '@yunshu/domain/voucher/voucher'
import { serverNow } from '../../lib/clock.ts'
import './letter.css'

const heads = ['账户', '期初余额', '本期增加', '本期减少', '期末余额', '核对情况']

export function LetterPaper({ letter }: { letter: LetterDetail }) {
  const owed = letter.closing >= 0
  return (
    <div className="lt-print">
      <h1>往来对账函</h1>
      <p className="lt-print-head">
        <span>{letter.partyName}：</span>
        <span>{letter.letterNo}</span>
      </p>
      <p>
        截至{periodText(letter.period)}末，贵司与我司（{letter.branchName}）的往来余额如下（单位：元），请核对。
      </p>
      <table className="ys-table">
        <thead>
          <tr>
            {heads.map(head => (
              <th key={head}>{head}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {letter.rows.map(row => (
            <tr key={row.account}>
              <td>{flowAccounts[row.account]}</td>
              {[row.opening, row.income, row.outgo, row.closing].map((value, at) => (
                <td key={heads[at + 1]} className="ys-right">
                  {printMoney(value)}
                </td>
              ))}
              <td>
                {lineMarks[row.mark]}
                {row.dispute === undefined ? '' : `：${row.dispute}`}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>
        期末净额：{owed ? '贵司应付我司' : '我司应付贵司'} {printMoney(letter.closing).replace('-', '')} 元　大写：
        {letter.closingInWords}
      </p>
      <div className="lt-print-signs">
        {[
          [`发函方：${letter.branchName}`, '（盖章）'],
          [`${letter.partyName}：以上余额　□ 相符　□ 不符，说明：`, '（盖章）'],
        ].map(([name, seal]) => (
          <div key={name}>
            <span>
              {name}
              {seal}
            </span>
            <span>经办　　　　年　月　日</span>
          </div>
        ))}
      </div>
      <p>
        {product.name}　打印时间 {formatDateTime(serverNow())}
      </p>
    </div>
  )
}
