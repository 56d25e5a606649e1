// The people of a company: who works here, in which positions, and what becomes of their accounts.
import { addStaff, countStaff, listRoles, listStaff, type StaffRow } from '@yunshu/contract/staff/staff'
import { userStates } from '@yunshu/domain/account/staff'
import { Button } from 'antd'
import { lazy, Suspense, useCallback, useMemo, useState } from 'react'
import { useCan } from '../../lib/can.ts'
import { useCall } from '../../lib/useCall.ts'
import { ChoiceSelect } from '../../ui/fields/KeySelect.tsx'
import type { FieldProps } from '../../ui/fields/FigureInput.tsx'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import type { RowAction } from '../../ui/list/column.tsx'
import { ListPage } from '../../ui/list/ListPage.tsx'
import type { QueryField } from '../../ui/list/QueryForm.tsx'
import { useShownRow } from '../../ui/list/shownRow.ts'
import { FirstPassword, type Issued } from './FirstPassword.tsx'
import { PasswordLink, type Linked } from './PasswordLink.tsx'
import { staffColumns } from './staffColumns.tsx'
import { StaffMoveDialog, type StaffMove } from './StaffMoveDialog.tsx'
import { Reopens } from '../../ui/form/Reopens.tsx'
import { useReopening } from '../../ui/form/useReopening.ts'

const StaffDrawer = lazy(async () => ({ default: (await import('./StaffDrawer.tsx')).StaffDrawer }))
const WhyDrawer = lazy(async () => ({ default: (await import('./WhyDrawer.tsx')).WhyDrawer }))

const query = [
  { name: 'text', input: <TextInput placeholder="姓名、账号、手机号" max={40} /> },
  { name: 'roleId', input: <RoleChoice /> },
] satisfies QueryField<typeof listStaff>[]
const tabs = { field: 'state', machine: userStates, counts: countStaff } as const
const rowKey = (row: StaffRow): string => row.id
const rowName = (row: StaffRow): string => row.name

function RoleChoice(props: FieldProps<string>) {
  const { data } = useCall(listRoles, {})
  return <ChoiceSelect {...props} options={(data?.rows ?? []).map(({ id, name }) => ({ value: id, label: name }))} />
}

interface OpenedProps {
  row: StaffRow
  /** Else the reasons of its rights are shown. */
  canEdit: boolean
  onIssued: (issued: Issued) => void
  onClose: () => void
}

/** The record of a person. */
function Opened({ row, canEdit, onIssued, onClose }: OpenedProps) {
  const [, show] = useShownRow()
  return (
    <Suspense fallback={null}>
      {canEdit ? (
        <Reopens by={() => show(row.id)}>
          <StaffDrawer person={row} onIssued={onIssued} onClose={onClose} />
        </Reopens>
      ) : (
        <WhyDrawer person={row} onClose={onClose} />
      )}
    </Suspense>
  )
}

/** Screen StaffList. */
export default function StaffListPage() {
  const canEdit = useCan('staff.edit')
  const [isAdding, setAdding] = useState(false)
  useReopening([() => setAdding(true), addStaff])
  const [, show] = useShownRow()
  const [asking, setAsking] = useState<{ person: StaffRow; move: StaffMove }>()
  const [explained, setExplained] = useState<StaffRow>()
  const [linked, setLinked] = useState<Linked>()
  const [issued, setIssued] = useState<Issued>()
  const rowDrawer = useCallback(
    (row: StaffRow, onClose: () => void) => (
      <Opened row={row} canEdit={canEdit && !row.isBeyond} onIssued={setIssued} onClose={onClose} />
    ),
    [canEdit],
  )
  const actions = useMemo(
    () =>
      (row: StaffRow): readonly RowAction[] => {
        const why = { label: '权限说明', isAside: true, onClick: () => setExplained(row) }
        if (!canEdit || row.isBeyond) return [why]
        const edit = { label: '修改', isAside: true, onClick: () => show(row.id) }
        if (row.isSelf) return [edit, why]
        const move = (label: string, name: StaffMove, danger = false): RowAction => ({
          label,
          danger,
          isAside: true,
          onClick: () => setAsking({ person: row, move: name }),
        })
        return [
          edit,
          why,
          move('重置密码', 'reset'),
          ...(row.factorReset
            ? [
                ...(row.factorReset.mayConfirm ? [move('确认重置动态验证码', 'confirmFactor', true)] : []),
                move('撤销重置申请', 'dropFactor'),
              ]
            : [move('申请重置动态验证码', 'factor', true)]),
          row.state === 'enabled' ? move('停用', 'disable', true) : move('启用', 'enable'),
          move('删除', 'remove', true),
        ]
      },
    [canEdit, show],
  )
  return (
    <>
      <ListPage
        call={listStaff}
        columns={staffColumns}
        rowKey={rowKey}
        rowName={rowName}
        empty="还没有员工：添加后各用自己的账号"
        query={query}
        tabs={tabs}
        actions={actions}
        rowDrawer={rowDrawer}
        primary={
          canEdit && (
            <Button type="primary" onClick={() => setAdding(true)}>
              添加员工
            </Button>
          )
        }
      />
      <Suspense fallback={null}>
        {isAdding && (
          <Reopens by={() => setAdding(true)}>
            <StaffDrawer person={undefined} onIssued={setIssued} onClose={() => setAdding(false)} />
          </Reopens>
        )}
        {explained && <WhyDrawer person={explained} onClose={() => setExplained(undefined)} />}
      </Suspense>
      {asking && <StaffMoveDialog {...asking} onLinked={setLinked} onClose={() => setAsking(undefined)} />}
      {linked && <PasswordLink {...linked} onClose={() => setLinked(undefined)} />}
      {issued && <FirstPassword {...issued} onClose={() => setIssued(undefined)} />}
    </>
  )
}
