// The client's accounts for ours: a sheet for the month it counts from, with the accounts in use that have none.
import { staleAfter } from '@yunshu/contract/topics'
import { getAccountMap, saveAccountMap, type AccountMap } from '@yunshu/contract/voucher/accountMap'
import { accounts } from '@yunshu/domain/voucher/chart'
import { accountText } from '@yunshu/domain/voucher/manual'
import { periodOf, periodText, shiftPeriod } from '@yunshu/domain/voucher/voucher'
import { Button, Checkbox } from 'antd'
import { useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { serverNow } from '../../lib/clock.ts'
import { Refusal, type Failure } from '../../lib/errors.ts'
import { toast } from '../../lib/toast.ts'
import { useCall, useSend } from '../../lib/useCall.ts'
import { PeriodStepper } from '../../parts/voucher/PeriodStepper.tsx'
import { Facts } from '../../ui/Facts.tsx'
import { Time } from '../../ui/Figures.tsx'
import { useTyped } from '../../ui/form/useTyped.ts'
import { SheetGrid } from '../../ui/sheet/SheetGrid.tsx'
import { makeSheet, type Sheet } from '../../ui/sheet/sheet.ts'
import { ErrorState, Skeleton } from '../../ui/States.tsx'
import { faultOfWrite, WriteFault } from '../../ui/WriteDialog.tsx'
import { faultsOfMapRows, mapCells, mapColumns, mapLinesOf } from './mapRows.ts'
import './voucher.css'

const invalidates = staleAfter('voucher')

/** Screen AccountMap. */
export default function AccountMapPage() {
  const [search, setSearch] = useSearchParams()
  const running = periodOf(serverNow())
  const asked = search.get('period') ?? ''
  const period = /^20\d{2}(?:0[1-9]|1[0-2])$/.test(asked) ? asked : running
  const { data, error, refetch } = useCall(getAccountMap, { period }, { quiet: true })
  const show = (next: string): void => setSearch({ period: next })
  return (
    <article className="ys-page">
      <header className="ys-page-head">
        <h1>科目对照</h1>
        <PeriodStepper period={period} last={shiftPeriod(running, 1)} onPeriod={show} />
      </header>
      {data !== undefined ? (
        <MapForm key={`${period} ${data.id ?? ''} ${data.version ?? 0}`} it={data} onPeriod={show} />
      ) : error ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : (
        <Skeleton lines={12} />
      )}
    </article>
  )
}

/** The table that counts, its months, and what it leaves open. */
function Head({ it, onPeriod }: { it: AccountMap; onPeriod: (period: string) => void }) {
  return (
    <>
      <Facts
        items={[
          ['本月适用', it.from === undefined ? '没有对照' : `${periodText(it.from)}起的对照`],
          ['保存人', it.maker],
          ['保存时间', it.updatedAt === undefined ? undefined : <Time key="time" value={it.updatedAt} />],
          [
            '各期对照',
            it.months.length === 0 ? undefined : (
              <span key="months" className="vm-months">
                {it.months.map(month => (
                  <button key={month} type="button" className="ys-link" onClick={() => onPeriod(month)}>
                    {periodText(month)}起
                  </button>
                ))}
              </span>
            ),
          ],
        ]}
      />
      <p className="ys-weak">{`保存后从${periodText(it.period)}起生效，到下一期对照为止。凭证列表导出到财务软件时可改用客户科目。`}</p>
      {it.missing.length > 0 && (
        <details className="vm-missing">
          <summary>还有 {it.missing.length} 个已用科目没有对照</summary>
          <ul>
            {it.missing.map(({ account, accountName }) => (
              <li key={account}>{accountText({ code: account, name: accountName })}</li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}

function MapForm({ it, onPeriod }: { it: AccountMap; onPeriod: (period: string) => void }) {
  const seen = {
    from: it.period,
    ...(it.from === it.period && it.version !== undefined ? { version: it.version } : {}),
  }
  const [initial] = useState(() => ({ lines: mapCells(it.lines) }))
  const { typed, type, draft } = useTyped(
    { call: saveAccountMap, fixed: seen, title: '科目对照', isPage: true },
    initial,
  )
  const [sheet, setSheet] = useState(() =>
    makeSheet({ columns: 3, most: accounts.length, least: accounts.length, texts: typed.lines }),
  )
  const [isForAll, setForAll] = useState(false)
  const [told, setTold] = useState<Readonly<Record<string, string>>>({})
  const [fault, setFault] = useState<Refusal | Failure>()
  const { submit, isBusy } = useSend(saveAccountMap, { quiet: true, invalidates })
  const writing = sheet.rows[sheet.anchor.row]?.id
  const faults = useMemo(() => faultsOfMapRows(sheet.rows, told, writing), [sheet.rows, told, writing])
  const change = (next: Sheet): void => {
    setSheet(next)
    setTold({})
    if (next.rows !== sheet.rows) type({ lines: next.rows.map(({ cells }) => [...cells]) })
  }
  const save = async (): Promise<void> => {
    if (isBusy || !it.mayEdit) return
    setFault(undefined)
    try {
      const { others } = await submit({
        ...seen,
        lines: mapLinesOf(sheet.rows),
        ...(isForAll ? { forAll: true } : {}),
      })
      draft.forget()
      toast.success(
        `已保存，${periodText(it.period)}起生效${others === undefined ? '' : `，同时用于 ${others} 个分公司`}`,
      )
    } catch (error) {
      setFault(faultOfWrite(error))
      if (error instanceof Refusal) setTold(error.fields)
    }
  }
  return (
    <>
      <div className="ys-page-body vm-body">
        {draft.notice}
        <WriteFault error={fault} onReload={() => setFault(undefined)} />
        <Head it={it} onPeriod={onPeriod} />
        <SheetGrid
          title="科目对照"
          sheet={sheet}
          columns={mapColumns}
          info={[]}
          faults={faults}
          onChange={change}
          onSubmit={() => void save()}
          onLeftOut={({ lines }) => {
            if (lines > 0) toast.error(`最多 ${sheet.most} 行，有 ${lines} 行没有粘贴进来`)
          }}
        />
      </div>
      {it.mayEdit && (
        <MapFoot
          it={it}
          mapped={mapLinesOf(sheet.rows).length}
          isForAll={isForAll}
          onForAll={setForAll}
          isBusy={isBusy}
          onSave={() => void save()}
        />
      )}
    </>
  )
}

interface MapFootProps {
  readonly it: AccountMap
  /** The accounts that have one of the client. */
  readonly mapped: number
  readonly isForAll: boolean
  readonly onForAll: (isForAll: boolean) => void
  readonly isBusy: boolean
  readonly onSave: () => void
}

function MapFoot({ it, mapped, isForAll, onForAll, isBusy, onSave }: MapFootProps) {
  return (
    <footer className="ys-page-foot">
      <span aria-live="polite">
        已对照 <strong className="ys-figure">{mapped}</strong> 个科目
      </span>
      {it.mayForAll && (
        <Checkbox
          checked={isForAll}
          onChange={event => onForAll(event.target.checked)}
          title={`已有${periodText(it.period)}起对照的分公司不变`}
        >
          同时用于其他分公司
        </Checkbox>
      )}
      <Button type="primary" loading={isBusy} title="Ctrl + Enter" onClick={onSave}>
        保存对照
      </Button>
    </footer>
  )
}
