// Choosing waybills for a voucher: candidates oldest first, pasted numbers, amounts, and binding them.
import type { Output } from '@yunshu/contract/call'
import {
  bindWaybills,
  fillVoucher,
  listBindCandidates,
  type BindCandidate,
  type getBinding,
} from '@yunshu/contract/voucher/bind'
import { staleAfter } from '@yunshu/contract/topics'
import { printMoney, sumFen } from '@yunshu/domain/figures/money'
import { bindClasses, bindMonths, bindMost } from '@yunshu/domain/voucher/binding'
import { Button } from 'antd'
import { useState } from 'react'
import type { Failure, Refusal } from '../../lib/errors.ts'
import { refreshStale } from '../../lib/queryClient.ts'
import { toast } from '../../lib/toast.ts'
import { usePages, useSend } from '../../lib/useCall.ts'
import { waybillColumn } from '../../parts/voucher/columns.tsx'
import { Section } from '../../ui/Facts.tsx'
import { MoneyInput } from '../../ui/fields/FigureInput.tsx'
import { TickInput } from '../../ui/fields/TickInput.tsx'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import { Money } from '../../ui/Figures.tsx'
import { moneyColumn, timeColumn, type Column } from '../../ui/list/column.tsx'
import { useTyped } from '../../ui/form/useTyped.ts'
import { SimpleTable } from '../../ui/SimpleTable.tsx'
import { Skeleton } from '../../ui/States.tsx'
import { faultOfWrite, WriteFault } from '../../ui/WriteDialog.tsx'
import { BindPaste } from './BindPaste.tsx'
import { numberColumn, wayCarrierColumn } from './bindColumns.tsx'
import { chooseMore, restOf, type Chosen } from './bindRows.ts'

const invalidates = staleAfter('voucher')
type Binding = Output<typeof getBinding>

const candidateColumns = (
  bound: Binding['class'],
  onChoose: (row: BindCandidate) => void,
): readonly Column<BindCandidate>[] => [
  numberColumn<BindCandidate>(),
  wayCarrierColumn<BindCandidate>(),
  timeColumn('signed', '签收', row => row.signedAt, { dayOnly: true, width: 64 }),
  moneyColumn('cost', bound === undefined ? '成本' : `${bindClasses[bound]}成本`, row => row.cost, { width: 96 }),
  moneyColumn('bound', '已绑', row => row.bound, { width: 88 }),
  moneyColumn('free', '可绑', row => row.free, { width: 96, card: 'figure' }),
  {
    key: 'choose',
    title: '操作',
    width: 56,
    render: row => (
      <button type="button" className="ys-link" onClick={() => onChoose(row)} aria-label={`选择 ${row.waybillNo}`}>
        选择
      </button>
    ),
  },
]

interface Typed extends Readonly<Record<string, unknown>> {
  readonly chosen: readonly Chosen[]
}
const noneChosen: Typed = { chosen: [] }

/** A choice stays while somebody else binds a part of the voucher: what is too much by then is said. */
export function BindChoice({ binding }: { binding: Binding }) {
  const [text, setText] = useState('')
  const [any, setAny] = useState(false)
  const of = { id: binding.id, branchId: binding.branchCompanyId }
  const { typed, type, clear, draft } = useTyped(
    { call: bindWaybills, fixed: of, title: `绑定运单 ${binding.voucherNo}`, isPage: true },
    noneChosen,
  )
  const filter = { ...of, ...(any ? { any } : {}), ...(text === '' ? {} : { text }) }
  const { rows, more, hasMore, isFirstLoad } = usePages(listBindCandidates, filter, { keepPrevious: true })
  const fill = useSend(fillVoucher, {
    invalidates,
    done: ({ waybills, amount }) => toast.success(`已绑定 ${waybills} 单，${printMoney(amount)} 元`),
  })
  // amounts a colleague bound meanwhile are no longer free
  const now = new Map(rows.map(row => [row.waybillId, row.free]))
  const chosen = typed.chosen.map(row => ({ ...row, free: now.get(row.waybillId) ?? row.free }))
  const choose = (next: readonly Chosen[]): void => (next.length === 0 ? clear() : type({ chosen: next }))
  const open = rows.filter(row => chosen.every(each => each.waybillId !== row.waybillId))
  const take = (taken: readonly BindCandidate[]): void =>
    choose(chooseMore(chosen, taken, binding.left).slice(0, bindMost))
  return (
    <div>
      {draft.notice}
      {chosen.length > 0 && <ChosenRows binding={binding} chosen={chosen} onChange={choose} />}
      <Section title="可绑定运单">
        <div className="vb-tools">
          <TextInput
            max={60}
            placeholder="运单号、车牌"
            value={text}
            onChange={next => setText(typeof next === 'string' ? next : '')}
          />
          <TickInput value={any} onChange={next => setAny(next === true)}>
            不限承运商
          </TickInput>
          <Button
            // a choice with amounts of its own is bound or put back first
            disabled={rows.length === 0 || binding.left === 0 || chosen.length > 0 || fill.isBusy}
            onClick={() => void fill.run(filter)}
          >
            按签收先后绑满
          </Button>
          <BindPaste of={of} left={binding.left} chosen={chosen} onTaken={choose} />
          <span className="ys-weak">凭证所在月前后 {bindMonths} 个月签收、尚无凭据的运单；其他的请粘贴单号</span>
        </div>
        {isFirstLoad ? (
          <Skeleton />
        ) : (
          <SimpleTable
            title="可绑定运单"
            rows={open}
            columns={candidateColumns(binding.class, row => take([row]))}
            rowKey={({ waybillId }) => waybillId}
          />
        )}
        {hasMore && (
          <button type="button" className="ys-link" onClick={more}>
            更多
          </button>
        )}
      </Section>
    </div>
  )
}

