// The actions in the head of a page: the useful one first, others beside it, and under 更多 what ends something or finds
// no room.
import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { useMobile } from '../lib/useMobile.ts'
import type { RowAction } from './list/column.tsx'
import { More } from './list/RowActions.tsx'

interface PageActionsProps {
  /** The action most people came for. */
  primary?: RowAction | undefined
  actions: readonly RowAction[]
}

/** Buttons a phone has room for in one line, beside 更多. */
const onPhone = 2

export function PageActions({ primary, actions }: PageActionsProps) {
  const navigate = useNavigate()
  const isMobile = useMobile()
  const safe = actions.filter(({ danger }) => !danger)
  const shown = isMobile ? safe.slice(0, primary ? onPhone - 1 : onPhone) : safe
  const rest = [...safe.slice(shown.length), ...actions.filter(({ danger }) => danger)]
  const button = ({ label, to, onClick, disabled = false }: RowAction, type: 'primary' | 'default') => (
    <Button
      key={label}
      type={type}
      disabled={disabled}
      onClick={() => {
        if (to === undefined) onClick?.()
        else void navigate(to)
      }}
    >
      {label}
    </Button>
  )
  return (
    <>
      {primary && button(primary, 'primary')}
      {shown.map(action => button(action, 'default'))}
      {rest.length > 0 && <More as="ys-more-button" actions={rest} />}
    </>
  )
}
