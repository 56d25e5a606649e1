// The acts of a row where its record is shown beside the list: the next step as a button, the rest in a menu.
import { Button } from 'antd'
import type { RowAction } from './column.tsx'
import { More } from './RowActions.tsx'

/** Dangerous and rare acts, and those that carry nothing on, are never the button while there is another. */
export function ActButtons({ actions }: { actions: readonly RowAction[] }) {
  const isPlain = ({ danger, isRare }: RowAction): boolean => danger !== true && isRare !== true
  const rank = (action: RowAction): number => (isPlain(action) ? (action.isAside === true ? 1 : 0) : 2)
  const [first, ...rest] = actions.toSorted((a, b) => rank(a) - rank(b))
  if (first === undefined) return null
  const { label, to, danger = false, isAside = false, isRare = false, disabled = false, onClick } = first
  return (
    <div className="ys-peek-acts">
      <Button
        type={danger || isAside || isRare ? 'default' : 'primary'}
        danger={danger}
        disabled={disabled}
        {...(to === undefined ? { onClick } : { href: to })}
      >
        {label}
      </Button>
      {rest.length > 0 && <More as="ys-more-button" actions={rest} />}
    </div>
  )
}
