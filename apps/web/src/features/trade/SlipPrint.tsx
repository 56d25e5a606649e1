// The slip of a movement on paper: what moved, between whom, for what; not the bank's own slip, and it says so.
import type { TradePaper } from '@yunshu/contract/trade/trade'
import { formatDateTime } from '@yunshu/domain/figures/time'
import { printMoney, ZERO_FEN } from '@yunshu/domain/figures/money'
import { payChannels } from '@yunshu/domain/settlement/settlement'
import { tradeDirections, tradeKindName, tradeMarks, tradeRecords } from '@yunshu/domain/trade'
import { printCount } from '@yunshu/domain/figures/decimal'
import { PaperFoot } from '../../ui/PaperFoot.tsx'
import './trade.css'

/** The most waybills a slip names. */
const namedMax = 20

/** The way as its reader has it: of a carrier's own money, else of the branch whose account it went through. */
const wayOf = ({ direction, isCarriers, branchName }: TradePaper): string =>
  isCarriers ? tradeDirections[direction] : `${tradeDirections[direction]}（${branchName}）`

export function SlipPrint({ trade }: { trade: TradePaper }) {
  const { payer, payee, lines } = trade
  const named = lines.slice(0, namedMax).map(({ waybillNo }) => waybillNo)
  const rows: readonly (readonly [string, string | undefined, string, string | undefined])[] = [
    ['付款方', payer.name, '收款方', payee.name],
    ['账号', payer.account, '账号', payee.account],
    ['开户行', payer.bank, '开户行', payee.bank],
    ['类型', tradeKindName(trade), '方向', wayOf(trade)],
    ['渠道', trade.channel && payChannels[trade.channel], '状态', tradeMarks[trade.mark]],
    ['银行流水号', trade.bankSerial, '结算单', trade.settlementNum],
    ['单据', trade.record && tradeRecords[trade.record], '单据号', trade.recordNo],
    ['手续费(元)', trade.fee === 0 ? undefined : printMoney(trade.fee), '分录号', trade.entryNo],
  ]
  return (
    <div className="td-slip">
      <h1>交易回单</h1>
      {trade.isSimulated && <p className="td-simulated">模拟通道，没有真实资金</p>}
      <p className="td-head">
        <span>流水号：{trade.tradeNo}</span>
        <span>时间：{formatDateTime(trade.happenedAt)}</span>
      </p>
      <table className="ys-table">
        <tbody>
          {rows.map(([left, said, right, other]) => (
            <tr key={`${left} ${right}`}>
              <th scope="row">{left}</th>
              <td>{said ?? '–'}</td>
              <th scope="row">{right}</th>
              <td>{other ?? '–'}</td>
            </tr>
          ))}
          <tr>
            <th scope="row">金额(元)</th>
            <td>{printMoney(trade.income ?? trade.outgo ?? ZERO_FEN)}</td>
            <th scope="row">大写</th>
            <td>{trade.amountInWords}</td>
          </tr>
          {named.length > 0 && (
            <tr>
              <th scope="row">运单</th>
              <td colSpan={3}>
                {named.join('、')}
                {trade.waybills > named.length && ` 等 ${printCount(trade.waybills)} 张`}
              </td>
            </tr>
          )}
        </tbody>
      </table>
      <PaperFoot note="本回单由本系统出具，银行凭证以银行回单为准" />
    </div>
  )
}
