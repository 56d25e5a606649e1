// Position settings: the positions of a company, and what each lets its holders do and see.
import { listRoles, type RoleRow } from '@yunshu/contract/staff/staff'
import { Button } from 'antd'
import { use, useState } from 'react'
import { isDirty, isDrafted } from '../../lib/dirty.ts'
import { TabContext } from '../../lib/tab.ts'
import { toast } from '../../lib/toast.ts'
import { useCall } from '../../lib/useCall.ts'
import { EmptyState, ErrorState, Skeleton } from '../../ui/States.tsx'
import { LeaveDialog } from './LeaveDialog.tsx'
import { kindTitles, RoleEditor, type RoleDraft } from './RoleEditor.tsx'
import './staff.css'

/** Screen StaffRole. */
export default function StaffRolePage() {
  const { data, error, refetch } = useCall(listRoles, {})
  const [id, setId] = useState<string>()
  const [draft, setDraft] = useState<RoleDraft>()
  const { key } = use(TabContext)
  // the step that waits for the answer whether unsaved changes may go
  const [leaving, setLeaving] = useState<() => void>()
  if (error && !data)
    return (
      <ErrorState
        error={error}
        retry={() => {
          void refetch()
        }}
      />
    )
  if (!data) return <Skeleton lines={10} />
  const { rows, offered } = data
  const role = draft ? undefined : (rows.find(row => row.id === id) ?? rows[0])
  const back = (): void => {
    setDraft(draft)
    if (role) setId(role.id)
  }
  const leave = (next: () => void): void => {
    if (isDirty([key])) return setLeaving(() => next)
    if (isDrafted(key)) toast.offer('已存草稿', { label: '继续填写', run: back })
    next()
  }
  const choose = (next: string): void =>
    leave(() => {
      setDraft(undefined)
      setId(next)
    })
  const begin = (kind: RoleRow['kind']): void =>
    leave(() => setDraft({ kind, dataScope: offered.find(one => one.kind === kind)?.dataScopes[0] ?? 'SELF' }))
  return (
    <div className="role-page">
      <aside className="role-side">
        <header>
          <h1>职位设置</h1>
          <Button type="primary" onClick={() => begin(offered[0]?.kind ?? 'company')}>
            添加职位
          </Button>
        </header>
        <RoleList rows={rows} chosen={role?.id} onChoose={choose} />
      </aside>
      <div className="role-main">
        {role || draft ? (
          <RoleEditor
            key={draft ? `new ${draft.kind}` : `${role?.id} ${role?.version}`}
            role={role}
            draft={draft}
            offered={offered}
            onKind={kind => begin(kind)}
            onDone={next => {
              setDraft(undefined)
              setId(next)
            }}
          />
        ) : (
          <EmptyState text="还没有职位" />
        )}
      </div>
      {leaving && (
        <LeaveDialog
          onStay={() => setLeaving(undefined)}
          onLeave={() => {
            leaving()
            setLeaving(undefined)
          }}
        />
      )}
    </div>
  )
}

interface RoleListProps {
  rows: readonly RoleRow[]
  chosen: string | undefined
  onChoose: (id: string) => void
}

/** The positions, those of each kind of company together. */
function RoleList({ rows, chosen, onChoose }: RoleListProps) {
  // the company's own come first: those of the system are the same everywhere
  const parts = [...new Set(rows.map(({ kind }) => kind))].flatMap((kind, _, kinds) =>
    [false, true].map(isSystem => ({
      title: [kinds.length > 1 && kindTitles[kind], isSystem ? '系统职位' : '自设职位'].filter(Boolean).join(' · '),
      rows: rows.filter(row => row.kind === kind && row.isSystem === isSystem),
    })),
  )
  return (
    <nav className="role-list" aria-label="职位">
      {parts
        .filter(part => part.rows.length > 0)
        .map(part => (
          <div key={part.title}>
            <h2>{part.title}</h2>
            {part.rows.map(row => (
              <button key={row.id} type="button" aria-current={row.id === chosen} onClick={() => onChoose(row.id)}>
                <span title={row.name}>{row.name}</span>
                <span className="ys-weak" title="成员">
                  {row.members} 人
                </span>
              </button>
            ))}
          </div>
        ))}
    </nav>
  )
}
