// The page that makes settlement sheets: by carrier, of waybills chosen one by one, and what cannot be settled yet.
import { listSettleable, type SettleableRow } from '@yunshu/contract/settlement/settleable'
import type { SettleableGroup } from '@yunshu/contract/settlement/settleableGroup'
import { partHoldActs } from '@yunshu/domain/settlement/partHold'
import { Button } from 'antd'
import { use, useCallback, useEffect, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { useMobile } from '../../lib/useMobile.ts'
import { useUrlFilter, useUrlText } from '../../lib/urlState.ts'
import { usePages } from '../../lib/useCall.ts'
import type { RowAction } from '../../ui/list/column.tsx'
import { Cards } from '../../ui/list/Cards.tsx'
import { Grid } from '../../ui/list/Grid.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../ui/States.tsx'
import { GroupPane } from './GroupPane.tsx'
import { BarredNumbers } from './BarredNumbers.tsx'
import { HoldContext } from './holdContext.ts'
import { MakeBar } from './MakeBar.tsx'
import { ChoiceContext, chooseParts, refreshChosen, useChosenRows } from './makeChoice.ts'
import { MakeScope } from './MakeScope.tsx'
import { advanceColumns, barredColumns, holdingOf, makeColumns, settleableName } from './makeColumns.tsx'
import { MakeExport, MakeQuery, type Filter } from './MakeQuery.tsx'
import { PartTabs } from './PartTabs.tsx'
import './settlement.css'

const rowKey = ({ partId }: SettleableRow): string => partId
/** The lists of the page: parts that can be settled now, advances, and parts that cannot be settled yet. */
const kinds = {
  ready: {
    name: '可结算',
    asked: { ready: true },
    columns: makeColumns,
    hint: '一行是一笔分期；一张结算单只能包含同一货主、同一承运商的运单',
    none: '没有可结算的运单',
    about: '运单签收后、未进入其他结算单时出现在这里',
  },
  advance: {
    name: '预付',
    asked: { advance: true },
    columns: advanceColumns,
    hint: '承运商接单后、签收前付的运费，由签收后的第一张结算单抵扣',
    none: '没有可付的预付款',
    about: '支付方案有预付比例的运单，承运商接单后出现在这里',
  },
  barred: {
    name: '未满足条件',
    asked: { ready: false },
    columns: barredColumns,
    hint: '已签收、还不能进结算单的分期',
    none: '已签收的运单都可以结算',
    about: '',
  },
} as const

/** One of the lists. */
function Waybills({ kind }: { kind: keyof typeof kinds }) {
  const { name, asked: only, columns, hint, none, about } = kinds[kind]
  const ready = kind !== 'barred'
  const store = use(ChoiceContext)
  const { filter, setFilter } = useUrlFilter(listSettleable)
  const asked = useMemo(() => ({ ...filter, ...only }), [filter, only])
  const { rows, first, more, restart, hasMore, isFirstLoad, error } = usePages(listSettleable, asked)
  const isMobile = useMobile()
  const hasChosen = useChosenRows().length > 0
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
  const query = (next: Filter): void => {
    setFilter(next)
    if (JSON.stringify(next) === JSON.stringify(filter)) void restart()
  }
  const { ask } = use(HoldContext)
  const actions = (row: SettleableRow): readonly RowAction[] => {
    const holding = holdingOf(row)
    return holding === undefined ? [] : [{ label: partHoldActs[holding.act].label, onClick: () => ask(holding) }]
  }
  const common = {
    rows,
    columns,
    rowKey,
    rowName: settleableName,
    canChoose: false,
    onNearEnd: more,
  }
  return (
    <>
      <MakeQuery filter={filter} onQuery={query} />
      <div className="ys-toolbar">
        <span className="ys-toolbar-head ys-weak">{hint}</span>
        {ready && (
          <Button size="small" disabled={rows.length === 0} onClick={() => chooseParts(store, rows, true)}>
            {hasChosen ? '选中已加载的同组运单' : '选中已加载的首组运单'}
          </Button>
        )}
        <Button size="small" onClick={() => void restart()}>
          刷新
        </Button>
        <MakeExport list={name} only={only} filter={filter} columns={columns} />
      </div>
      <BarredNumbers barred={first?.barred ?? []} />
      <div className="ys-list-body">
        {error && rows.length === 0 ? (
          <ErrorState error={error} retry={() => void restart()} />
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
      <div className="ys-list-foot" aria-live="polite">
        {rows.length > 0 && `已加载 ${rows.length} 条${hasMore ? '，向下滚动加载更多' : '，已全部加载'}`}
      </div>
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
  return (
    <MakeScope>
      <div className="ys-list st-make-page">
        <PartTabs value={part} onChange={setPart} />
        {part === 'waybills' || part === 'advance' ? (
          <>
            <Waybills key={part} kind={part === 'waybills' ? 'ready' : 'advance'} />
            <MakeBar />
          </>
        ) : part === 'barred' ? (
          <Waybills kind="barred" />
        ) : (
          <GroupPane
            key={part}
            isAdvance={part === 'advanceGroups'}
            onPick={pickGroup}
            onBarred={() => setPart(part === 'advanceGroups' ? 'advance' : 'barred')}
          />
        )}
      </div>
    </MakeScope>
  )
}
