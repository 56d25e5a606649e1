// The waybills on a settlement sheet, with sums that agree with its head.
import { screenUrl } from '@yunshu/contract/screens/screens'
import type { SettlementDetail } from '@yunshu/contract/settlement/settlement'
import { takeOffFailure } from '@yunshu/contract/settlement/failure'
import { listSheetLines, payToCarrier } from '@yunshu/contract/settlement/sheetLines'
import { absoluteFen } from '@yunshu/domain/figures/money'
import { partLabel } from '@yunshu/domain/settlement/parts'
import { settlementStates } from '@yunshu/domain/settlement/settlement'
import { treatments } from '@yunshu/domain/settlement/treatment'
import { Button, Input, Popconfirm } from 'antd'
import { useState, type ReactNode } from 'react'
import { toast } from '../../lib/toast.ts'
import { usePages, useSend } from '../../lib/useCall.ts'
import { askedColumn } from '../../parts/explain/AskedMoney.tsx'
import { cutLabel, cutOf } from '../../parts/settlement/SheetAmounts.tsx'
import { sheetCalls } from '../../parts/settlement/sheetDialog.ts'
import { Section } from '../../ui/Facts.tsx'
import { Money, nothing, Weight } from '../../ui/Figures.tsx'
import { Reopens } from '../../ui/form/Reopens.tsx'
import { moneyColumn, type Column } from '../../ui/list/column.tsx'
import { siteOf } from '../../ui/placeText.ts'
import { SimpleTable } from '../../ui/SimpleTable.tsx'
import { ErrorState } from '../../ui/States.tsx'
import { StepDialog } from '../../ui/StepDialog.tsx'
import { LineChangeDialog, type Line } from './LineChangeDialog.tsx'

const waybillColumns: readonly Column<Line>[] = [
  {
    key: 'waybillNo',
    title: '运单 / 分期 / 车辆',
    width: 160,
    card: 'title',
    render: ({ waybillId, waybillNo, part, plate, driverName }) => (
      <>
        <a className="ys-link" href={screenUrl('WaybillDetails', { id: waybillId })}>
          {waybillNo}
        </a>
        <div className="ys-weak">
          <span className="st-whole">{partLabel(part)}</span>{' '}
          <span className="st-whole">
            {plate} {driverName}
          </span>
        </div>
      </>
    ),
  },
  {
    key: 'route',
    title: '装货地 / 卸货地',
    width: 200,
    isCut: true,
    cardTitle: '',
    render: ({ loadPlace, unloadPlace }) => (
      <>
        <div title={loadPlace}>{siteOf(loadPlace)}</div>
        <div className="ys-weak st-to" title={unloadPlace}>
          {siteOf(unloadPlace)}
        </div>
      </>
    ),
  },
  {
    key: 'weight',
    title: '装 → 卸(吨)',
    width: 76,
    align: 'right',
    render: ({ loadWeightG, unloadWeightG, deducted }) => (
      <>
        <Weight value={loadWeightG} />
        <div>
          → {/* the arrived weight with a deduction for it */}
          <span className={deducted > 0 && (unloadWeightG ?? 0) < (loadWeightG ?? 0) ? 'ys-minus' : undefined}>
            <Weight value={unloadWeightG} />
          </span>
        </div>
      </>
    ),
  },
]
type Fees = Pick<Line, 'freight' | 'oil' | 'advanced' | 'deducted' | 'penalty' | 'rounding'>
/** The parts of the fee no transfer pays, each behind its name. */
const keptOf = (fees: Fees) =>
  (
    [
      ['油卡', fees.oil],
      ['预付', fees.advanced],
      [cutLabel(fees), cutOf(fees)],
      [treatments.penalty.label, fees.penalty],
      ['抹零', fees.rounding],
    ] as const
  ).filter(([, value]) => value !== 0)
