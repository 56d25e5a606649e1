// The sheet of finished trips: typing, faults and where they are, sums, and sending the rows.
import type { Input, Output } from '@yunshu/contract/call'
import { getBackfill, submitBackfill, type BackfillGoods } from '@yunshu/contract/waybill/backfill'
import { staleAfter } from '@yunshu/contract/topics'
import { backfillLimits } from '@yunshu/domain/backfill/backfill'
import { printMoney, sumFen } from '@yunshu/domain/figures/money'
import { grams, printTons } from '@yunshu/domain/figures/weight'
import { Button } from 'antd'
import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useDirty } from '../../lib/dirty.ts'
import type { Failure, Refusal } from '../../lib/errors.ts'
import { toast } from '../../lib/toast.ts'
import { useMobile } from '../../lib/useMobile.ts'
import { useSend } from '../../lib/useCall.ts'
import { SheetGrid, type SheetHandle } from '../../ui/sheet/SheetGrid.tsx'
import type { SheetInfo } from '../../ui/sheet/SheetTable.tsx'
import { nextFault } from '../../ui/sheet/keys.ts'
import {
  addRows,
  chooseCell,
  fillDown,
  isBlank,
  makeSheet,
  redoChange,
  removeRows,
  undoChange,
  withoutRows,
  type LeftOut,
  type Sheet,
  type SheetRow,
} from '../../ui/sheet/sheet.ts'
import { faultOfWrite, WriteFault } from '../../ui/WriteDialog.tsx'
import { allFaults, completeRows, figuresOf, readDraft, sheetColumns, typedFaults, typedRows } from './backfillRows.ts'
import { FaultList } from './FaultList.tsx'
import { ImportingHead } from './ImportingHead.tsx'
import { useKeptSheet } from './useSheetDraft.ts'
import { useTold } from './useTold.ts'
import { Written } from './Written.tsx'

/** Empty rows the sheet opens with, and how many a press of the button adds. */
const openRows = 20
const moreRows = 10

/** Parts of a pasted block that are missing in the sheet, in words. */
const sayLeftOut = ({ lines, columns, headings }: LeftOut, most: number): string[] => [
  ...(lines > 0 ? [`表格最多 ${most} 行，有 ${lines} 行没有粘贴进来，更多请从文件导入`] : []),
  ...(columns > 0 ? [`有 ${columns} 列超出表格右边，没有粘贴进来`] : []),
  ...(headings.length > 0 ? [`表格里没有这些列，没有粘贴进来：${headings.join('、')}`] : []),
]

interface BackfillSheetProps {
  goods: BackfillGoods
  /** The draft as it was kept. */
  former: string
}

const openSheet = (former: string, fields: BackfillGoods['fields']): Sheet =>
  makeSheet({
    columns: fields.length,
    most: backfillLimits.gridRows,
    least: openRows,
    texts: readDraft(former, fields),
  })

export function BackfillSheet({ goods, former }: BackfillSheetProps) {
  // columns stay those the page opened with: the typed cells belong to them
  const [fields] = useState(goods.fields)
  const [columns] = useState(() => sheetColumns(goods))
  const [sheet, setSheet] = useState(() => openSheet(former, fields))
  const { keep, draft } = useKeptSheet(goods.id, fields)
  const { submit, isBusy } = useSend(submitBackfill, {
    quiet: true,
    invalidates: [...staleAfter('waybill', 'goods', 'task'), getBackfill],
  })
  const { rows } = sheet
  const grid = useRef<SheetHandle>(null)
  /** Brings the person to a cell. */
  const go = (next: Sheet): void => {
    setSheet(next)
    grid.current?.focus()
  }
  const judged = useJudged(goods, fields, sheet, isBusy)
  const { told, faults, filled, figures } = judged
  useDirty(filled.length > 0 && draft.is !== 'none', draft.is === 'kept')

  const { isFolded, unfold } = useFolded(filled.length === 0)
  const info = useFoundColumns(figures, told, goods.unitPrice !== undefined)
  const { send, written, forgetWritten, fault, forgetFault } = useRowsSending({
    goods,
    fields,
    judged,
    submit,
    isBusy,
    sheet,
    go,
    onRest: next => {
      setSheet(next)
      keep(next.rows)
    },
  })
  const kept = (next: Sheet): void => {
    setSheet(next)
    forgetFault()
    if (next.rows !== rows) keep(next.rows)
  }
  return (
    <article className="ys-page ys-record-page bf-page">
      <ImportingHead goods={goods} draft={draft} />
      <div className="bf-body">
        <p className="bf-small ys-weak" role="note">
          录入表格适合在电脑上使用；手机上建议用“从文件导入”。
        </p>
        {isFolded && <Button onClick={unfold}>在表格中填写</Button>}
        {written.length > 0 && <Written waybills={written} onClose={forgetWritten} />}
        <WriteFault error={fault} onReload={forgetFault} />
        <div className="bf-sheet" hidden={isFolded}>
          <SheetTools sheet={sheet} onChange={kept} />
          <SheetGrid
            ref={grid}
            title="补录运单"
            sheet={sheet}
            columns={columns}
            info={info}
            faults={faults}
            onChange={kept}
            onSubmit={() => void send()}
            onLeftOut={left => {
              for (const said of sayLeftOut(left, sheet.most)) toast.error(said)
            }}
          />
        </div>
        <FaultList rows={rows} columns={columns} faults={faults} onGo={place => go(chooseCell(sheet, place))} />
      </div>
      <SheetFoot
        isFolded={isFolded}
        judged={judged}
        hasPrice={goods.unitPrice !== undefined}
        isBusy={isBusy}
        onNext={() => go(nextFault(sheet, faults))}
        onSend={() => void send()}
      />
    </article>
  )
}

