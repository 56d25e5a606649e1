// The days of a month of one branch: whether the bank's file is there, and whether everything agrees.
import {
  fetchReconFile,
  getReconCalendar,
  readReconFile,
  type ReconCalendar as Calendar,
  type ReconFileRow,
} from '@yunshu/contract/recon/recon'
import { staleAfter } from '@yunshu/contract/topics'
import { DAY_MS, formatDate, monthsLater, parseDate, startOfDay } from '@yunshu/domain/figures/time'
import { reconDayStates } from '@yunshu/domain/recon/recon'
import { Button } from 'antd'
import { useRef, useState } from 'react'
import { serverNow } from '../../lib/clock.ts'
import { toast } from '../../lib/toast.ts'
import { useCall, useSend } from '../../lib/useCall.ts'
import { BranchText } from '../../ui/BranchText.tsx'
import { ErrorState, Skeleton } from '../../ui/States.tsx'
import { faultOfWrite } from '../../ui/WriteDialog.tsx'
import '../../ui/filePhotos.css'

const invalidates = staleAfter('recon')

/** The first day of the month a moment lies in. */
const monthOf = (at: number): number => parseDate(`${formatDate(at).slice(0, 8)}01`)?.start ?? startOfDay(at)

interface ReconCalendarProps {
  branchId: string | undefined
  from: number | undefined
  onDay: (day: number) => void
  onMonth: (from: number, to: number) => void
  onFile: (file: ReconFileRow) => void
}

export function ReconCalendar({ branchId, from, onDay, onMonth, onFile }: ReconCalendarProps) {
  const month = monthOf(from ?? serverNow())
  const asked = branchId === undefined ? { from: month } : { branchId, from: month }
  const { data, error, refetch } = useCall(getReconCalendar, asked, { quiet: true })
  const turn = (n: number): void => {
    const next = monthsLater(month, n)
    onMonth(next, monthsLater(next, 1))
  }
  return (
    <section className="rc-calendar" aria-label="对账日历">
      <div className="rc-head">
        <Button aria-label="上个月" onClick={() => turn(-1)}>
          ‹
        </Button>
        <strong>{formatDate(month).slice(0, 7)}</strong>
        <Button aria-label="下个月" onClick={() => turn(1)}>
          ›
        </Button>
        <span className="ys-weak">{data && <BranchText name={data.branchName} />}</span>
        {data?.canRead && <ReadFile calendar={data} />}
      </div>
      {error ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : data === undefined ? (
        <Skeleton lines={1} />
      ) : (
        <ul className="rc-days">
          {data.days.map(each => (
            <li key={each.day}>
              <button
                type="button"
                className={`rc-day rc-${each.file?.state === 'read' ? 'read' : each.state}`}
                onClick={() => {
                  onDay(each.day)
                  if (each.file) onFile(each.file)
                }}
              >
                <span>{formatDate(each.day).slice(8)}</span>
                <span>{each.file?.state === 'read' ? '待确认' : reconDayStates[each.state]}</span>
                {each.open > 0 && <span>{each.open} 条</span>}
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** Reading the bank's file of a day, or fetching that of the simulated bank for the first day that has none. */
function ReadFile({ calendar }: { calendar: Calendar }) {
  const input = useRef<HTMLInputElement>(null)
  const [fault, setFault] = useState<string>()
  const done = ({ day }: { day: number }): void => toast.success(`已读取 ${formatDate(day)} 的对账文件，待另一人采用`)
  const upload = useSend(readReconFile, { quiet: true, invalidates, done })
  const fetching = useSend(fetchReconFile, { quiet: true, invalidates, done })
  const isBusy = upload.isBusy || fetching.isBusy
  const next = calendar.days.find(({ file }) => file === undefined)?.day
  const say = async (work: Promise<unknown>): Promise<void> => {
    setFault(undefined)
    try {
      await work
    } catch (error) {
      const known = faultOfWrite(error)
      const field = known && 'fields' in known ? known.fields['files'] : undefined
      setFault(field ?? known?.message)
    }
  }
  return (
    <>
      <Button disabled={isBusy} onClick={() => input.current?.click()}>
        上传对账文件
      </Button>
      <input
        ref={input}
        className="ys-file"
        type="file"
        aria-label="银行对账文件"
        accept=".xlsx,.csv,.txt"
        disabled={isBusy}
        onChange={event => {
          const files = [...(event.target.files ?? [])]
          event.target.value = ''
          if (files.length > 0) void say(upload.submit({}, { files: { files } }))
        }}
      />
      {calendar.canSimulate && next !== undefined && next + DAY_MS <= serverNow() && (
        <Button disabled={isBusy} onClick={() => void say(fetching.submit({ day: next }))}>
          取 {formatDate(next).slice(5)} 模拟银行文件
        </Button>
      )}
      {fault !== undefined && (
        <p className="ys-fault" role="alert">
          {fault}
        </p>
      )}
    </>
  )
}
