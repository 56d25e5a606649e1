// One month beside the list: its checks with their rows, its closing and the people of it, and what changed since before.
import { staleAfter } from '@yunshu/contract/topics'
import { askClose, getPeriod, movePeriod, type PeriodDetail } from '@yunshu/contract/voucher/closing'
import { printCount } from '@yunshu/domain/figures/decimal'
import { closeChecks, closingStates, openMonthState, type ClosingMove } from '@yunshu/domain/voucher/closing'
import { periodText } from '@yunshu/domain/voucher/voucher'
import { Button, Checkbox } from 'antd'
import { useState } from 'react'
import { refreshStale } from '../../lib/queryClient.ts'
import { toast } from '../../lib/toast.ts'
import { useCall, useSend } from '../../lib/useCall.ts'
import { Facts, Section } from '../../ui/Facts.tsx'
import { Time } from '../../ui/Figures.tsx'
import { moneyColumn, stateColumn, textColumn, timeColumn, type Column } from '../../ui/list/column.tsx'
import { DrawerHero } from '../../ui/list/DrawerHero.tsx'
import { RowDrawer } from '../../ui/list/RowDrawer.tsx'
import { MoveButtons } from '../../ui/MoveButtons.tsx'
import { shortBranch } from '../../ui/shortCompany.ts'
import { SimpleTable } from '../../ui/SimpleTable.tsx'
import { StateTag } from '../../ui/StatusTag.tsx'

const invalidates = staleAfter('period', 'voucher')

export function PeriodDrawer({ branchId, period, onClose }: { branchId: string; period: string; onClose: () => void }) {
  const answer = useCall(getPeriod, { branchId, period }, { quiet: true })
  const { data } = answer
  return (
    <RowDrawer id={branchId + period} title={`${periodText(period)}结账`} answer={answer} width={640} onClose={onClose}>
      {data && (
        <>
          <DrawerHero
            tag={<StateTag state={stateOfMonth(data)} />}
            line={[shortBranch(data.branchName)]}
            figure={{ value: printCount(data.vouchers), label: '凭证数' }}
          />
          <Checks month={data} />
          <Standing month={data} />
          {data.earlier.length > 0 && <Earlier month={data} />}
          {data.changes.length > 0 && <Changes month={data} />}
        </>
      )}
    </RowDrawer>
  )
}

type Check = PeriodDetail['checks'][number]

/** Checks against a close come first, then those to look at; those that passed are folded. */
function Checks({ month: { checks } }: { month: PeriodDetail }) {
  const passed = checks.filter(({ ok }) => ok)
  const open = checks.filter(({ ok }) => !ok)
  const against = open.filter(({ key }) => closeChecks[key].blocks)
  return (
    <Section title={`检查（${passed.length}/${checks.length}）`}>
      <ul className="vp-checks" aria-label="结账检查">
        {[...against, ...open.filter(check => !against.includes(check))].map(check => (
          <CheckLine key={check.key} check={check} />
        ))}
      </ul>
      {passed.length > 0 && (
        <details className="vp-passed" open={open.length === 0}>
          <summary>已通过 {passed.length} 项</summary>
          <ul className="vp-checks" aria-label="已通过的检查">
            {passed.map(check => (
              <CheckLine key={check.key} check={check} />
            ))}
          </ul>
        </details>
      )}
    </Section>
  )
}

/** A check with the number of rows against it, which lead to their list. */
function CheckLine({ check: { key, ok, count, url } }: { check: Check }) {
  const { label, fault, blocks } = closeChecks[key]
  const rows = `${printCount(count)} 条`
  return (
    <li className={ok ? undefined : blocks ? 'ys-fault' : 'vp-warn'}>
      <span aria-hidden="true">{ok ? '✓' : blocks ? '✕' : '!'}</span>
      <span>
        {ok ? label : fault}
        <span className="visually-hidden">{ok ? '：通过' : '：未通过'}</span>
      </span>
      {!ok &&
        (url === undefined ? (
          <span>{blocks ? '不能结账' : rows}</span>
        ) : (
          <a className="ys-link" href={url}>
            查看 {rows}
          </a>
        ))}
    </li>
  )
}

/** The entries a close makes where its asker wants them. */
const closeBooks = [
  { value: 'uninvoiced', label: '计提未开票收入的销项税' },
  { value: 'carries', label: '结转损益到本年利润' },
] as const
type CloseBook = (typeof closeBooks)[number]['value']

/** The state the list says too. */
const stateOfMonth = (month: PeriodDetail) =>
  month.closing ? closingStates.states[month.closing.state] : openMonthState(month)

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
  textColumn('asker', '申请人', row => row.asker, { width: 76, card: 'title' }),
  timeColumn('askedAt', '申请时间', row => row.askedAt, { width: 100 }),
  stateColumn('state', '结果', closingStates, row => row.state, { width: 90 }),
  timeColumn('endedAt', '结束时间', row => row.endedAt, { width: 100 }),
  textColumn('reason', '原因', row => row.reason, { width: 200 }),
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
