// A settlement sheet on paper (A4): lines, sums, the amount in words, and boxes for signatures.
import { product } from '@yunshu/domain/account/account'
import type { SettlementDetail } from '@yunshu/contract/settlement/settlement'
import { addFen, printMoney, sumFen } from '@yunshu/domain/figures/money'
import { settlementKinds, settlementStates } from '@yunshu/domain/settlement/settlement'
import { cutsOf } from '@yunshu/domain/settlement/treatment'
import { formatDate, formatDateTime } from '@yunshu/domain/figures/time'
import { periodText } from '@yunshu/domain/voucher/voucher'
import { printTons } from '@yunshu/domain/figures/weight'
import { serverNow } from '../../lib/clock.ts'
import { siteOf } from './sheetText.ts'

/** Names of makers and auditors are printed; signatures are by hand. */
export function SheetPrint({ sheet }: { sheet: SettlementDetail }) {
  const { lines } = sheet
  return (
    <div className="st-print">
      <h1>运费结算单</h1>
      <p className="st-print-head">
        <span>
          单号：{sheet.settlementNum}（{settlementKinds[sheet.kind]}）
        </span>
        <span>期间：{periodText(sheet.period)}</span>
        <span>状态：{settlementStates.states[sheet.state].label}</span>
      </p>
      <p className="st-print-head">
        <span>货主：{sheet.shipperName}</span>
        <span>承运商：{sheet.carrierName}</span>
      </p>
      <table className="ys-table">
        <thead>
          <tr>
            <th>序号</th>
            <th>运单号</th>
            <th>车牌／司机</th>
            <th>装货地 → 卸货地</th>
            <th>装／卸(吨)</th>
            <th>运费(元)</th>
            <th>油卡／已预付(元)</th>
            <th>扣减(元)</th>
            <th>罚款(元)</th>
            <th>净额(元)</th>
          </tr>
        </thead>
        <tbody>
          <PrintLines lines={lines} />
        </tbody>
        <PrintSums sheet={sheet} />
      </table>
      <div className="st-print-signs">
        {[
          ['制单', sheet.maker],
          ['审核', sheet.auditor],
          ['支付', sheet.payer],
          ['收款人签章', undefined],
        ].map(([role, name]) => (
          <div key={role}>
            <span>
              {role}：{name ?? ''}
            </span>
            <span className="st-print-line">签字　　　　年　月　日</span>
          </div>
        ))}
      </div>
      <p className="st-print-foot">
        {product.name}　打印时间 {formatDateTime(serverNow())}
      </p>
    </div>
  )
}

function PrintLines({ lines }: { lines: SettlementDetail['lines'] }) {
  return (
    <>
      {lines.map((line, index) => (
        <tr key={line.partId}>
          <td>{index + 1}</td>
          <td>{line.waybillNo}</td>
          <td className="st-print-short">
            {line.plate}
            <br />
            {line.driverName}
          </td>
          <td>
            {siteOf(line.loadPlace)} → {siteOf(line.unloadPlace)}
          </td>
          <td className="st-print-figure">
            {printTons(line.loadWeightG)}
            <br />
            {printTons(line.unloadWeightG)}
          </td>
          <td className="st-print-figure">{printMoney(line.freight)}</td>
          <td className="st-print-figure">{printMoney(addFen(line.oil, line.advanced))}</td>
          <td className="st-print-figure">{printMoney(cutsOf(line))}</td>
          <td className="st-print-figure">{printMoney(line.penalty)}</td>
          <td className="st-print-figure">{printMoney(line.due)}</td>
        </tr>
      ))}
    </>
  )
}

function PrintSums({ sheet }: { sheet: SettlementDetail }) {
  const { lines, payees } = sheet
  return (
    <tfoot>
      <tr>
        <td colSpan={5}>合计（{lines.length} 张，元）</td>
        <td className="st-print-figure">{printMoney(sheet.payable)}</td>
        <td className="st-print-figure">{printMoney(addFen(sheet.oil, sheet.advanced))}</td>
        <td className="st-print-figure">{printMoney(cutsOf(sheet))}</td>
        <td className="st-print-figure">{printMoney(sheet.penalty)}</td>
        <td className="st-print-figure">{printMoney(sumFen(lines.map(line => line.due)))}</td>
      </tr>
      {(sheet.carriedIn > 0 || sheet.carriedOut > 0) && (
        <tr>
          <td colSpan={10}>
            {sheet.carriedIn > 0 &&
              `抵扣前欠：${printMoney(sheet.carriedIn)} 元（${sheet.carried.map(({ settlementNum, waybill }) => settlementNum ?? waybill?.waybillNo).join('、')}）　`}
            实付：{printMoney(sheet.due)} 元{sheet.carriedOut > 0 && `　转欠款：${printMoney(sheet.carriedOut)} 元`}
          </td>
        </tr>
      )}
      <tr>
        <td colSpan={10}>实付金额（大写）：{sheet.dueInWords}</td>
      </tr>
      <tr>
        <td colSpan={10}>
          {payees.map(({ name, account, bank, amount }) => (
            <div key={`${name} ${account}`}>
              收款人：{name}　账号：{account}　开户行：{bank}
              {payees.length > 1 && `　${printMoney(amount)} 元`}
            </div>
          ))}
          {sheet.dueAt !== undefined && `到期日：${formatDate(sheet.dueAt)}`}
        </td>
      </tr>
      <tr>
        <td colSpan={10}>备注：{sheet.remark ?? ''}</td>
      </tr>
    </tfoot>
  )
}
