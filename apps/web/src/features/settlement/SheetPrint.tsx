// A settlement sheet on paper (A4): lines with what is carried from page to page, sums, the amount in words, and boxes for
// signatures.
import type { SheetPaper } from '@yunshu/contract/settlement/sheetPaper'
import { addFen, printMoney, sumFen, ZERO_FEN, type Fen } from '@yunshu/domain/figures/money'
import { payerLabel, settlementKinds, settlementStates } from '@yunshu/domain/settlement/settlement'
import { cutsOf } from '@yunshu/domain/settlement/treatment'
import { formatDate } from '@yunshu/domain/figures/time'
import { periodText } from '@yunshu/domain/voucher/voucher'
import { printTons } from '@yunshu/domain/figures/weight'
import { printCount } from '@yunshu/domain/figures/decimal'
import { Fragment } from 'react'
import { PaperFoot } from '../../ui/PaperFoot.tsx'
import { siteOf } from './sheetText.ts'

/** The fields of a sheet that stand on its paper. */
export type PrintedSheet = Pick<
  SheetPaper,
  | 'settlementNum'
  | 'kind'
  | 'period'
  | 'state'
  | 'shipperId'
  | 'branchCompanyId'
  | 'shipperName'
  | 'carrierName'
  | 'lines'
  | 'payable'
  | 'oil'
  | 'advanced'
  | 'deducted'
  | 'penalty'
  | 'rounding'
  | 'carriedIn'
  | 'carriedOut'
  | 'carried'
  | 'due'
  | 'dueInWords'
  | 'dueAt'
  | 'payees'
  | 'remark'
  | 'maker'
  | 'auditor'
  | 'payer'
>
type Line = SheetPaper['lines'][number]

/** Lines on one page. */
const linesOfPage = 20

/** The lines of each page, each with the number of those before it, and the sums so far before and after it. */
function pagesOf(lines: readonly Line[]) {
  const pages = Math.max(1, Math.ceil(lines.length / linesOfPage))
  let sums = sumsOf([])
  return Array.from({ length: pages }, (_, page) => {
    const before = page * linesOfPage
    const own = lines.slice(before, before + linesOfPage)
    const brought = sums
    sums = sumsOf(own).map((sum, at) => addFen(sum, brought[at] ?? ZERO_FEN))
    return { before, lines: own, brought, carried: sums }
  })
}

/** The figures of a row below the figures of the lines. */
const sumsOf = (lines: readonly Line[]): readonly Fen[] => [
  sumFen(lines.map(({ freight }) => freight)),
  sumFen(lines.map(({ oil, advanced }) => addFen(oil, advanced))),
  sumFen(lines.map(cutsOf)),
  sumFen(lines.map(({ penalty }) => penalty)),
  sumFen(lines.map(({ due }) => due)),
]

/** Names of makers and auditors are printed; signatures are by hand. */
export function SheetPrint({ sheet }: { sheet: PrintedSheet }) {
  const pages = pagesOf(sheet.lines)
  return (
    <div className="st-print">
      {pages.map(({ before, lines, brought, carried }, page) => {
        const isLast = page + 1 === pages.length
        return (
          <section key={before} className="st-print-page">
            <PrintHead
              sheet={sheet}
              page={pages.length === 1 ? undefined : `第 ${page + 1} 页，共 ${pages.length} 页`}
            />
            <table className="ys-table">
              <thead>
                <tr>
                  {heads.map(head => (
                    <PrintHeading key={head} head={head} />
                  ))}
                </tr>
              </thead>
              <tbody>
                {before > 0 && <CarriedRow word="承前页" count={before} sums={brought} />}
                <PrintLines lines={lines} before={before} />
                {!isLast && <CarriedRow word="过次页" count={before + lines.length} sums={carried} />}
              </tbody>
              {isLast && <PrintSums sheet={sheet} />}
            </table>
            {isLast && <PrintSigns sheet={sheet} />}
          </section>
        )
      })}
      <PaperFoot />
    </div>
  )
}

const heads = [
  '序号',
  '运单号',
  '车牌／司机',
  '装货地 → 卸货地',
  '装／卸(吨)',
  '运费(元)',
  '油卡／已预付(元)',
  '扣减(元)',
  '罚款(元)',
  '净额(元)',
]

/** A heading that names two facts may stand in two lines, as they do, and breaks nowhere else. */
const PrintHeading = ({ head }: { head: string }) => (
  <th>
    {head.split('／').map((word, at) =>
      at === 0 ? (
        word
      ) : (
        <Fragment key={word}>
          ／<wbr />
          {word}
        </Fragment>
      ),
    )}
  </th>
)

function PrintHead({ sheet, page }: { sheet: PrintedSheet; page: string | undefined }) {
  return (
    <>
      <h1>运费结算单</h1>
      <p className="st-print-head">
        <span>
          单号：{sheet.settlementNum}（{settlementKinds[sheet.kind]}）
        </span>
        <span>期间：{periodText(sheet.period)}</span>
        <span>状态：{settlementStates.states[sheet.state].label}</span>
      </p>
      <p className="st-print-head">
        <span>
          {payerLabel(sheet)}：{sheet.shipperName}
        </span>
        <span>承运商：{sheet.carrierName}</span>
        {page !== undefined && <span>{page}</span>}
      </p>
    </>
  )
}

const Figures = ({ of }: { of: readonly Fen[] }) =>
  of.map((figure, at) => (
    <td key={heads[heads.length - of.length + at]} className="st-print-figure">
      {printMoney(figure)}
    </td>
  ))

/** The sum of the lines so far, at the end of a page and at the beginning of the next one. */
function CarriedRow({ word, count, sums }: { word: string; count: number; sums: readonly Fen[] }) {
  return (
    <tr>
      <td colSpan={5}>
        {word}（{count} 张）
      </td>
      <Figures of={sums} />
    </tr>
  )
}

function PrintSigns({ sheet }: { sheet: PrintedSheet }) {
  return (
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
  )
}

function PrintLines({ lines, before }: { lines: readonly Line[]; before: number }) {
  return (
    <>
      {lines.map((line, index) => (
        <tr key={line.partId}>
          <td>{before + index + 1}</td>
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
          <Figures of={sumsOf([line])} />
        </tr>
      ))}
    </>
  )
}

function PrintSums({ sheet }: { sheet: PrintedSheet }) {
  const { lines, payees } = sheet
  return (
    <tfoot>
      <tr>
        <td colSpan={5}>合计（{printCount(lines.length)} 张，元）</td>
        <Figures
          of={[
            sheet.payable,
            addFen(sheet.oil, sheet.advanced),
            cutsOf(sheet),
            sheet.penalty,
            sumFen(lines.map(({ due }) => due)),
          ]}
        />
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
