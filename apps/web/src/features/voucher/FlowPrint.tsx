// The statement of an account on paper (A4): every movement with the balance after it, what is carried from page to page,
// and the closing balance in words.
import type { Output } from '@yunshu/contract/call'
import type { FlowLine, sumFlow } from '@yunshu/contract/voucher/flow'
import { printMoney } from '@yunshu/domain/figures/money'
import { formatDate } from '@yunshu/domain/figures/time'
import { flowAccounts, type FlowAccount } from '@yunshu/domain/voucher/chart'
import { printCount } from '@yunshu/domain/figures/decimal'
import { PaperFoot } from '../../ui/PaperFoot.tsx'
import { flowPagesOf, type Carried } from './flowPages.ts'

export interface FlowPaper {
  readonly account: FlowAccount
  /** The company whose account it is, or the branches it is read for. */
  readonly whose: string
  readonly from: number | undefined
  readonly to: number | undefined
  readonly lines: readonly FlowLine[]
  readonly sums: Output<typeof sumFlow>
}

const heads = ['日期', '分录号', '摘要', '对方', '收入／增加(元)', '支出／减少(元)', '余额(元)'] as const

function Row({ word, sums: { income, outgo, balance } }: { word: string; sums: Carried }) {
  return (
    <tr>
      <td colSpan={4}>{word}</td>
      <td className="vc-print-figure">{printMoney(income)}</td>
      <td className="vc-print-figure">{printMoney(outgo)}</td>
      <td className="vc-print-figure">{printMoney(balance)}</td>
    </tr>
  )
}

const Line = ({ line }: { line: FlowLine }) => (
  <tr>
    <td className="vc-print-short">{formatDate(line.date)}</td>
    <td className="vc-print-short">{line.entryNo}</td>
    <td>{line.summary}</td>
    <td>{line.counterparty}</td>
    <td className="vc-print-figure">{line.income === undefined ? '' : printMoney(line.income)}</td>
    <td className="vc-print-figure">{line.outgo === undefined ? '' : printMoney(line.outgo)}</td>
    <td className="vc-print-figure">{printMoney(line.balance)}</td>
  </tr>
)

const days = ({ from, to }: Pick<FlowPaper, 'from' | 'to'>): string =>
  `${from === undefined ? '开户' : formatDate(from)} 至 ${to === undefined ? '今' : formatDate(to - 1)}`

export function FlowPrint({ paper }: { paper: FlowPaper }) {
  const { account, whose, lines, sums } = paper
  const pages = flowPagesOf(lines, sums.opening)
  return (
    <div className="vc-print">
      {pages.map((page, at) => {
        const isLast = at + 1 === pages.length
        return (
          <section key={page.lines[0]?.entryNo ?? at} className="vc-print-page">
            <h1>账户流水</h1>
            <p className="vc-print-head">
              <span>账户：{flowAccounts[account]}</span>
              <span>单位：{whose}</span>
              <span>期间：{days(paper)}</span>
              <span>
                第 {at + 1} 页，共 {pages.length} 页
              </span>
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
                {at === 0 ? (
                  <tr>
                    <td colSpan={6}>期初余额</td>
                    <td className="vc-print-figure">{printMoney(sums.opening)}</td>
                  </tr>
                ) : (
                  <Row word="承前页" sums={page.brought} />
                )}
                {page.lines.map(line => (
                  <Line key={`${line.entryNo} ${line.n}`} line={line} />
                ))}
                <Row
                  word={isLast ? `本期合计 ${printCount(lines.length)} 笔　期末余额` : '过次页'}
                  sums={page.carried}
                />
                {isLast && (
                  <tr>
                    <td colSpan={heads.length}>期末余额大写：{sums.closingInWords}</td>
                  </tr>
                )}
              </tbody>
            </table>
          </section>
        )
      })}
      <PaperFoot />
    </div>
  )
}
