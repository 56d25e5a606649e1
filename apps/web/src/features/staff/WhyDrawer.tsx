// The reasons of a person's rights: each permit with the positions it comes from, or those that would give it.
import { explainStaff, type StaffRow } from '@yunshu/contract/staff/staff'
import { dataScopes } from '@yunshu/domain/account/account'
import { isPermit, permits } from '@yunshu/domain/permits/permits'
import { Drawer, Segmented } from 'antd'
import { useState } from 'react'
import { useCall } from '../../lib/useCall.ts'
import { useMobile } from '../../lib/useMobile.ts'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import { isUnreadable } from '../../ui/fields/unreadable.ts'
import { ErrorState, Skeleton } from '../../ui/States.tsx'
import './staff.css'

const shows = [
  { value: 'all', label: '全部' },
  { value: 'has', label: '有权限' },
  { value: 'lacks', label: '无权限' },
]

export function WhyDrawer({ person, onClose }: { person: StaffRow; onClose: () => void }) {
  const isMobile = useMobile()
  const { data, error, refetch } = useCall(explainStaff, { id: person.id }, { quiet: true })
  const [show, setShow] = useState('all')
  const [text, setText] = useState('')
  const rows = (data?.permits ?? [])
    .flatMap(row => (isPermit(row.permit) ? [{ ...row, ...permits[row.permit] }] : []))
    .filter(
      ({ has, label, group }) => (show === 'all' || has === (show === 'has')) && (label + group).includes(text.trim()),
    )
  return (
    <Drawer open title={`${person.name} 的权限说明`} size={isMobile ? '100%' : 640} onClose={onClose}>
      {error ? (
        <ErrorState
          error={error}
          retry={() => {
            void refetch()
          }}
        />
      ) : !data ? (
        <Skeleton lines={8} />
      ) : (
        <>
          <p>
            数据范围：<strong>{dataScopes[data.dataScope]}</strong>
            {data.scopeFrom.length > 0 && <span className="ys-weak">（来自 {data.scopeFrom.join('、')}）</span>}
          </p>
          {data.isAdmin && <p>系统管理员：拥有本范围内的全部功能权限。</p>}
          <div className="staff-why-tools">
            <Segmented aria-label="显示范围" options={shows} value={show} onChange={setShow} />
            <TextInput
              value={text}
              onChange={next => setText(isUnreadable(next) ? '' : (next ?? ''))}
              placeholder="查找权限"
            />
          </div>
          <table className="staff-why">
            <thead>
              <tr>
                <th scope="col">权限</th>
                <th scope="col">有无</th>
                <th scope="col">原因</th>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ permit, group, label, has, from, offered }) => (
                <tr key={permit}>
                  <td>
                    {label}
                    <span className="ys-weak"> · {group}</span>
                  </td>
                  <td>
                    <span className={`ys-tag ys-tag-${has ? 'good' : 'idle'}`}>{has ? '有' : '无'}</span>
                  </td>
                  <td>
                    {has
                      ? from.length > 0
                        ? `来自 ${from.join('、')}`
                        : '系统管理员'
                      : offered.length > 0
                        ? `担任 ${offered.join('、')} 可获得`
                        : '没有职位含此权限'}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          {rows.length === 0 && <p className="ys-weak">没有符合条件的权限</p>}
        </>
      )}
    </Drawer>
  )
}
