// The list of partner companies, from either side: invite, answer, end, and the history of each.
import type { countCarriers, listCarriers, RelatedCompany } from '@yunshu/contract/relation/relation'
import { screenUrl } from '@yunshu/contract/screens/screens'
import { taskListUrl } from '@yunshu/contract/task/task'
import { inviters, relationStates, type Inviter } from '@yunshu/domain/relation'
import { Button } from 'antd'
import { lazy, Suspense, useCallback, useState, type ReactNode } from 'react'
import { useCan } from '../../lib/can.ts'
import { KeySelect } from '../../ui/fields/KeySelect.tsx'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import type { RowAction } from '../../ui/list/column.tsx'
import { ListPage } from '../../ui/list/ListPage.tsx'
import { useRowAct } from '../../ui/list/useRowAct.ts'
import type { QueryField } from '../../ui/list/QueryForm.tsx'
import { useShownRow } from '../../ui/list/shownRow.ts'
import { partnerColumns } from './partnerColumns.tsx'
import { RelationDialog, type RelationMove } from './RelationDialog.tsx'
import { Reopens } from '../../ui/form/Reopens.tsx'

const InviteDrawer = lazy(async () => ({ default: (await import('./InviteDrawer.tsx')).InviteDrawer }))
const RelationDrawer = lazy(async () => ({ default: (await import('./RelationDrawer.tsx')).RelationDrawer }))

const query = [
  { name: 'text', input: <TextInput placeholder="企业名称、简称、信用代码" max={40} /> },
  { name: 'invitedBy', input: <KeySelect table={inviters} /> },
] satisfies QueryField<typeof listCarriers>[]
const everyState = { all: true } as const
const rowKey = (row: RelatedCompany): string => row.id
const rowName = (row: RelatedCompany): string => row.name
const rowDrawer = (row: RelatedCompany, onClose: () => void): ReactNode => (
  <Suspense fallback={null}>
    <RelationDrawer row={row} onClose={onClose} />
  </Suspense>
)
const isMove = (name: string): name is RelationMove => Object.hasOwn(relationStates.moves, name)

const byAddress = {
  find: (text: string) => ({ text, ...everyState }),
  nameOf: rowName,
  actsOf: ({ relation }: RelatedCompany) => (relation?.moves ?? []).filter(isMove),
  whyNot: (row: RelatedCompany | undefined, act: string) =>
    `现在不能${isMove(act) ? relationStates.moves[act].label : '办理'}：${row ? '合作状态已变化，或没有这项权限' : '没有这家企业的合作记录'}`,
}

/** `side` is that of the caller's company. */
export function Partners({
  call,
  counts,
  side,
}: {
  call: typeof listCarriers
  counts: typeof countCarriers
  side: Inviter
}) {
  const canInvite = useCan('relation.invite')
  const canSend = useCan('task.send') && side === 'shipper'
  const [isInviting, setInviting] = useState(false)
  const [pressed, setAsking] = useState<{ row: RelatedCompany; move: RelationMove }>()
  const link = useRowAct({ ...byAddress, call })
  const asked = link.asking && isMove(link.asking.act) ? { row: link.asking.row, move: link.asking.act } : undefined
  const asking = pressed ?? asked
  const [, show] = useShownRow()
  const actions = useCallback(
    (row: RelatedCompany): readonly RowAction[] => [
      ...(side === 'carrier' && row.state === 'active'
        ? [{ label: '看任务', isAside: true, to: taskListUrl('tasks', { shipperId: row.companyId }) }]
        : []),
      ...(canSend && row.state === 'active'
        ? [{ label: '派任务', isAside: true, to: screenUrl('TaskPublish', { carrierId: row.companyId }) }]
        : []),
      ...(row.relation?.moves ?? []).filter(isMove).map(move => {
        const { label, danger = false } = relationStates.moves[move]
        return { label, danger, onClick: () => setAsking({ row, move }) }
      }),
      { label: '合作记录', isAside: true, onClick: () => show(row.id) },
    ],
    [canSend, side, show],
  )
  return (
    <>
      <ListPage
        call={call}
        fixed={everyState}
        columns={partnerColumns}
        rowKey={rowKey}
        rowName={rowName}
        empty="还没有合作企业：邀请对方，同意后互相发布、承接货源"
        rowDrawer={rowDrawer}
        query={query}
        tabs={{ field: 'state', machine: relationStates, counts }}
        actions={actions}
        primary={
          canInvite && (
            <Button type="primary" onClick={() => setInviting(true)}>
              {side === 'shipper' ? '邀请承运商' : '申请合作'}
            </Button>
          )
        }
      />
      <Suspense fallback={null}>
        {isInviting && <InviteDrawer side={side} onClose={() => setInviting(false)} />}
      </Suspense>
      {asking && (
        <Reopens by={() => setAsking(asking)}>
          <RelationDialog
            key={`${asking.move} ${asking.row.companyId}`}
            {...asking}
            onClose={() => {
              setAsking(undefined)
              link.done()
            }}
          />
        </Reopens>
      )}
    </>
  )
}
