// The page where a voucher is made by hand: head, a grid that balances while it is typed, and the draft it is kept as.
import { screenUrl } from '@yunshu/contract/screens/screens'
import { staleAfter } from '@yunshu/contract/topics'
import { saveVoucher } from '@yunshu/contract/voucher/manual'
import { getVoucher, type VoucherDetail } from '@yunshu/contract/voucher/voucher'
import type { VoucherPattern } from '@yunshu/contract/voucher/pattern'
import { manualKinds, manualLines, type ManualKind } from '@yunshu/domain/voucher/manual'
import { manualCategories, type ManualCategory } from '@yunshu/domain/voucher/voucherPages'
import { startOfDay } from '@yunshu/domain/figures/time'
import { Button } from 'antd'
import { useMemo, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { serverNow } from '../../lib/clock.ts'
import { Refusal, type Failure } from '../../lib/errors.ts'
import { toast } from '../../lib/toast.ts'
import { useCall, useSend } from '../../lib/useCall.ts'
import { makeSheet, type Sheet } from '../../ui/sheet/sheet.ts'
import { ErrorState, Skeleton } from '../../ui/States.tsx'
import { useTyped } from '../../ui/form/useTyped.ts'
import { faultOfWrite, WriteFault } from '../../ui/WriteDialog.tsx'
import { ManualBalance } from './ManualBalance.tsx'
import { ManualGrid } from './ManualGrid.tsx'
import { ManualHead, type ManualTyped } from './ManualHead.tsx'
import { balanceOfRows, cellsOf, faultsOfRows, filledRows, linesOf, withLines } from './manualRows.ts'
import { VoucherPatterns } from './VoucherPatterns.tsx'
import './voucher.css'

/** Screen VoucherMake. */
export default function VoucherMakePage() {
  const [search] = useSearchParams()
  const [id, branchId] = [search.get('id'), search.get('branch')]
  const copied = search.get('copy')
  if (branchId === null) return <MakeForm key="new" />
  if (id === null)
    return copied === null ? <MakeForm key="new" /> : <CopyOf key={copied} id={copied} branchId={branchId} />
  return <EditDraft key={id} id={id} branchId={branchId} />
}

function EditDraft({ id, branchId }: { id: string; branchId: string }) {
  const { data, error, refetch } = useCall(getVoucher, { id, branchId }, { quiet: true })
  if (error) return <ErrorState error={error} retry={() => void refetch()} />
  return data ? <MakeForm key={data.version} former={data} /> : <Skeleton />
}

/** A new voucher with the words, accounts and amounts of another made by hand, dated today. */
function CopyOf({ id, branchId }: { id: string; branchId: string }) {
  const { data, error, refetch } = useCall(getVoucher, { id, branchId }, { quiet: true })
  if (error) return <ErrorState error={error} retry={() => void refetch()} />
  return data ? <MakeForm key={`copy ${id}`} pattern={data} /> : <Skeleton />
}

const isKind = (kind: string): kind is ManualKind => manualKinds.some(each => each === kind)

const isManual = (category: string): category is ManualCategory => Object.hasOwn(manualCategories, category)

/** The values a draft opens with; those of a new voucher are of today. */
const initialOf = (former: VoucherDetail | undefined): ManualTyped => ({
  kind: former !== undefined && isKind(former.kind) ? former.kind : 'ACCOUNTING',
  category: former?.category !== undefined && isManual(former.category) ? former.category : 'ADJUST',
  date: former?.date ?? startOfDay(serverNow()),
  summary: former?.summary ?? '',
  counterparty: former?.counterparty ?? '',
  lines: former?.lines.map(cellsOf) ?? [],
})

const invalidates = staleAfter('voucher')

function MakeForm({ former, pattern }: { former?: VoucherDetail; pattern?: VoucherDetail }) {
  const navigate = useNavigate()
  const [initial] = useState(() => ({
    ...initialOf(former ?? pattern),
    ...(pattern === undefined ? {} : { date: startOfDay(serverNow()) }),
  }))
  const seen = former === undefined ? {} : { id: former.id, version: former.version }
  const { typed, type, draft } = useTyped(
    { call: saveVoucher, fixed: seen, title: former === undefined ? '新增手工凭证' : former.voucherNo, isPage: true },
    initial,
  )
  const [sheet, setSheet] = useState(() =>
    makeSheet({ columns: 5, most: manualLines.most, least: 8, texts: typed.lines }),
  )
  const [told, setTold] = useState<Readonly<Record<string, string>>>({})
  const [fault, setFault] = useState<Refusal | Failure>()
  const { submit, isBusy } = useSend(saveVoucher, { quiet: true, invalidates })
  const writing = sheet.rows[sheet.anchor.row]?.id
  const faults = useMemo(() => faultsOfRows(sheet.rows, told, writing), [sheet.rows, told, writing])
  const change = (next: Sheet): void => {
    setSheet(next)
    setTold({})
    if (next.rows !== sheet.rows) type({ lines: filledRows(next.rows).map(({ cells }) => [...cells]) })
  }
  const take = ({ kind, category, summary = '', counterparty = '', lines }: VoucherPattern): boolean => {
    const { sheet: next, left } = withLines(sheet, lines)
    if (left > 0) toast.error(`一张凭证最多 ${sheet.most} 行，有 ${left} 行放不下，没有填入`)
    if (left > 0) return false
    change(next)
    type({ kind, summary, counterparty, ...(category === undefined ? {} : { category }) })
    toast.success(`已填入 ${lines.length} 行，保存后生效`)
    return true
  }
  const save = async (): Promise<void> => {
    if (isBusy) return
    setFault(undefined)
    const { lines: _cells, category, ...head } = typed
    try {
      const saved = await submit({
        ...seen,
        ...head,
        ...(head.kind === 'OTHER' ? { category } : {}),
        lines: linesOf(sheet.rows),
      })
      draft.forget()
      toast.success(`已保存 ${saved.voucherNo}，待另一人审核`)
      void navigate(screenUrl('VoucherList') + '?state=draft')
    } catch (error) {
      setFault(faultOfWrite(error))
      if (error instanceof Refusal) setTold(error.fields)
    }
  }
  return (
    <article className="ys-page">
      <header className="ys-page-head vm-head">
        <h1>{former === undefined ? '新增凭证' : `修改 ${former.voucherNo}`}</h1>
      </header>
      <div className="ys-page-body vm-body">
        {draft.notice}
        <WriteFault error={fault} onReload={() => setFault(undefined)} />
        <ManualHead typed={typed} type={type} faults={told} />
        <ManualGrid sheet={sheet} faults={faults} onChange={change} onSubmit={() => void save()}>
          <VoucherPatterns typed={typed} rows={sheet.rows} onTake={take} />
        </ManualGrid>
      </div>
      <footer className="ys-page-foot">
        <ManualBalance {...balanceOfRows(sheet.rows)} />
        <Button type="primary" loading={isBusy} title="Ctrl + Enter" onClick={() => void save()}>
          保存草稿
        </Button>
      </footer>
    </article>
  )
}
