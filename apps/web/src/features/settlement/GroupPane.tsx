// Waybills that can be settled, a line for each carrier: one press makes the sheet of a carrier, of those ticked, or of all.
import type { Output } from '@yunshu/contract/call'
import { listSettleable } from '@yunshu/contract/settlement/settleable'
import { listSettleableGroups, type SettleableGroup } from '@yunshu/contract/settlement/settleableGroup'
import { groupLimits } from '@yunshu/domain/settlement/settlement'
import { Button } from 'antd'
import { useEffect, useMemo, useState, type ReactNode } from 'react'
import { useMobile, useNarrow } from '../../lib/useMobile.ts'
import { useCall } from '../../lib/useCall.ts'
import { useUrlFilter } from '../../lib/urlState.ts'
import { Money } from '../../ui/Figures.tsx'
import { Chips } from '../../ui/list/Chips.tsx'
import { Cards } from '../../ui/list/Cards.tsx'
import { Grid } from '../../ui/list/Grid.tsx'
import { clearChosen, createListState, ListContext, useListState } from '../../ui/list/listState.ts'
import { EmptyState, ErrorState, Skeleton } from '../../ui/States.tsx'
import { cashOfAll, groupActions, groupActsColumn, groupColumns, groupKey } from './groupColumns.tsx'
import { MakeGroupsDialog } from './MakeGroupsDialog.tsx'

const groupName = ({ carrierName }: SettleableGroup): string => carrierName
/** Carriers of groups: one may stand in several, of other shippers or books. */
const carriersOf = (groups: readonly SettleableGroup[]): number =>
  new Set(groups.map(({ carrierId }) => carrierId)).size
const nothingMore = (): void => {}

interface GroupPaneProps {
  /** The choice of lists. */
  head: ReactNode
  /** Advances of waybills on their way. */
  isAdvance?: boolean
  /** Opens the waybills of a carrier one by one. */
  onPick: (group: SettleableGroup) => void
  /** Opens what cannot be settled yet. */
  onBarred: () => void
}

/** Under the carrier and shipper of the address, if it names any. */
export function GroupPane({ head, isAdvance = false, onPick, onBarred }: GroupPaneProps) {
  const { filter, drop } = useUrlFilter(listSettleable)
  const { carrierId, shipperId } = filter
  const { data, error, refetch } = useCall(listSettleableGroups, {
    ...(carrierId === undefined ? {} : { carrierId }),
    ...(shipperId === undefined ? {} : { shipperId }),
    ...(isAdvance ? { advance: true } : {}),
  })
  const again = (): void => void refetch()
  const names = ['carrierId', 'shipperId']
  const group = data?.rows[0]
  const said =
    carrierId === undefined
      ? { names, label: '货主', text: group?.shipperName ?? '已选' }
      : { names, label: '承运商', text: group?.carrierName ?? '已选' }
  const lift = (): void => drop(names)
  return (
    <>
      <div className="ys-bar">
        <div className="ys-bar-main">{head}</div>
        <div className="ys-bar-tools">
          <button type="button" className="ys-bar-button" onClick={again}>
            刷新
          </button>
        </div>
      </div>
      <Chips
        said={carrierId === undefined && shipperId === undefined ? [] : [said]}
        onRemove={lift}
        onClear={lift}
        onKeep={undefined}
      />
      {data ? (
        <Groups {...{ data, isAdvance, onPick, onBarred }} />
      ) : error ? (
        <ErrorState error={error} retry={again} />
      ) : (
        <Skeleton lines={8} />
      )}
    </>
  )
}

interface GroupsProps extends Omit<GroupPaneProps, 'head'> {
  data: Output<typeof listSettleableGroups>
}

/** The groups, with what they come to and the button that makes their sheets. */
function Groups({ data, isAdvance = false, onPick, onBarred }: GroupsProps) {
  const [list] = useState(() => createListState('settleable-groups'))
  const [asked, setAsked] = useState<readonly SettleableGroup[]>()
  const isMobile = useMobile()
  const isNarrow = useNarrow()
  const { rows, barred, bound } = data
  const hasShippers = new Set(rows.map(each => each.shipperId)).size > 1
  const acts = useMemo(() => ({ onMake: (group: SettleableGroup) => setAsked([group]), onPick }), [onPick])
  const columns = useMemo(
    () =>
      isMobile
        ? groupColumns(hasShippers, { isCard: true, isAdvance })
        : [...groupColumns(hasShippers, { isNarrow, isAdvance }), groupActsColumn(acts, isNarrow)],
    [acts, hasShippers, isAdvance, isMobile, isNarrow],
  )
  // rows no longer there are no longer chosen
  useEffect(() => {
    const here = new Set(rows.map(groupKey))
    list.setState(({ chosen }) => ({ chosen: new Set([...chosen].filter(key => here.has(key))) }))
  }, [list, rows])
  const common = { rows, columns, rowKey: groupKey, rowName: groupName, canChoose: true, onNearEnd: nothingMore }
  return (
    <ListContext value={list}>
      <div className="ys-list-body">
        {rows.length === 0 ? (
          <EmptyState text={isAdvance ? '没有可付的预付款' : '没有可结算的运单'}>
            {barred > 0 ? (
              <Button onClick={onBarred}>
                看 {barred > groupLimits.barred ? `${groupLimits.barred}+` : barred} 笔为什么不能结算
              </Button>
            ) : (
              <p>
                {isAdvance
                  ? '支付方案有预付比例的运单，承运商接单后，按承运商出现在这里'
                  : '运单签收、回单确认后，按承运商出现在这里'}
              </p>
            )}
          </EmptyState>
        ) : isMobile ? (
          <Cards {...common} actions={groupActions(acts)} />
        ) : (
          <Grid {...common} density={undefined} />
        )}
      </div>
      {rows.length > 0 && <GroupBar rows={rows} isCut={data.more} onMake={setAsked} />}
      {asked && (
        <MakeGroupsDialog
          groups={asked}
          isAdvance={isAdvance}
          bound={bound}
          onClose={() => {
            setAsked(undefined)
            clearChosen(list)
          }}
        />
      )}
    </ListContext>
  )
}

interface GroupBarProps {
  rows: readonly SettleableGroup[]
  isCut: boolean
  onMake: (groups: readonly SettleableGroup[]) => void
}

/** The sums of those chosen, or of all. */
function GroupBar({ rows, isCut, onMake }: GroupBarProps) {
  const chosen = useListState(marks => marks.chosen)
  const some = rows.filter(row => chosen.has(groupKey(row)))
  const meant = some.length > 0 ? some : rows
  return (
    <section className="st-make" aria-label="结算合计">
      {isCut && (
        <p className="ys-weak">
          运单很多，只按最早的 {groupLimits.waybills} 张、前 {groupLimits.groups} 组统计；生成后再看其余的。
        </p>
      )}
      <div className="st-make-act">
        <span className="st-groups-sum" aria-live="polite">
          {some.length > 0 ? '已选' : '共'} {carriersOf(meant)} 家承运商、
          {meant.reduce((count, group) => count + group.count, 0)} 笔分期，实付合计{' '}
          <Money strong value={cashOfAll(meant)} /> 元
        </span>
        <Button type="primary" onClick={() => onMake(meant)}>
          {some.length > 0 ? `为所选生成 ${some.length} 张` : `全部生成 ${meant.length} 张`}
        </Button>
      </div>
    </section>
  )
}
