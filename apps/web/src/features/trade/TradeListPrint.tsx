// The list of movements on paper (A4): the conditions in words, every movement, the sums of both ways, and room to sign.
import type { TradeRow } from '@yunshu/contract/trade/trade'
import { printCount } from '@yunshu/domain/figures/decimal'
import { printMoney, type Fen } from '@yunshu/domain/figures/money'
import { formatDateTime } from '@yunshu/domain/figures/time'
import { payChannels } from '@yunshu/domain/settlement/settlement'
import { tradeDirections, tradeKindName, tradeMarks } from '@yunshu/domain/trade'
import { PaperFoot } from '../../ui/PaperFoot.tsx'
import { tradePagesOf, tradeWaysOf, type TradeSums } from './tradePages.ts'
import './trade.css'

export interface TradeListPaper {
  /** The company whose reader prints it, or the house. */
  readonly whose: string
  readonly isHouse: boolean
  /** The conditions the rows were found by, in words. */
  readonly said: string
  readonly rows: readonly TradeRow[]
}

const heads = ['时间', '流水号', '类型', '对方', '银行流水号', '单据号'] as const
/** The charge of the bank is a figure of the house's paper alone. */
const figuresOf = (isHouse: boolean) => ['收入(元)', '支出(元)', ...(isHouse ? ['手续费(元)'] : [])]

const figure = (value: Fen | undefined): string => (value === undefined ? '' : printMoney(value))

const Sums = ({ word, sums, isHouse }: { word: string; sums: TradeSums; isHouse: boolean }) => (
  <tr>
    <td colSpan={heads.length}>{word}</td>
    <td className="td-list-figure">{printMoney(sums.income)}</td>
    <td className="td-list-figure">{printMoney(sums.outgo)}</td>
    {isHouse && <td className="td-list-figure">{printMoney(sums.fee)}</td>}
  </tr>
)

const Line = ({ row, isHouse }: { row: TradeRow; isHouse: boolean }) => (
  <tr>
    <td>{formatDateTime(row.happenedAt)}</td>
    <td>{row.tradeNo}</td>
    <td className="td-list-whole">
      {tradeKindName(row)}
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
    {isHouse && <td className="td-list-figure">{row.fee === 0 ? '' : printMoney(row.fee)}</td>}
  </tr>
)

/** The sums of both ways, and where to sign. */
function Ending({ rows, isHouse }: { rows: readonly TradeRow[]; isHouse: boolean }) {
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
        {isHouse && <span>手续费 {printMoney(fee)} 元</span>}
      </p>
      <p className="td-list-head">
        <span>制表：＿＿＿＿＿＿</span>
        <span>复核：＿＿＿＿＿＿</span>
        <span>日期：＿＿＿＿年＿＿月＿＿日</span>
      </p>
    </>
  )
}

export function TradeListPrint({ paper: { whose, isHouse, said, rows } }: { paper: TradeListPaper }) {
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
                  {figuresOf(isHouse).map(head => (
                    <th key={head} className="td-list-figure">
                      {head}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {at > 0 && <Sums word="承前页" sums={page.brought} isHouse={isHouse} />}
                {page.rows.map(row => (
                  <Line key={row.id} row={row} isHouse={isHouse} />
                ))}
                <Sums
                  word={isLast ? `合计 ${printCount(rows.length)} 笔` : '过次页'}
                  sums={page.carried}
                  isHouse={isHouse}
                />
              </tbody>
            </table>
            {isLast && <Ending rows={rows} isHouse={isHouse} />}
          </section>
        )
      })}
      <PaperFoot />
    </div>
  )
}
