// The acts of a record: its next step as the one primary button, and the rest under a menu, what ends something apart
// and last.
import { EllipsisOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useNavigate } from 'react-router'
import type { RowAction } from './list/column.tsx'
import { More } from './list/RowActions.tsx'

interface PageActionsProps {
  /** The next step; one with a reason against it (`why`) is off and says so below. */
  primary?: RowAction | undefined
  actions: readonly RowAction[]
}

/** Without a next step the first act that ends nothing has a plain button; one that is no step (`isAside`) never has. */
export function PageActions({ primary, actions }: PageActionsProps) {
  const navigate = useNavigate()
  const first = primary ?? actions.find(({ danger, why, isAside }) => !danger && why === undefined && !isAside)
  const rest = actions.filter(action => action !== first)
  const menu = [...rest.filter(({ danger }) => !danger), ...rest.filter(({ danger }) => danger)]
  return (
    <>
      {menu.length > 0 && (
        <More as="ys-more-button" actions={menu}>
          <EllipsisOutlined />
        </More>
      )}
      {first && (
        <Button
          type={primary ? 'primary' : 'default'}
          className="ys-first-act"
          disabled={first.disabled === true || first.why !== undefined}
          title={first.why}
          onClick={() => {
            if (first.to === undefined) first.onClick?.()
            else void navigate(first.to)
          }}
        >
          {first.label}
        </Button>
      )}
    </>
  )
}
