// The record of a row in a drawer over its list: the way to its neighbours, its acts, its body, and words where it is gone.
import { DownOutlined, UpOutlined } from '@ant-design/icons'
import { Drawer } from 'antd'
import { Fragment, use, useRef, type ReactNode } from 'react'
import { isRowGone } from '../../lib/errors.ts'
import { isUnderDialog, keyOf } from '../../lib/keys.ts'
import { useDocumentKeys } from '../../lib/useDocumentKeys.ts'
import { useMobile } from '../../lib/useMobile.ts'
import { EmptyState, ErrorState, Skeleton } from '../States.tsx'
import { DrawerWalkContext } from './drawerWalk.ts'

interface RowDrawerProps {
  /** The row: another one begins anew. */
  id: string
  title: string
  /** The answer of its call. */
  answer: { readonly data: unknown; readonly error: Error | null; readonly refetch: () => unknown }
  width?: number
  /** The acts and papers in its head. */
  extra?: ReactNode
  onClose: () => void
  /** The body, once the record is read. */
  children: ReactNode
}

export function RowDrawer({ id, title, answer, width = 560, extra, onClose, children }: RowDrawerProps) {
  const isMobile = useMobile()
  const hasSteps = use(DrawerWalkContext) !== undefined
  return (
    <Drawer
      open
      title={title}
      size={isMobile ? '100%' : width}
      onClose={onClose}
      // the head of a phone has no room beside number and acts
      footer={
        isMobile &&
        hasSteps && (
          <div className="ys-page-foot">
            <DrawerSteps />
          </div>
        )
      }
      extra={
        <span className="ys-peek-acts">
          {!isMobile && <DrawerSteps />}
          {extra}
        </span>
      }
    >
      {isRowGone(answer.error) ? (
        <EmptyState text="这条记录不存在，或不在您的查看范围内" lack="gone" />
      ) : answer.error ? (
        <ErrorState error={answer.error} retry={() => void answer.refetch()} />
      ) : answer.data === undefined ? (
        <Skeleton />
      ) : (
        <Fragment key={id}>{children}</Fragment>
      )}
    </Drawer>
  )
}

/** The two buttons of the walk, which `[` and `]` press; nothing where the row has no neighbours. */
export function DrawerSteps() {
  const walk = use(DrawerWalkContext)
  const box = useRef<HTMLSpanElement>(null)
  useDocumentKeys(event => {
    const key = keyOf(event, 'drawer')
    // a dialog of an act stands above the drawer
    if (key === undefined || isUnderDialog(box.current)) return
    event.preventDefault()
    if (key === 'previous') walk?.onPrevious?.()
    else walk?.onNext?.()
  }, walk !== undefined)
  if (walk === undefined) return null
  return (
    <span ref={box} className="ys-peek-tools">
      <output className="ys-weak" aria-live="polite">
        {walk.place}
      </output>
      <StepButton label="上一条" cap="[" icon={<UpOutlined aria-hidden />} onPress={walk.onPrevious} />
      <StepButton label="下一条" cap="]" icon={<DownOutlined aria-hidden />} onPress={walk.onNext} />
    </span>
  )
}

interface StepButtonProps {
  label: string
  cap: string
  icon: ReactNode
  onPress: (() => void) | undefined
}

const StepButton = ({ label, cap, icon, onPress }: StepButtonProps) => (
  <button
    type="button"
    className="ys-bar-button"
    aria-label={label}
    aria-keyshortcuts={cap}
    title={`${label}（${cap}）`}
    disabled={onPress === undefined}
    onClick={onPress}
  >
    {icon}
  </button>
)
