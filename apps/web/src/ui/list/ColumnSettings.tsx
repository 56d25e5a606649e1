// Which columns of a list are shown and in what order; changed by box and by dragging with mouse or keyboard.
import { HolderOutlined } from '@ant-design/icons'
import { closestCenter, DndContext, KeyboardSensor, PointerSensor, useSensor, useSensors, type DragEndEvent } from '@dnd-kit/core'
import { SortableContext, sortableKeyboardCoordinates, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable'
import { Button } from 'antd'
import type { Column } from './column.tsx'
import { inOrder, isShown, type Layout } from './layout.ts'

interface ColumnSettingsProps<Row> {
  columns: readonly Column<Row>[]
  layout: Layout
  onLayout: (next: Layout) => void
}

export function ColumnSettings<Row>({ columns, layout, onLayout }: ColumnSettingsProps<Row>) {
  const sensors = useSensors(useSensor(PointerSensor), useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }))
  const ordered = inOrder(columns, layout.order)
  const keys = ordered.map(({ key }) => key)
  const hidden = ordered.filter((column) => !isShown(column, layout)).map(({ key }) => key)
  const drop = ({ active, over }: DragEndEvent): void => {
    if (!over || over.id === active.id) return
    const order = keys.filter((key) => key !== active.id)
    order.splice(keys.indexOf(String(over.id)), 0, String(active.id))
    onLayout({ ...layout, order, hidden })
  }
  const show = (key: string, isOn: boolean): void =>
    onLayout({ ...layout, order: keys, hidden: isOn ? hidden.filter((each) => each !== key) : [...hidden, key] })
  return (
    <div className="ys-columns">
      <DndContext sensors={sensors} collisionDetection={closestCenter} onDragEnd={drop}>
        <SortableContext items={keys} strategy={verticalListSortingStrategy}>
          <ul>{ordered.map(({ key, title }) => <Line key={key} id={key} title={title} isOn={!hidden.includes(key)} onShow={(isOn) => show(key, isOn)} />)}</ul>
        </SortableContext>
      </DndContext>
      <Button size="small" onClick={() => onLayout(layout.density ? { density: layout.density } : {})}>恢复默认</Button>
    </div>
  )
}

function Line({ id, title, isOn, onShow }: { id: string; title: string; isOn: boolean; onShow: (isOn: boolean) => void }) {
  const { setNodeRef, attributes, listeners, transform, transition } = useSortable({ id })
  return (
    <li ref={setNodeRef} style={{ transition, ...(transform ? { transform: `translateY(${transform.y}px)` } : {}) }}>
      <button type="button" className="ys-icon-button" {...attributes} {...listeners} aria-label={`移动 ${title}`}><HolderOutlined /></button>
      <label><input type="checkbox" checked={isOn} onChange={(event) => onShow(event.target.checked)} /> {title}</label>
    </li>
  )
}
