// The list of movements on paper (A4): the conditions in words, every movement, the sums of both ways, and room to sign.
import type { TradeRow } from '@yunshu/contract/trade/trade'
import { printCount } from '@yunshu/domain/figures/decimal'
import { printMoney, type Fen } from '@yunshu/domain/figures/money'
import { formatDateTime } from '@yunshu/domain/figures/time'
import { payChannels } from '@yunshu/domain/settlement/settlement'
import { tradeDirections, tradeKinds, tradeMarks } from '@yunshu/domain/trade'
import { PaperFoot } from '../../ui/PaperFoot.tsx'
import { tradePagesOf, tradeWaysOf, type TradeSums } from './tradePages.ts'
import './trade.css'

export interface TradeListPaper {
  /** The company whose reader prints it, or the house. */
  readonly whose: string
  /** The conditions the rows were found by, in words. */
  readonly said: string
  readonly rows: readonly TradeRow[]
}

const heads = ['时间', '流水号', '类型', '对方', '银行流水号', '单据号'] as const
const figures = ['收入(元)', '支出(元)', '手续费(元)'] as const

const figure = (value: Fen | undefined): string => (value === undefined ? '' : printMoney(value))

const Sums = ({ word, sums }: { word: string; sums: TradeSums }) => (
  <tr>
    <td colSpan={heads.length}>{word}</td>
    <td className="td-list-figure">{printMoney(sums.income)}</td>
    <td className="td-list-figure">{printMoney(sums.outgo)}</td>
    <td className="td-list-figure">{printMoney(sums.fee)}</td>
  </tr>
)

const Line = ({ row }: { row: TradeRow }) => (
  <tr>
    <td>{formatDateTime(row.happenedAt)}</td>
    <td>{row.tradeNo}</td>
    <td className="td-list-whole">
      {tradeKinds[row.kind]}
      {row.mark !== 'done' && <div>（{tradeMarks[row.mark]}）</div>}
    </td>
    <td>{row.direction === 'IN' ? row.payer.name : row.payee.name}</td>
    <td>
      {row.bankSerial}
      {row.channel !== undefined && <div>{payChannels[row.channel]}</div>}
    </td>
    <td>{row.settlementNum ?? row.recordNo ?? row.taskNo}</td>
    <td className="td-list-figure">{figure(row.income)}</td>
    <td className="td-list-figure">{figure(row.outgo)}</td>
    <td className="td-list-figure">{row.fee === 0 ? '' : printMoney(row.fee)}</td>
  </tr>
)

/** The sums of both ways, and where to sign. */
function Ending({ rows }: { rows: readonly TradeRow[] }) {
  const { income, outgo, fee } = tradeWaysOf(rows)
  return (
    <>
      <p className="td-list-head">
        <span>
          {tradeDirections.IN} {printCount(income.count)} 笔 {printMoney(income.amount)} 元
        </span>
        <span>
          {tradeDirections.OUT} {printCount(outgo.count)} 笔 {printMoney(outgo.amount)} 元
        </span>
        <span>手续费 {printMoney(fee)} 元</span>
      </p>
      <p className="td-list-head">
        <span>制表：＿＿＿＿＿＿</span>
        <span>复核：＿＿＿＿＿＿</span>
        <span>日期：＿＿＿＿年＿＿月＿＿日</span>
      </p>
    </>
  )
}

export function TradeListPrint({ paper: { whose, said, rows } }: { paper: TradeListPaper }) {
  const pages = tradePagesOf(rows)
  return (
    <div className="td-list">
      {pages.map((page, at) => {
        const isLast = at + 1 === pages.length
        return (
          <section key={page.rows[0]?.id} className="td-list-page">
            <h1>交易流水清单</h1>
            {rows.some(({ isSimulated }) => isSimulated) && <p className="td-simulated">含模拟通道，没有真实资金</p>}
            <p className="td-list-head">
              <span>单位：{whose}</span>
              <span>条件：{said}</span>
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
                  {figures.map(head => (
                    <th key={head} className="td-list-figure">
                      {head}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {at > 0 && <Sums word="承前页" sums={page.brought} />}
                {page.rows.map(row => (
                  <Line key={row.id} row={row} />
                ))}
                <Sums word={isLast ? `合计 ${printCount(rows.length)} 笔` : '过次页'} sums={page.carried} />
              </tbody>
            </table>
            {isLast && <Ending rows={rows} />}
          </section>
        )
      })}
      <PaperFoot />
    </div>
  )
}
