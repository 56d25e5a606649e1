// The people of a position.
import { listMembers, type RoleRow } from '@yunshu/contract/staff/staff'
import { userStates } from '@yunshu/domain/account/staff'
import { useCall } from '../../lib/useCall.ts'
import { ErrorState, Skeleton } from '../../ui/States.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'

export function RoleMembers({ role }: { role: RoleRow }) {
  const { data, error, refetch } = useCall(listMembers, { id: role.id }, { quiet: true })
  return (
    <section className="role-members" aria-label="成员">
      <h2>成员</h2>
      {error ? (
        <ErrorState
          error={error}
          retry={() => {
            void refetch()
          }}
        />
      ) : !data ? (
        <Skeleton lines={2} />
      ) : data.rows.length === 0 ? (
        <p className="ys-weak">暂无成员，可在员工管理中为员工选择此职位</p>
      ) : (
        <ul>
          {data.rows.map(row => (
            <li key={row.id}>
              {row.name} <span className="ys-weak">{row.account}</span>
              {row.state === 'disabled' && (
                <>
                  {' '}
                  <StatusTag machine={userStates} state={row.state} />
                </>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
