// The 操作 cell: the first two actions as text, the rest under 更多.
import { Button, Dropdown } from 'antd'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type { RowAction } from './column.tsx'

const shownMost = 2

/** Dangerous actions come last and are red. The menu is only made once somebody reaches for it: 100 of them cost a second. */
export function RowActions({ actions }: { actions: readonly RowAction[] }) {
  const ordered = [...actions.filter((each) => !each.danger), ...actions.filter((each) => each.danger)]
  const shown = ordered.slice(0, shownMost)
  const rest = ordered.slice(shownMost)
  return (
    <span className="ys-actions">
      {shown.map((action) => action.to !== undefined && !action.disabled
        ? <Link key={action.label} className="ys-link" to={action.to}>{action.label}</Link>
        : <button key={action.label} type="button" className={action.danger ? 'ys-link ys-danger' : 'ys-link'} disabled={action.disabled} onClick={action.onClick}>{action.label}</button>)}
      {rest.length > 0 && <More actions={rest} />}
    </span>
  )
}

function More({ actions }: { actions: readonly RowAction[] }) {
  const [isMade, setMade] = useState(false)
  const navigate = useNavigate()
  if (!isMade) return <button type="button" className="ys-link" aria-haspopup="menu" onPointerEnter={() => setMade(true)} onFocus={() => setMade(true)} onClick={() => setMade(true)}>更多</button>
  const items = actions.map(({ label, danger = false, disabled = false }) => ({ key: label, label, danger, disabled }))
  const press = ({ key }: { key: string }): void => {
    const action = actions.find(({ label }) => label === key)
    if (action?.to !== undefined) void navigate(action.to)
    else action?.onClick?.()
  }
  return <Dropdown trigger={['click']} menu={{ items, onClick: press }}><Button type="link" size="small" className="ys-link" aria-haspopup="menu">更多</Button></Dropdown>
}