type Judged = ReturnType<typeof useJudged>

/** On a phone the file comes first and the table is folded, unless something was typed already. */
function useFolded(isEmpty: boolean) {
  const isMobile = useMobile()
  const [isUnfolded, setUnfolded] = useState(false)
  return { isFolded: isMobile && !isUnfolded && isEmpty, unfold: () => setUnfolded(true) }
}

interface RowsSending {
  goods: BackfillGoods
  fields: BackfillGoods['fields']
  judged: Judged
  submit: (input: Input<typeof submitBackfill>) => Promise<Output<typeof submitBackfill>>
  isBusy: boolean
  sheet: Sheet
  go: (next: Sheet) => void
  /** Takes the sheet without the rows that were written. */
  onRest: (rest: Sheet) => void
}

/** Sends the filled rows, or leads to the next fault; `written` are the waybills made of them. */
function useRowsSending({ goods, fields, judged, submit, isBusy, sheet, go, onRest }: RowsSending) {
  const [written, setWritten] = useState<readonly { id: string; waybillNo: string }[]>([])
  const [fault, setFault] = useState<Refusal | Failure>()
  const { told, filled } = judged
  /** The sheet as it stands when an answer comes: people go on typing meanwhile. */
  const latest = useRef(sheet)
  useLayoutEffect(() => {
    latest.current = sheet
  }, [sheet])
  const send = async (): Promise<void> => {
    if (isBusy) return
    const { rows } = sheet
    const wrong = allFaults(rows, typedFaults(rows, { ...goods, fields }, undefined), told, fields)
    if (filled.length === 0) return toast.info('请先填写至少一行')
    if (wrong.size > 0) {
      go(nextFault(sheet, wrong))
      return toast.error(`还有 ${wrong.size} 行不正确，请修改后再提交`)
    }
    setFault(undefined)
    try {
      const { waybills } = await submit({ goodsId: goods.id, rows: typedRows(rows, filled, fields) })
      setWritten(waybills)
      const rest = withoutRows(latest.current, filled)
      const next = rest.rows.length < openRows ? { ...addRows(rest, openRows - rest.rows.length), past: [] } : rest
      onRest(next)
    } catch (error) {
      setFault(faultOfWrite(error))
    }
  }
  return { send, written, forgetWritten: () => setWritten([]), fault, forgetFault: () => setFault(undefined) }
}

/** The filled rows, their faults by the form's own rules and by the server's, and their figures. */
function useJudged(goods: BackfillGoods, fields: BackfillGoods['fields'], { rows, anchor }: Sheet, isBusy: boolean) {
  const writing = rows[anchor.row]?.id
  const typed = useMemo(() => typedFaults(rows, { ...goods, fields }, writing), [rows, goods, fields, writing])
  const ready = useMemo(
    () => completeRows(rows, typedFaults(rows, { ...goods, fields }, undefined), { ...goods, fields }),
    [rows, goods, fields],
  )
  const { told, isAsking } = useTold({ id: goods.id, fields }, rows, ready, isBusy)
  const faults = useMemo(() => allFaults(rows, typed, told, fields), [rows, typed, told, fields])
  const filled = useMemo(() => rows.filter(row => !isBlank(row)), [rows])
  const figures = useMemo(
    () => new Map(filled.map(row => [row.id, figuresOf(row, { ...goods, fields })])),
    [filled, goods, fields],
  )
  return { told, isAsking, faults, filled, figures }
}

