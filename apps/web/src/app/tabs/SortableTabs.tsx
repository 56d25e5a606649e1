// Tabs that can be dragged to another place; loaded when the pointer first comes to the strip.
import { closestCenter, DndContext, PointerSensor, useSensor, useSensors, type DragEndEvent } from '@dnd-kit/core'
import { horizontalListSortingStrategy, SortableContext, useSortable } from '@dnd-kit/sortable'
import type { ReactNode } from 'react'
import { moveTab, type TabEntry } from './rules.ts'
import { changeTabs } from './store.ts'
import { TabHandle, type TabHandleProps } from './TabHandle.tsx'

/** `children` draws the handles with the component given. */
export default function SortableTabs({
  tabs,
  children,
}: {
  tabs: readonly TabEntry[]
  children: (Handle: typeof TabHandle) => ReactNode
}) {
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 6 } }))
  const onDragEnd = ({ active, over }: DragEndEvent): void => {
    if (over) changeTabs(row => moveTab(row, String(active.id), String(over.id)))
  }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={onDragEnd}
      autoScroll={{ layoutShiftCompensation: false }}
      accessibility={{ container: document.body }}
    >
      <SortableContext items={tabs.map(({ key }) => key)} strategy={horizontalListSortingStrategy}>
        {children(SortableHandle as typeof TabHandle)}
      </SortableContext>
    </DndContext>
  )
}

function SortableHandle(props: TabHandleProps) {
  const { key } = props.tab
  const { setNodeRef, transform, transition, isDragging, listeners } = useSortable({
    id: key,
    disabled: key === 'index',
  })
  const style = transform
    ? { transform: `translateX(${Math.round(transform.x)}px)`, transition, zIndex: isDragging ? 2 : undefined }
    : {}
  // only the pointer drags: the arrow keys walk along the tabs
  return (
    <TabHandle
      {...props}
      drag={{ ref: setNodeRef, style, listeners: listeners && { onPointerDown: listeners['onPointerDown'] } }}
    />
  )
}
