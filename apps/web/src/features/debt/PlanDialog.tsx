// The plan of a debt: how many instalments from which day, each a month after the one before.
import { planDebt, type DebtDetail } from '@yunshu/contract/debt/debt'
import { staleAfter } from '@yunshu/contract/topics'
import { instalmentLimits, instalmentsOf } from '@yunshu/domain/debt'
import { DAY_MS, startOfDay } from '@yunshu/domain/figures/time'
import { serverNow } from '../../lib/clock.ts'
import { refreshStale } from '../../lib/queryClient.ts'
import { toast } from '../../lib/toast.ts'
import { useSend } from '../../lib/useCall.ts'
import { DateInput } from '../../ui/fields/DateInput.tsx'
import { WholeInput } from '../../ui/fields/FigureInput.tsx'
import { Money, Time } from '../../ui/Figures.tsx'
import { useTyped } from '../../ui/form/useTyped.ts'
import { DialogField, WriteDialog } from '../../ui/WriteDialog.tsx'

const invalidates = staleAfter('debt')

interface Typed extends Readonly<Record<string, unknown>> {
  readonly count: number | undefined
  readonly first: number | undefined
}

export function PlanDialog({ row, onClose }: { row: DebtDetail; onClose: () => void }) {
  const { submit } = useSend(planDebt, { quiet: true, invalidates, done: () => toast.success('分期已保存') })
  const fixed = { id: row.id, version: row.version }
  const title = `约定分期 ${row.debtNo}`
  const start: Typed = { count: 3, first: startOfDay(serverNow()) + 30 * DAY_MS }
  const { typed, type, draft } = useTyped({ call: planDebt, fixed, title }, start)
  const { count = 0, first } = typed
  const isFit = Number.isInteger(count) && count >= 1 && count <= instalmentLimits.most
  const instalments = isFit && first !== undefined ? instalmentsOf(row.amount, count, first) : []
  return (
    <WriteDialog
      title={title}
      draft={draft}
      okText="保存分期"
      isReady={instalments.length > 0}
      onClose={onClose}
      onSend={async () => submit({ ...fixed, instalments })}
      onReload={() => {
        void refreshStale(invalidates)
        onClose()
      }}
    >
      <p>欠款金额按期平分，尾差在最后一期。收到的钱按期次先还早到期的；新的分期代替原来的。</p>
      <DialogField label="期数" isRequired takesFocus>
        {id => <WholeInput id={id} value={typed.count} onChange={next => type({ count: numberOf(next) })} />}
      </DialogField>
      <DialogField label="首期到期日" isRequired>
        {id => <DateInput id={id} value={typed.first} onChange={next => type({ first: numberOf(next) })} />}
      </DialogField>
      <ol className="ys-debt-list" aria-label="分期预览">
        {instalments.map(({ dueAt, amount }) => (
          <li key={dueAt}>
            <Time value={dueAt} dayOnly whole />　<Money value={amount} /> 元
          </li>
        ))}
      </ol>
    </WriteDialog>
  )
}

const numberOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined)
