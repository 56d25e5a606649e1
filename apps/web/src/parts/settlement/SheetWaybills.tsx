// The waybills of a sheet beside its list, those that differ first and marked; facts of the journey where there is room.
import type { SettlementDetail, SheetMarks } from '@yunshu/contract/settlement/settlement'
import { screenUrl } from '@yunshu/contract/screens/screens'
import { linesAtOnce, listSheetLines } from '@yunshu/contract/settlement/sheetLines'
import { useCall } from '../../lib/useCall.ts'
import { Section } from '../../ui/Facts.tsx'
import { Money, Weight } from '../../ui/Figures.tsx'
import { shortPlace, siteOf } from '../../ui/placeText.ts'
import { Tag } from '../../ui/StatusTag.tsx'
import { takenOf } from './SheetAmounts.tsx'
import './sheet.css'

type Line = SettlementDetail['lines'][number]
type Mark = SheetMarks['lines'][number]

interface SheetWaybillsProps {
  sheet: SettlementDetail
  /** Absent where the reader has none, or they are not there yet. */
  marks: SheetMarks | undefined
}

// a box that scrolls must be reachable by keyboard (WCAG 2.1.1)
const scrolledByKeys = { tabIndex: 0, role: 'group' } as const

/** Fees, disputes and receipts that want a look stand before plain deductions, and those before the rest. */
const weightOf = (mark: Mark | undefined): number =>
  mark === undefined ? 0 : mark.usual || mark.isDisputed || mark.lacksReceipt ? 2 : 1

/** The lines of waybills that differ and are not among the first ones; those that want a look before plain deductions. */
function useMarkedLines({ settlementNum, lines }: SettlementDetail, marks: SheetMarks | undefined): readonly Line[] {
  const here = new Set(lines.map(({ waybillId }) => waybillId))
  const waybillIds = (marks?.lines ?? [])
    .filter(({ waybillId }) => !here.has(waybillId))
    .toSorted((a, b) => weightOf(b) - weightOf(a))
    .slice(0, linesAtOnce)
    .map(({ waybillId }) => waybillId)
  const asked = { settlementNum, waybillIds, limit: 2 * linesAtOnce }
  const { data } = useCall(listSheetLines, asked, { quiet: true, enabled: waybillIds.length > 0 })
  return waybillIds.length === 0 ? [] : (data?.rows ?? [])
}

export function SheetWaybills({ sheet, marks }: SheetWaybillsProps) {
  const { lineCount, settlementNum } = sheet
  const marked = new Map(marks?.lines.map(line => [line.waybillId, line]))
  const lines = [...sheet.lines, ...useMarkedLines(sheet, marks)]
  const ordered = lines.toSorted((a, b) => weightOf(marked.get(b.waybillId)) - weightOf(marked.get(a.waybillId)))
  return (
    <Section title={`运单（${lineCount}）`}>
      {lineCount > lines.length && (
        <p className="ys-weak">
          这里列出 {lines.length} 笔，需核对的在前；全部在
          <a className="ys-link" href={screenUrl('SettlementNormal', { settlementNum })}>
            结算单
          </a>
          中
        </p>
      )}
      <div className="ys-table-box st-waybills" aria-label="运单" {...scrolledByKeys}>
        <table className="ys-table">
          <thead>
            <tr>
              <th scope="col">运单 / 线路</th>
              <th scope="col" className="st-roomy">
                车辆 / 司机
              </th>
              <th scope="col" className="st-roomy st-right">
                装 → 卸(吨)
              </th>
              <th scope="col" className="st-right">
                运费 / 油卡(元)
              </th>
              <th scope="col" className="st-right">
                扣款(元)
              </th>
              <th scope="col" className="st-right">
                净额(元)
              </th>
            </tr>
          </thead>
          <tbody>
            {ordered.map(line => (
              <WaybillLine key={line.partId} line={line} mark={marked.get(line.waybillId)} />
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  )
}

function WaybillLine({ line, mark }: { line: Line; mark: Mark | undefined }) {
  const lane = `${siteOf(line.loadPlace)} → ${siteOf(line.unloadPlace)}`
  return (
    <tr>
      <td>
        <a className="ys-link" href={screenUrl('WaybillDetails', { id: line.waybillId })}>
          {line.waybillNo}
        </a>{' '}
        {mark?.lacksReceipt && <Tag tone="warn">缺回单</Tag>}
        <div className="ys-weak st-lane" title={`${shortPlace(line.loadPlace)} → ${shortPlace(line.unloadPlace)}`}>
          {lane}
        </div>
      </td>
      <td className="st-roomy">
        {line.plate}
        <div className="ys-weak">{line.driverName}</div>
      </td>
      <td className="st-roomy st-right">
        <Weight value={line.loadWeightG} /> → <Weight value={line.unloadWeightG} />
      </td>
      <td className={mark?.usual ? 'st-right st-differs' : 'st-right'}>
        <Money value={line.freight} />
        {mark?.usual && (
          <div>
            常价 <Money value={mark.usual.median} />
          </div>
        )}
        {line.oil > 0 && (
          <div className="ys-weak">
            <Money value={line.oil} />
          </div>
        )}
      </td>
      <td className={mark && mark.deducted > 0 ? 'st-right st-differs' : 'st-right'}>
        <Money value={takenOf(line)} />
        {line.penalty > 0 && (
          <div className="ys-weak">
            其中罚款 <Money value={line.penalty} />
          </div>
        )}
        {line.rounding > 0 && (
          <div className="ys-weak">
            抹零 <Money value={line.rounding} />
          </div>
        )}
        {mark?.isDisputed && <div>有争议</div>}
      </td>
      <td className="st-right st-net">
        <Money value={line.due} />
      </td>
    </tr>
  )
}
