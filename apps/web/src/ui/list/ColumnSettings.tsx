// The columns of a list: shown or not, their order, width and edge; set by mouse or by keyboard alone.
import { HolderOutlined, MinusOutlined, PlusOutlined, PushpinFilled, PushpinOutlined } from '@ant-design/icons'
import {
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
  type DragEndEvent,
} from '@dnd-kit/core'
import {
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable'
import { Button } from 'antd'
import type { Column } from './column.tsx'
import { inOrder, isShown, pinOf, pins, widthLimits, widthWithin, type Layout, type Pin } from './layout.ts'

interface ColumnSettingsProps<Row> {
  columns: readonly Column<Row>[]
  layout: Layout
  onLayout: (next: Layout) => void
}

/** The pin a press of the button leads to. */
const nextPin: Readonly<Record<Pin, Pin>> = { none: 'start', start: 'end', end: 'none' }

export function ColumnSettings<Row>({ columns, layout, onLayout }: ColumnSettingsProps<Row>) {
  const sensors = useSensors(
    useSensor(PointerSensor),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const ordered = inOrder(columns, layout.order)
  const keys = ordered.map(({ key }) => key)
  const hidden = ordered.filter(column => !isShown(column, layout)).map(({ key }) => key)
  const place = { order: keys, hidden }
  const drop = ({ active, over }: DragEndEvent): void => {
    if (!over || over.id === active.id) return
    const order = keys.filter(key => key !== active.id)
    order.splice(keys.indexOf(String(over.id)), 0, String(active.id))
    onLayout({ ...layout, order, hidden })
  }
  const show = (key: string, isOn: boolean): void =>
    onLayout({ ...layout, ...place, hidden: isOn ? hidden.filter(each => each !== key) : [...hidden, key] })
  const widen = (key: string, width: number): void =>
    onLayout({ ...layout, widths: { ...layout.widths, [key]: widthWithin(width) } })
  const pin = (key: string, next: Pin): void => onLayout({ ...layout, pins: { ...layout.pins, [key]: next } })
  return (
    <div className="ys-columns">
      <DndContext sensors={sensors} collisionDetection={closestCenter} onDragEnd={drop}>
        <SortableContext items={keys} strategy={verticalListSortingStrategy}>
          <ul>
            {ordered.map(column => (
              <Line
                key={column.key}
                id={column.key}
                title={column.title}
                isOn={!hidden.includes(column.key)}
                onShow={isOn => show(column.key, isOn)}
                width={layout.widths?.[column.key] ?? column.width}
                onWidth={width => widen(column.key, width)}
                pin={pinOf(column, layout)}
                onPin={next => pin(column.key, next)}
              />
            ))}
          </ul>
        </SortableContext>
      </DndContext>
      <Button size="small" onClick={() => onLayout(layout.density ? { density: layout.density } : {})}>
        恢复默认
      </Button>
    </div>
  )
}

interface LineProps {
  id: string
  title: string
  isOn: boolean
  onShow: (isOn: boolean) => void
  width: number
  onWidth: (width: number) => void
  pin: Pin
  onPin: (next: Pin) => void
}

function Line({ id, title, isOn, onShow, width, onWidth, pin, onPin }: LineProps) {
  const { setNodeRef, attributes, listeners, transform, transition } = useSortable({ id })
  return (
    <li ref={setNodeRef} style={{ transition, ...(transform ? { transform: `translateY(${transform.y}px)` } : {}) }}>
      <button type="button" className="ys-icon-button" {...attributes} {...listeners} aria-label={`移动 ${title}`}>
        <HolderOutlined />
      </button>
      <label>
        <input type="checkbox" checked={isOn} onChange={event => onShow(event.target.checked)} /> {title}
      </label>
      <span className="ys-columns-tools">
        <button
          type="button"
          className="ys-icon-button"
          aria-label={`${title} 变窄`}
          title="变窄"
          disabled={width <= widthLimits.least}
          onClick={() => onWidth(width - widthLimits.step)}
        >
          <MinusOutlined />
        </button>
        <button
          type="button"
          className="ys-icon-button"
          aria-label={`${title} 变宽`}
          title="变宽"
          disabled={width >= widthLimits.most}
          onClick={() => onWidth(width + widthLimits.step)}
        >
          <PlusOutlined />
        </button>
        <button
          type="button"
          className="ys-icon-button ys-pin"
          data-pin={pin}
          aria-label={`${title}：${pins[pin]}`}
          title={`${pins[pin]}，点击改为${pins[nextPin[pin]]}`}
          onClick={() => onPin(nextPin[pin])}
        >
          {pin === 'none' ? <PushpinOutlined /> : <PushpinFilled />}
        </button>
      </span>
    </li>
  )
}