/** The columns beside the sheet: computed figures and findings of the server. */
function useFoundColumns(figures: Judged['figures'], told: Judged['told'], hasPrice: boolean): SheetInfo[] {
  return useMemo(
    (): SheetInfo[] => [
      {
        key: 'lost',
        title: '亏吨(吨)',
        width: 90,
        align: 'right',
        render: ({ id }) => {
          const lost = figures.get(id)?.lost
          return lost === undefined ? '' : printTons(lost)
        },
      },
      ...(!hasPrice
        ? []
        : [
            {
              key: 'freight',
              title: '预计运费(元)',
              width: 120,
              align: 'right' as const,
              render: ({ id }: SheetRow) => {
                const freight = figures.get(id)?.freight
                return freight === undefined ? '' : printMoney(freight)
              },
            },
          ]),
      {
        key: 'found',
        title: '识别结果',
        width: 260,
        render: row => {
          const said = told.get(row.id)
          return said?.cells === row.cells && said.found
            ? [said.found.carrierName, said.found.driverName].filter(Boolean).join('　')
            : ''
        },
      },
    ],
    [figures, told, hasPrice],
  )
}

function SheetTools({ sheet, onChange }: { sheet: Sheet; onChange: (next: Sheet) => void }) {
  return (
    <div className="bf-tools" role="toolbar" aria-label="表格工具">
      <Button disabled={sheet.rows.length >= sheet.most} onClick={() => onChange(addRows(sheet, moreRows))}>
        添加 {moreRows} 行
      </Button>
      <Button title="Ctrl + -" onClick={() => onChange(removeRows(sheet))}>
        删除所选行
      </Button>
      <Button title="Ctrl + D" onClick={() => onChange(fillDown(sheet))}>
        向下填充
      </Button>
      <Button title="Ctrl + Z" disabled={sheet.past.length === 0} onClick={() => onChange(undoChange(sheet))}>
        撤销
      </Button>
      <Button title="Ctrl + Y" disabled={sheet.future.length === 0} onClick={() => onChange(redoChange(sheet))}>
        重做
      </Button>
      <span className="ys-weak bf-keys">
        可从 Excel 直接粘贴；回车向下，Tab 向右，F2 修改，F8 下一处错误，Esc 后按 Tab 离开表格，Ctrl + Enter 提交
      </span>
    </div>
  )
}

/** The number of filled rows, the number of wrong ones, and their sums. */
function Sums({ judged, hasPrice }: { judged: Judged; hasPrice: boolean }) {
  const { filled, faults, isAsking, figures } = judged
  const total = sumFen([...figures.values()].flatMap(one => (one?.freight === undefined ? [] : [one.freight])))
  const lost = [...figures.values()].reduce((all, one) => all + (one?.lost ?? 0), 0)
  return (
    <span aria-live="polite">
      已填 <strong>{filled.length}</strong> 行
      {faults.size > 0 && (
        <>
          ，<span className="ys-fault">{faults.size} 行有错误</span>
        </>
      )}
      {filled.length === 0 && <span className="ys-weak">，填好至少一行后提交</span>}
      {isAsking && <span className="ys-weak">，正在检查…</span>}
      {filled.length > 0 && (
        <span className="ys-weak">
          {'　'}亏吨 {printTons(grams(lost))} 吨{hasPrice && `，预计运费 ${printMoney(total)} 元`}
        </span>
      )}
    </span>
  )
}

interface SheetFootProps {
  isFolded: boolean
  judged: Judged
  hasPrice: boolean
  isBusy: boolean
  onNext: () => void
  onSend: () => void
}

function SheetFoot({ isFolded, judged, hasPrice, isBusy, onNext, onSend }: SheetFootProps) {
  const { faults, filled } = judged
  if (isFolded) return null
  return (
    <footer className="ys-page-foot bf-foot">
      <Sums judged={judged} hasPrice={hasPrice} />
      {faults.size > 0 && <Button onClick={onNext}>下一处错误</Button>}
      <Button type="primary" loading={isBusy} disabled={filled.length === 0} title="Ctrl + Enter" onClick={onSend}>
        {filled.length === 0 ? '提交运单' : `提交 ${filled.length} 张运单`}
      </Button>
    </footer>
  )
}
