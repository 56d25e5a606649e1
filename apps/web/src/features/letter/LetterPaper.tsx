// The letter on paper (A4): its accounts, the net in words, and room for both stamps.
import type { LetterDetail } from '@yunshu/contract/letter/letter'
import { fen, printMoney } from '@yunshu/domain/figures/money'
import { lineMarks } from '@yunshu/domain/statement'
import { flowAccounts } from '@yunshu/domain/voucher/chart'
import { periodText } from '@yunshu/domain/voucher/voucher'
import { PaperOfBoth, PaperTable } from '../../parts/statement/PaperOfBoth.tsx'

const heads = ['账户', '期初余额', '本期增加', '本期减少', '期末余额', '核对情况']

export function LetterPaper({ letter }: { letter: LetterDetail }) {
  const owed = letter.closing >= 0
  return (
    <PaperOfBoth
      title="往来对账函"
      head={[`${letter.partyName}：`, letter.letterNo]}
      stamps={[`发函方：${letter.branchName}`, `${letter.partyName}：以上余额　□ 相符　□ 不符，说明：`]}
    >
      <p>
        截至{periodText(letter.period)}末，贵司与我司（{letter.branchName}）的往来余额如下（单位：元），请核对。
      </p>
      <PaperTable heads={heads}>
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
      </PaperTable>
      <p>
        期末净额：{owed ? '贵司应付我司' : '我司应付贵司'} {printMoney(fen(Math.abs(letter.closing)))} 元　大写：
        {letter.closingInWords}
      </p>
    </PaperOfBoth>
  )
}