const KeptBack = ({ fees }: { fees: Fees }) => {
  const kept = keptOf(fees)
  if (kept.length === 0) return nothing
  return kept.map(([label, value]) => (
    <div key={label} className="st-whole">
      <span className="ys-weak">{label}</span> <Money value={value} />
    </div>
  ))
}
/** The fee and below it the parts of it no transfer pays. */
const Freight = ({ line }: { line: Fees }) => (
  <>
    <Money value={line.freight} />
    {keptOf(line).length > 0 && <KeptBack fees={line} />}
  </>
)
const amountColumns: readonly Column<Line>[] = [
  moneyColumn('freight', '运费', line => line.freight, { width: 80 }),
  {
    key: 'kept',
    title: '油卡、扣款(元)',
    cardTitle: '',
    width: 96,
    align: 'right',
    render: line => <KeptBack fees={line} />,
  },
  askedColumn('due', '净额', line => line.due, {
    width: 80,
    card: 'figure',
    asked: ({ waybillId, partId }) => ({ amountOf: 'part', id: waybillId, partId }),
  }),
]
/** The amount debts take, and the one paid out after them. */
const Paid = ({ setOff, pay }: Pick<Line, 'setOff' | 'pay'>) => (
  <>
    <div className="st-whole">
      <span className="ys-weak">{setOff < 0 ? '转欠款' : '抵欠'}</span> <Money value={absoluteFen(setOff)} />
    </div>
    <div className="st-whole">
      <span className="ys-weak">实付</span> <Money value={pay} />
    </div>
  </>
)
/** The same in one column less, where debts take a column too. */
const foldedColumns: readonly Column<Line>[] = [
  {
    key: 'freight',
    title: '运费、油卡、扣款(元)',
    cardTitle: '运费',
    width: 110,
    align: 'right',
    render: line => <Freight line={line} />,
  },
  ...amountColumns.slice(-1),
]
/** On a sheet on which debts or waybills below zero leave another amount to pay than is due. */
const setOffColumn: Column<Line> = {
  key: 'pay',
  title: '欠款、实付(元)',
  cardTitle: '',
  width: 110,
  align: 'right',
  render: line => <Paid {...line} />,
}
const payeeColumn = (ask: ((line: Line) => ReactNode) | undefined): Column<Line> => ({
  key: 'payee',
  title: '收款人',
  width: 110,
  render: line => {
    if (line.payee === undefined) return <span className="ys-fault">未登记收款账户</span>
    if (line.isCarrierPaid) return <span className="ys-weak">承运商账户</span>
    return (
      <>
        {line.payee} {ask?.(line)}
      </>
    )
  },
})

/** A line of an approved sheet is changed when another person agrees; one of a draft that pays again is taken off at once. */
const changeColumn = (label: string, ask: (line: Line) => void): Column<Line> => ({
  key: 'change',
  title: '操作',
  width: 50,
  render: line => (
    <Button
      size="small"
      type="link"
      className="st-line-act"
      aria-label={`${label} ${line.waybillNo}（${partLabel(line.part)}）`}
      onClick={() => ask(line)}
    >
      {label}
    </Button>
  ),
})

/** The change of a line that was pressed. */
function useLineChange(sheet: SettlementDetail, onReload: () => void) {
  const [changed, setChanged] = useState<Line>()
  return {
    columns: sheet.moves.includes('askChange') ? [changeColumn('变更', setChanged)] : [],
    dialog: changed && (
      <Reopens by={() => setChanged(changed)}>
        <LineChangeDialog sheet={sheet} line={changed} onClose={() => setChanged(undefined)} onReload={onReload} />
      </Reopens>
    ),
  }
}

/** The line of a draft that pays again that was pressed: it goes back to the sheet it came from. */
function useTakeOff(
  { settlementNum, version, moves, pSettlementNum = '', lineCount }: SettlementDetail,
  onReload: () => void,
) {
  const [left, setLeft] = useState<Line>()
  const step = settlementStates.moves.takeOff
  return {
    columns: moves.includes('takeOff') && lineCount > 1 ? [changeColumn('移出', setLeft)] : [],
    dialog: left && (
      <Reopens by={() => setLeft(left)}>
        <StepDialog
          step={step}
          title={`${step.label} ${left.waybillNo}`}
          about={{ call: takeOffFailure, fixed: { settlementNum, version, partIds: [left.partId] } }}
          note={`移出后回到原结算单${pSettlementNum}，本单办结后可以另做失败补付单。`}
          facts={[
            ['分期', partLabel(left.part)],
            ['实付(元)', <Money key="pay" value={left.pay} strong />],
          ]}
          invalidates={sheetCalls}
          onSend={(send, { reason }) =>
            send(takeOffFailure, { settlementNum, version, partIds: [left.partId], reason })
          }
          onClose={() => {
            setLeft(undefined)
            onReload()
          }}
        />
      </Reopens>
    ),
  }
}

