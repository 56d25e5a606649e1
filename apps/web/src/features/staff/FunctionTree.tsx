// The permits a position may hold, by group, to tick.
import { permits, type Permit } from '@yunshu/domain/permits/permits'
import { Button, Tree } from 'antd'

interface FunctionTreeProps {
  offered: readonly Permit[]
  value: readonly Permit[]
  disabled: boolean
  onChange: (next: readonly Permit[]) => void
}

/** Ticking a group ticks all in it. */
export function FunctionTree({ offered, value, disabled, onChange }: FunctionTreeProps) {
  const groups = [...new Set(offered.map(permit => permits[permit].group))]
  const data = groups.map(group => ({
    key: group,
    title: group,
    children: offered
      .filter(permit => permits[permit].group === group)
      .map(permit => ({ key: permit as string, title: permits[permit].label })),
  }))
  const held = value.filter(permit => offered.includes(permit))
  return (
    <>
      {!disabled && (
        <p className="ys-weak">
          已选 {held.length} / {offered.length} 项{' '}
          <Button type="link" size="small" onClick={() => onChange(offered)}>
            全选
          </Button>
          <Button type="link" size="small" onClick={() => onChange([])}>
            清空
          </Button>
        </p>
      )}
      <Tree
        checkable
        selectable={false}
        defaultExpandAll
        disabled={disabled}
        treeData={data}
        checkedKeys={[...held]}
        aria-label="功能权限"
        onCheck={keys => {
          const ticked = new Set(Array.isArray(keys) ? keys.map(String) : keys.checked.map(String))
          onChange(offered.filter(permit => ticked.has(permit)))
        }}
      />
    </>
  )
}
