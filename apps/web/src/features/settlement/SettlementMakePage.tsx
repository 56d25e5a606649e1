// The page that makes settlement sheets: by carrier, of waybills chosen one by one, and what cannot be settled yet.
import { listSettleable, type SettleableRow } from '@yunshu/contract/settlement/settleable'
import type { SettleableGroup } from '@yunshu/contract/settlement/settleableGroup'
import { printCount } from '@yunshu/domain/figures/decimal'
import { partHoldActs } from '@yunshu/domain/settlement/partHold'
import { Button } from 'antd'
import { use, useCallback, useEffect, useMemo, type ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { useMobile } from '../../lib/useMobile.ts'
import { useUrlFilter, useUrlText } from '../../lib/urlState.ts'
import { usePages } from '../../lib/useCall.ts'
import type { RowAction } from '../../ui/list/column.tsx'
import { Cards } from '../../ui/list/Cards.tsx'
import { Grid } from '../../ui/list/Grid.tsx'
import { ScreenTitle } from '../../ui/ScreenTitle.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../ui/States.tsx'
import { GroupPane } from './GroupPane.tsx'
import { BarredNumbers } from './BarredNumbers.tsx'
import { HoldContext } from './holdContext.ts'
import { MakeBar } from './MakeBar.tsx'
import { ChoiceContext, chooseParts, refreshChosen } from './makeChoice.ts'
import { MakeScope } from './MakeScope.tsx'
import { advanceColumns, barredColumns, holdingOf, makeColumns, settleableName } from './makeColumns.tsx'
import { MakeQuery } from './MakeQuery.tsx'
import { PartTabs } from './PartTabs.tsx'
import './settlement.css'

const rowKey = ({ partId }: SettleableRow): string => partId
/** The lists of the page: parts that can be settled now, advances, and parts that cannot be settled yet. */
const kinds = {
  ready: {
    name: '可结算',
    asked: { ready: true },
    columns: makeColumns,
    none: '没有可结算的运单',
    about: '运单签收后、未进入其他结算单时出现在这里',
  },
  advance: {
    name: '预付',
    asked: { advance: true },
    columns: advanceColumns,
    none: '没有可付的预付款',
    about: '支付方案有预付比例的运单，承运商接单后出现在这里',
  },
  barred: {
    name: '未满足条件',
    asked: { ready: false },
    columns: barredColumns,
    none: '已签收的运单都可以结算',
    about: '',
  },
} as const

interface WaybillsProps {
  kind: keyof typeof kinds
  /** The choice of lists. */
  head: ReactNode
}

/** One of the lists. */
function Waybills({ kind, head }: WaybillsProps) {
  const { name, asked: only, columns, none, about } = kinds[kind]
  const ready = kind !== 'barred'
  const store = use(ChoiceContext)
  const url = useUrlFilter(listSettleable)
  const { filter, setFilter } = url
  const asked = useMemo(() => ({ ...filter, ...only }), [filter, only])
  const { rows, first, more, restart, hasMore, isFirstLoad, error } = usePages(listSettleable, asked)
  const isMobile = useMobile()
  const [brought, setBrought] = useUrlText('chosen')
  useEffect(() => {
    if (ready) refreshChosen(store, rows)
  }, [store, rows, ready])
  // rows somebody brought along from another list are chosen once they are here
  useEffect(() => {
    if (!ready || brought === '' || rows.length === 0) return
    chooseParts(store, rows, true)
    setBrought('')
  }, [store, rows, ready, brought, setBrought])
  const { ask } = use(HoldContext)
  const actions = (row: SettleableRow): readonly RowAction[] => {
    const holding = holdingOf(row)
    if (holding === undefined) return []
    const how = holding.act === 'hold' ? { isRare: true } : { isAside: true }
    return [{ label: partHoldActs[holding.act].label, ...how, onClick: () => ask(holding) }]
  }
  const common = {
    rows,
    columns,
    rowKey,
    rowName: settleableName,
    canChoose: false,
    onNearEnd: more,
  }
  const again = (): void => void restart()
  const count = isFirstLoad ? '' : `${hasMore ? '已加载 ' : ''}${printCount(rows.length)} 条`
  const chooseAll = rows.length === 0 ? undefined : () => chooseParts(store, rows, true)
  return (
    <>
      <MakeQuery
        {...{ head, url, only, columns, first: rows[0], list: name, onAgain: again }}
        more={ready && chooseAll ? [{ label: '选中已加载的同组运单', onClick: chooseAll }] : []}
      />
      <BarredNumbers barred={first?.barred ?? []} />
      <div className="ys-list-body">
        {error && rows.length === 0 ? (
          <ErrorState error={error} retry={again} />
        ) : isFirstLoad ? (
          <Skeleton lines={12} />
        ) : rows.length === 0 ? (
          <EmptyState text={none}>
            {Object.keys(filter).length > 0 ? (
              <Button onClick={() => setFilter({})}>清除条件</Button>
            ) : (
              about !== '' && <p>{about}</p>
            )}
          </EmptyState>
        ) : isMobile ? (
          <Cards {...common} actions={actions} />
        ) : (
          <Grid {...common} density={undefined} />
        )}
      </div>
      {ready ? (
        <MakeBar count={count} isAdvance={kind === 'advance'} onAll={chooseAll} />
      ) : (
        <div className="ys-list-end">
          <span className="ys-list-foot" aria-live="polite">
            {count}
          </span>
          <span>已签收、还不能进结算单的分期</span>
        </div>
      )}
    </>
  )
}

/** Screen SettlementMake. */
export default function SettlementMakePage() {
  const [part, setPart] = useUrlText('part', 'groups')
  const [, setParams] = useSearchParams()
  const pickGroup = useCallback(
    ({ carrierId, shipperId }: SettleableGroup): void =>
      setParams(new URLSearchParams({ part: part === 'advanceGroups' ? 'advance' : 'waybills', carrierId, shipperId })),
    [part, setParams],
  )
  const head = <PartTabs value={part} onChange={setPart} />
  return (
    <MakeScope>
      <div className="ys-list st-make-page">
        <ScreenTitle />
        {part === 'waybills' || part === 'advance' ? (
          <Waybills key={part} kind={part === 'waybills' ? 'ready' : 'advance'} head={head} />
        ) : part === 'barred' ? (
          <Waybills kind="barred" head={head} />
        ) : (
          <GroupPane
            key={part}
            head={head}
            isAdvance={part === 'advanceGroups'}
            onPick={pickGroup}
            onBarred={() => setPart(part === 'advanceGroups' ? 'advance' : 'barred')}
          />
        )}
      </div>
    </MakeScope>
  )
}
