// Opening balances of a branch: a sheet of accounts typed or pasted, audited and booked by another person; afterwards the
// balances as they were booked.
import { screenUrl } from '@yunshu/contract/screens/screens'
import { staleAfter } from '@yunshu/contract/topics'
import { getOpening, saveOpening, type Opening } from '@yunshu/contract/voucher/opening'
import { formatDate } from '@yunshu/domain/figures/time'
import { sumFen } from '@yunshu/domain/figures/money'
import { openingLines } from '@yunshu/domain/voucher/opening'
import { periodText, voucherStates } from '@yunshu/domain/voucher/voucher'
import { Button } from 'antd'
import { useMemo, useState } from 'react'
import { Refusal, type Failure } from '../../lib/errors.ts'
import { toast } from '../../lib/toast.ts'
import { useCall, useSend } from '../../lib/useCall.ts'
import { Facts } from '../../ui/Facts.tsx'
import { Money } from '../../ui/Figures.tsx'
import { useTyped } from '../../ui/form/useTyped.ts'
import { moneyColumn, textColumn, type Column } from '../../ui/list/column.tsx'
import { SimpleTable } from '../../ui/SimpleTable.tsx'
import { SheetGrid } from '../../ui/sheet/SheetGrid.tsx'
import { makeSheet, type Sheet } from '../../ui/sheet/sheet.ts'
import { EmptyState, ErrorState, Skeleton } from '../../ui/States.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { faultOfWrite, WriteFault } from '../../ui/WriteDialog.tsx'
import { OpeningFrame } from './OpeningFrame.tsx'
import { faultsOfOpeningRows, openingBalanceOf, openingCells, openingColumns, openingLinesOf } from './openingRows.ts'

const invalidates = staleAfter('voucher')
type Line = Opening['lines'][number]
const columns: readonly Column<Line>[] = [
  textColumn('account', '科目编码', row => row.account, { width: 100 }),
  textColumn('name', '科目名称', row => row.accountName, { width: 220 }),
  moneyColumn('debit', '期初借方', row => (row.debit === 0 ? undefined : row.debit), { width: 150 }),
  moneyColumn('credit', '期初贷方', row => (row.credit === 0 ? undefined : row.credit), { width: 150 }),
]

/** Screen OpeningBalance. */
export default function OpeningBalancePage() {
  const { data, error, refetch } = useCall(getOpening, {}, { quiet: true })
  if (data === undefined)
    return error ? <ErrorState error={error} retry={() => void refetch()} /> : <Skeleton lines={12} />
  const form = `${data.voucher?.id ?? 'new'} ${data.voucher?.version ?? 0}`
  return data.mayEdit ? <OpeningForm key={form} it={data} /> : <Booked it={data} />
}

/** Month, day, state and people of opening balances. */
function Head({ it }: { it: Opening }) {
  return (
    <>
      <Facts
        items={[
          ['启用月份', periodText(it.firstPeriod)],
          ['期初日', formatDate(it.day)],
          ['状态', it.voucher ? <StatusTag key="state" machine={voucherStates} state={it.voucher.state} /> : '未录入'],
          ['凭证', it.voucher?.voucherNo],
          ['制单人', it.voucher?.maker],
        ]}
      />
      <p className="ys-weak">
        {it.closedPeriod === undefined
          ? '首月结账前录入一次，另一人审核、记账后成为首月的期初。应收、应付、预收、欠款等科目随运单和资金记录形成，不在这里录入。'
          : `${periodText(it.closedPeriod)}已结账，期初余额不能再变动。`}
      </p>
    </>
  )
}

function Booked({ it }: { it: Opening }) {
  return (
    <OpeningFrame it={it}>
      <Head it={it} />
      {it.lines.length === 0 ? (
        <EmptyState text="没有期初余额">
          <a className="ys-link" href={screenUrl('Ledger')}>
            看科目余额表
          </a>
        </EmptyState>
      ) : (
        <SimpleTable
          title="期初余额"
          rows={it.lines}
          columns={columns}
          rowKey={row => row.account}
          sums={{
            debit: <Money value={sumFen(it.lines.map(line => line.debit))} />,
            credit: <Money value={sumFen(it.lines.map(line => line.credit))} />,
          }}
        />
      )}
    </OpeningFrame>
  )
}

function OpeningForm({ it }: { it: Opening }) {
  const seen = it.voucher === undefined ? {} : { id: it.voucher.id, version: it.voucher.version }
  const [initial] = useState(() => ({ lines: openingCells(it.lines) }))
  const { typed, type, draft } = useTyped({ call: saveOpening, fixed: seen, title: '期初余额', isPage: true }, initial)
  const [sheet, setSheet] = useState(() =>
    makeSheet({ columns: 3, most: openingLines.most, least: initial.lines.length + 2, texts: typed.lines }),
  )
  const [told, setTold] = useState<Readonly<Record<string, string>>>({})
  const [fault, setFault] = useState<Refusal | Failure>()
  const { submit, isBusy } = useSend(saveOpening, { quiet: true, invalidates })
  const writing = sheet.rows[sheet.anchor.row]?.id
  const faults = useMemo(() => faultsOfOpeningRows(sheet.rows, told, writing), [sheet.rows, told, writing])
  const change = (next: Sheet): void => {
    setSheet(next)
    setTold({})
    if (next.rows !== sheet.rows) type({ lines: next.rows.map(({ cells }) => [...cells]) })
  }
  const save = async (): Promise<void> => {
    if (isBusy) return
    setFault(undefined)
    try {
      const { voucherNo } = await submit({ ...seen, lines: openingLinesOf(sheet.rows) })
      draft.forget()
      toast.success(`已保存 ${voucherNo}，待另一人审核`)
    } catch (error) {
      setFault(faultOfWrite(error))
      if (error instanceof Refusal) setTold(error.fields)
    }
  }
  return (
    <OpeningFrame
      it={it}
      balance={openingBalanceOf(sheet.rows)}
      save={
        <Button type="primary" loading={isBusy} title="Ctrl + Enter" onClick={() => void save()}>
          保存草稿
        </Button>
      }
    >
      {draft.notice}
      <WriteFault error={fault} onReload={() => setFault(undefined)} />
      <Head it={it} />
      <SheetGrid
        title="期初余额"
        sheet={sheet}
        columns={openingColumns}
        info={[]}
        faults={faults}
        onChange={change}
        onSubmit={() => void save()}
        onLeftOut={({ lines }) => {
          if (lines > 0) toast.error(`最多 ${sheet.most} 行，有 ${lines} 行没有粘贴进来`)
        }}
      />
    </OpeningFrame>
  )
}