/** The reason to look at a chosen waybill before it is bound. */
const noteColumn: Column<Chosen> = {
  key: 'note',
  title: '提示',
  width: 130,
  render: row => {
    const note = row.amount > row.free ? '超过可绑金额' : row.note
    return note === undefined ? null : <span className="ys-fault">{note}</span>
  },
}

/** The amount of each is typed, and it can be put back. */
const chosenColumns = (
  chosen: readonly Chosen[],
  onChange: (next: readonly Chosen[]) => void,
): readonly Column<Chosen>[] => [
  waybillColumn<Chosen>(),
  moneyColumn('free', '可绑', row => row.free),
  noteColumn,
  {
    key: 'amount',
    title: '本次(元)',
    width: 130,
    align: 'right',
    render: row => (
      <MoneyInput
        aria-label={`${row.waybillNo} 本次金额`}
        value={row.amount}
        onChange={next => {
          if (typeof next === 'number')
            onChange(chosen.map(each => (each.waybillId === row.waybillId ? { ...each, amount: next } : each)))
        }}
      />
    ),
  },
  {
    key: 'drop',
    title: '操作',
    width: 70,
    render: row => (
      <button
        type="button"
        className="ys-link"
        aria-label={`移出 ${row.waybillNo}`}
        onClick={() => onChange(chosen.filter(each => each.waybillId !== row.waybillId))}
      >
        移出
      </button>
    ),
  },
]

interface ChosenRowsProps {
  binding: Binding
  chosen: readonly Chosen[]
  onChange: (next: readonly Chosen[]) => void
}

/** The chosen waybills with their amounts, and binding them all. */
function ChosenRows({ binding, chosen, onChange }: ChosenRowsProps) {
  const [fault, setFault] = useState<Refusal | Failure>()
  const { submit, isBusy } = useSend(bindWaybills, { quiet: true, invalidates })
  const columns = chosenColumns(chosen, onChange)
  const filled = chosen.filter(row => row.amount > 0)
  const sum = sumFen(chosen.map(row => row.amount))
  const bind = async (): Promise<void> => {
    setFault(undefined)
    try {
      await submit({
        id: binding.id,
        branchId: binding.branchCompanyId,
        rows: filled.map(({ waybillId, amount }) => ({ waybillId, amount })),
      })
      onChange([])
      toast.success(`已绑定 ${filled.length} 张运单`)
    } catch (error) {
      setFault(faultOfWrite(error))
    }
  }
  return (
    <Section title={`本次绑定（${chosen.length}）`}>
      <WriteFault error={fault} onReload={() => void refreshStale(invalidates)} />
      <SimpleTable
        title="本次绑定"
        rows={chosen}
        columns={columns}
        rowKey={({ waybillId }) => waybillId}
        sums={{ amount: <Money value={sum} /> }}
      />
      <div className="vb-tools">
        <Button type="primary" loading={isBusy} disabled={filled.length === 0} onClick={() => void bind()}>
          绑定 {filled.length} 张运单
        </Button>
        {sum > binding.left ? (
          <span className="ys-fault">
            合计超过凭证未绑的 <Money value={binding.left} /> 元，请改小
          </span>
        ) : (
          <span className="ys-weak">
            绑定后还剩 <Money value={restOf(binding.left, chosen)} /> 元未绑
          </span>
        )}
      </div>
    </Section>
  )
}
