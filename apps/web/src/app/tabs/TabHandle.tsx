// One handle of the row of tabs. Its × is for the mouse; the keyboard closes with Delete.
import { memo, type CSSProperties, type Ref } from 'react'
import { Icon } from '../shell/Icon.tsx'
import { handleId, panelId, type TabEntry } from './rules.ts'

export interface TabHandleProps {
  tab: TabEntry
  /** The part of its title that is shown. */
  face: string
  isActive: boolean
  /** The one handle the Tab key stops at. */
  isStop: boolean
  /** Props for dragging. */
  drag?: { ref: Ref<HTMLDivElement>; style: CSSProperties; listeners: Readonly<Record<string, unknown>> | undefined }
}

/** A tab by role; clicks are answered by the strip. */
export const TabHandle = memo(function TabHandle({ tab, face, isActive, isStop, drag }: TabHandleProps) {
  const { key, meta, isPinned } = tab
  return (
    <div
      className="tab"
      role="tab"
      id={handleId(key)}
      data-key={key}
      data-pinned={isPinned}
      aria-selected={isActive}
      aria-controls={isActive ? panelId(key) : undefined}
      tabIndex={isStop ? 0 : -1}
      title={meta.title}
      ref={drag?.ref}
      style={drag?.style}
      {...drag?.listeners}
    >
      {isPinned && key !== 'index' && <Icon name="pin" size={13} />}
      <span className="tab-title" aria-hidden={face !== meta.title || undefined}>
        {face}
      </span>
      {face !== meta.title && <span className="visually-hidden">{meta.title}</span>}
      {!isPinned && (
        <span className="tab-close" data-close aria-hidden="true">
          <Icon name="close" size={13} />
        </span>
      )}
    </div>
  )
})