/** Has the payee of a line of a draft replaced by the carrier's own account. */
function usePayToCarrier({ settlementNum, version, moves, carrierName }: SettlementDetail, onReload: () => void) {
  const { run, isBusy } = useSend(payToCarrier, {
    invalidates: sheetCalls,
    done: () => {
      toast.success('已改付承运商账户')
      onReload()
    },
  })
  const { label } = settlementStates.moves.payToCarrier
  if (!moves.includes('payToCarrier')) return undefined
  return ({ waybillId, waybillNo }: Line) => (
    <Popconfirm
      title={label}
      description={`运单 ${waybillNo} 的运费将付到${carrierName}的对公账户`}
      okText={label}
      cancelText="返回"
      onConfirm={() => void run({ settlementNum, version, waybillIds: [waybillId] })}
    >
      <Button size="small" type="link" className="st-line-act" disabled={isBusy}>
        {label}
      </Button>
    </Popconfirm>
  )
}

/** The lines of a sheet as far as they are asked for, or those of a number or a plate. */
function useLines({ settlementNum, lines, lineCount }: SettlementDetail) {
  const [text, setText] = useState('')
  const [isAsked, setAsked] = useState(false)
  const isLong = lineCount > lines.length
  const isSearch = text !== ''
  const found = usePages(
    listSheetLines,
    { settlementNum, ...(isSearch ? { text } : {}) },
    { enabled: isLong && (isAsked || isSearch), keepPrevious: true },
  )
  const isHere = (isAsked || isSearch) && found.first !== undefined
  const rows = isHere ? found.rows : lines
  const more = (): void => {
    if (isAsked || isSearch) found.more()
    else setAsked(true)
  }
  return {
    isLong,
    text,
    setText,
    rows,
    total: isSearch ? rows.length + (found.hasMore ? 1 : 0) : lineCount,
    more,
    isLoading: found.isFetching,
    error: found.error,
    retry: () => void found.restart(),
  }
}

const sumsIn = ({ lineSums: sums }: SettlementDetail, hasSetOff: boolean) => ({
  freight: hasSetOff ? <Freight line={sums} /> : <Money value={sums.freight} />,
  kept: <KeptBack fees={sums} />,
  due: <Money value={sums.due} />,
  pay: <Paid {...sums} />,
})

/** Each line leads to its waybill. */
export function SheetLines({ sheet, onReload }: { sheet: SettlementDetail; onReload: () => void }) {
  const { lineCount, lineSums } = sheet
  const lines = useLines(sheet)
  const ask = usePayToCarrier(sheet, onReload)
  const change = useLineChange(sheet, onReload)
  const takeOff = useTakeOff(sheet, onReload)
  const { hasSetOff, hasPayees } = lineSums
  const shown = [
    ...waybillColumns,
    ...(hasPayees ? [payeeColumn(ask)] : []),
    ...(hasSetOff ? foldedColumns : amountColumns),
    ...(hasSetOff ? [setOffColumn] : []),
    ...change.columns,
    ...takeOff.columns,
  ]
  return (
    <Section title={`运单明细（${lineCount}）`}>
      {lines.isLong && (
        <Input.Search
          className="st-find"
          allowClear
          maxLength={30}
          aria-label="在本单中查找"
          placeholder="在本单中查找：运单号、车牌"
          onSearch={text => lines.setText(text.trim())}
        />
      )}
      {lines.error ? (
        <ErrorState error={lines.error} retry={lines.retry} />
      ) : (
        <SimpleTable
          key={lines.text}
          title="运单明细"
          rows={lines.rows}
          columns={shown}
          rowKey={line => line.partId}
          {...(lines.isLong ? { pages: { total: lines.total, isLoading: lines.isLoading, more: lines.more } } : {})}
          // the sum of one waybill is the waybill
          {...(lineCount < 2 || lines.text !== '' ? {} : { sums: sumsIn(sheet, hasSetOff) })}
        />
      )}
      {change.dialog}
      {takeOff.dialog}
    </Section>
  )
}
