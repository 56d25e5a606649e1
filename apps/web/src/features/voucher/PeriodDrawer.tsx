// One month beside the list: its checks with their rows, its closing and the people of it, and what changed since before.
import { staleAfter } from '@yunshu/contract/topics'
import { askClose, getPeriod, movePeriod, type PeriodDetail } from '@yunshu/contract/voucher/closing'
import { closeChecks, closingStates, type ClosingMove } from '@yunshu/domain/voucher/closing'
import { periodText } from '@yunshu/domain/voucher/voucher'
import { Button, Checkbox, Drawer } from 'antd'
import { useState } from 'react'
import { refreshStale } from '../../lib/queryClient.ts'
import { toast } from '../../lib/toast.ts'
import { useCall, useSend } from '../../lib/useCall.ts'
import { useMobile } from '../../lib/useMobile.ts'
import { Facts, Section } from '../../ui/Facts.tsx'
import { Time } from '../../ui/Figures.tsx'
import { moneyColumn, textColumn, timeColumn, type Column } from '../../ui/list/column.tsx'
import { MoveButtons } from '../../ui/MoveButtons.tsx'
import { SimpleTable } from '../../ui/SimpleTable.tsx'
import { ErrorState, Skeleton } from '../../ui/States.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'

const invalidates = staleAfter('period', 'voucher')

export function PeriodDrawer({ branchId, period, onClose }: { branchId: string; period: string; onClose: () => void }) {
  const isMobile = useMobile()
  const { data, error, refetch } = useCall(getPeriod, { branchId, period }, { quiet: true })
  return (
    <Drawer open title={`${periodText(period)}结账`} size={isMobile ? '100%' : 640} onClose={onClose}>
      {error ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : data ? (
        <>
          <Checks month={data} />
          <Standing month={data} />
          {data.earlier.length > 0 && <Earlier month={data} />}
          {data.changes.length > 0 && <Changes month={data} />}
        </>
      ) : (
        <Skeleton />
      )}
    </Drawer>
  )
}

/** Each check with the number of rows against it, which lead to their list. */
function Checks({ month }: { month: PeriodDetail }) {
  return (
    <Section title={`检查（${month.checks.filter(({ ok }) => ok).length}/${month.checks.length}）`}>
      <ul className="vp-checks" aria-label="结账检查">
        {month.checks.map(({ key, ok, count, url }) => (
          <li key={key} className={ok ? undefined : closeChecks[key].blocks ? 'ys-fault' : 'vp-warn'}>
            <span aria-hidden="true">{ok ? '✓' : closeChecks[key].blocks ? '✕' : '!'}</span>
            <span>
              {closeChecks[key].label}
              <span className="visually-hidden">{ok ? '：通过' : '：未通过'}</span>
            </span>
            {!ok &&
              (url === undefined ? (
                <span>{closeChecks[key].blocks ? '不能结账' : `${count} 条`}</span>
              ) : (
                <a className="ys-link" href={url}>
                  查看 {count} 条
                </a>
              ))}
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** The entries a close makes where its asker wants them. */
const closeBooks = [
  { value: 'uninvoiced', label: '计提未开票收入的销项税' },
  { value: 'carries', label: '结转损益到本年利润' },
] as const
type CloseBook = (typeof closeBooks)[number]['value']

function Standing({ month }: { month: PeriodDetail }) {
  const { closing } = month
  const told = (said: string) => ({ invalidates, done: () => toast.success(said) })
  const [books, setBooks] = useState<readonly CloseBook[]>(['uninvoiced'])
  const ask = useSend(askClose, told('已申请结账，待另一人确认'))
  const { run, submit, isBusy } = useSend(movePeriod, { invalidates })
  const seen = { id: closing?.id ?? '', version: closing?.version ?? 1 }
  return (
    <Section title="结账">
      <Facts
        items={[
          ['分公司', month.branchName],
          ['凭证数', String(month.vouchers)],
          ['状态', closing ? <StatusTag key="state" machine={closingStates} state={closing.state} /> : '未结账'],
          ['申请人', closing?.asker],
          ['申请时间', closing && <Time key="asked" value={closing.askedAt} whole />],
          [
            '确认期限',
            closing?.lapsesAt && (
              <>
                <Time key="lapses" value={closing.lapsesAt} whole /> 前未确认即失效
              </>
            ),
          ],
          ['确认人', closing?.confirmer],
          ['确认时间', closing?.confirmedAt && <Time key="confirmed" value={closing.confirmedAt} whole />],
          ['反结账申请人', closing?.reopener],
          ['原因', closing?.reason, 'wide'],
          [
            '结账时记',
            closing &&
              (closeBooks
                .filter(({ value }) => closing[value])
                .map(each => each.label)
                .join('、') ||
                '无'),
          ],
          ['快照校验值', closing?.snapshot, 'wide'],
        ]}
      />
      <div className="vm-tools">
        {month.mayAsk && (
          <>
            <Checkbox.Group options={[...closeBooks]} value={[...books]} onChange={setBooks} />
            <Button
              type="primary"
              loading={ask.isBusy}
              onClick={() =>
                void ask.run({
                  period: month.period,
                  uninvoiced: books.includes('uninvoiced'),
                  carries: books.includes('carries'),
                })
              }
            >
              申请结账
            </Button>
          </>
        )}
        {closing && (
          <MoveButtons<ClosingMove>
            machine={closingStates}
            moves={closing.moves}
            name={periodText(month.period)}
            busy={isBusy}
            onMove={move =>
              void run({ ...seen, move }).then(done => done && toast.success(`已${closingStates.moves[move].label}`))
            }
            reasons={{
              about: move => ({ call: movePeriod, fixed: seen, part: move }),
              send: (move, reason) => submit({ ...seen, move, reason }, { quiet: true }),
              reload: () => void refreshStale(invalidates),
            }}
          />
        )}
      </div>
    </Section>
  )
}

type Application = PeriodDetail['earlier'][number]
const earlierColumns: readonly Column<Application>[] = [
  textColumn('asker', '申请人', row => row.asker, { width: 100 }),
  timeColumn('askedAt', '申请时间', row => row.askedAt),
  textColumn('state', '结果', row => closingStates.states[row.state].label, { width: 100 }),
  timeColumn('endedAt', '结束时间', row => row.endedAt),
  textColumn('reason', '原因', row => row.reason, { width: 220 }),
]

/** The applications before the one that stands, with who asked and when. */
function Earlier({ month }: { month: PeriodDetail }) {
  return (
    <Section title={`以前的申请（${month.earlier.length}）`}>
      <SimpleTable title="以前的申请" rows={month.earlier} columns={earlierColumns} rowKey={row => row.id} />
    </Section>
  )
}

type Change = PeriodDetail['changes'][number]
const changeColumns: readonly Column<Change>[] = [
  textColumn('account', '科目', row => `${row.account} ${row.accountName}`, { width: 190 }),
  textColumn('party', '往来', row => row.party, { width: 160 }),
  moneyColumn('before', '上次快照', row => row.before),
  moneyColumn('after', '本次快照', row => row.after),
]

function Changes({ month }: { month: PeriodDetail }) {
  return (
    <Section title={`与上次快照的差异（${month.changes.length}）`}>
      <SimpleTable
        title="快照差异"
        rows={month.changes}
        columns={changeColumns}
        rowKey={(row, index) => `${row.account} ${index}`}
      />
    </Section>
  )
}
