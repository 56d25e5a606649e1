// The statement of a carrier on paper (A4): its lines, sums, the unpaid amount in words, and both stamps.
import type { SettleStatement } from '@yunshu/contract/settlement/settleDetail'
import { printMoney } from '@yunshu/domain/figures/money'
import { formatDate } from '@yunshu/domain/figures/time'
import { printTons } from '@yunshu/domain/figures/weight'
import { partLabel } from '@yunshu/domain/settlement/parts'
import { detailStages } from '@yunshu/domain/settlement/settleDetail'
import { cutsOf } from '@yunshu/domain/settlement/treatment'
import { PaperFoot } from '../../ui/PaperFoot.tsx'
import { siteOf } from './sheetText.ts'

const heads = [
  '序号',
  '运单号',
  '签收',
  '车牌',
  '路线',
  '卸货(吨)',
  '分期',
  '应付',
  '已发放',
  '扣减',
  '罚款',
  '现金',
  '状态',
]

export function StatementPrint({ statement }: { statement: SettleStatement }) {
  const { rows, sums } = statement
  return (
    <div className="st-print">
      <h1>承运商对账单</h1>
      <p className="st-print-head">
        <span>承运商：{statement.carrierName}</span>
        <span>货主：{statement.shipperName ?? '全部'}</span>
        <span>
          签收期间：{formatDate(statement.from)} 至 {formatDate(statement.to - 1)}
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
          {rows.map((row, index) => (
            <tr key={row.id}>
              <td>{index + 1}</td>
              <td>{row.waybillNo}</td>
              <td className="st-print-short">{row.signedAt === undefined ? '–' : formatDate(row.signedAt)}</td>
              <td className="st-print-short">{row.plate}</td>
              <td>
                {siteOf(row.loadPlace)} → {siteOf(row.unloadPlace)}
              </td>
              <td className="st-print-figure">{printTons(row.unloadWeightG)}</td>
              <td className="st-print-short">{partLabel(row.part)}</td>
              <td className="st-print-figure">{printMoney(row.freight)}</td>
              <td className="st-print-figure">{printMoney(row.issued)}</td>
              <td className="st-print-figure">{printMoney(cutsOf(row))}</td>
              <td className="st-print-figure">{printMoney(row.penalty)}</td>
              <td className="st-print-figure">{printMoney(row.due)}</td>
              <td className="st-print-short">{detailStages[row.stage].label}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td colSpan={7}>合计 {rows.length} 笔（现金为应付减已发放、扣减与罚款）</td>
            <td className="st-print-figure">{printMoney(sums.freight)}</td>
            <td className="st-print-figure">{printMoney(sums.issued)}</td>
            <td className="st-print-figure">{printMoney(cutsOf(sums))}</td>
            <td className="st-print-figure">{printMoney(sums.penalty)}</td>
            <td className="st-print-figure" colSpan={2}>
              {printMoney(sums.due)}
            </td>
          </tr>
          <tr>
            <td colSpan={heads.length}>
              未付：{printMoney(statement.unpaid)} 元　大写：{statement.unpaidInWords}
            </td>
          </tr>
        </tfoot>
      </table>
      <div className="st-print-signs st-print-both">
        {['付款方签章', '承运商签章'].map(role => (
          <div key={role}>
            <span>{role}：</span>
            <span className="st-print-line">经办　　　　年　月　日</span>
          </div>
        ))}
      </div>
      <PaperFoot />
    </div>
  )
}
