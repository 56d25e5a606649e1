// The portal that the ticked permits open: menus, pages and interfaces, asked of the server as it would answer a
// holder.
import { previewRole, type RoleRow } from '@yunshu/contract/staff/staff'
import type { Permit } from '@yunshu/domain/permits/permits'
import { Collapse } from 'antd'
import { useDeferredValue } from 'react'
import { useCall } from '../../lib/useCall.ts'
import { ErrorState, Skeleton } from '../../ui/States.tsx'

export function RolePreview({ kind, functions }: { kind: RoleRow['kind']; functions: readonly Permit[] }) {
  const settled = useDeferredValue(functions)
  const { data, error, refetch } = useCall(
    previewRole,
    { kind, functions: [...settled] },
    { keepPrevious: true, quiet: true },
  )
  if (error && !data)
    return (
      <ErrorState
        error={error}
        retry={() => {
          void refetch()
        }}
      />
    )
  if (!data) return <Skeleton lines={6} />
  const { menus, routes, interfaces } = data
  return (
    <Collapse
      size="small"
      items={[
        {
          key: 'pages',
          label: `可见 ${menus.length} 个菜单、${routes.length} 个页面`,
          children: (
            <>
              <ul>
                {menus.map(menu => (
                  <li key={menu.title}>
                    {menu.title}
                    {menu.children && menu.children.length > 0 && (
                      <span className="ys-weak">：{menu.children.map(child => child.title).join('、')}</span>
                    )}
                  </li>
                ))}
              </ul>
              <p className="ys-weak">全部页面：{routes.map(route => route.title).join('、')}</p>
            </>
          ),
        },
        {
          key: 'interfaces',
          label: `接口：查询 ${interfaces.GET.length} 个，操作 ${interfaces.POST.length} 个`,
          children: (
            <ul>
              {[...interfaces.GET.map(path => `GET ${path}`), ...interfaces.POST.map(path => `POST ${path}`)].map(
                line => (
                  <li key={line}>
                    <code>{line}</code>
                  </li>
                ),
              )}
            </ul>
          ),
        },
      ]}
    />
  )
}
