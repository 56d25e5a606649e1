// Which columns of a list are shown and in what order; changed by box, arrow buttons or dragging.
import { ArrowDownOutlined, ArrowUpOutlined, HolderOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import type { Column } from './column.tsx'
import { inOrder, isShown, type Layout } from './layout.ts'

interface ColumnSettingsProps<Row> {
  columns: readonly Column<Row>[]
  layout: Layout
  onLayout: (next: Layout) => void
}

export function ColumnSettings<Row>({ columns, layout, onLayout }: ColumnSettingsProps<Row>) {
  const [dragged, setDragged] = useState<string>()
  const ordered = inOrder(columns, layout.order)
  const keys = ordered.map(({ key }) => key)
  const hidden = ordered.filter((column) => !isShown(column, layout)).map(({ key }) => key)
  const place = (key: string, index: number): void => {
    const order = keys.filter((each) => each !== key)
    order.splice(index, 0, key)
    onLayout({ ...layout, order, hidden })
  }
  const show = (key: string, isOn: boolean): void =>
    onLayout({ ...layout, order: keys, hidden: isOn ? hidden.filter((each) => each !== key) : [...hidden, key] })
  return (
    <div className="ys-columns">
      <ul>
        {ordered.map(({ key, title }, index) => (
          // dragging is for the mouse; the arrow buttons do the same by keyboard
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
          <li key={key} draggable onDragStart={() => setDragged(key)} onDragOver={(event) => event.preventDefault()} onDrop={() => { if (dragged !== undefined) place(dragged, index) }}>
            <HolderOutlined aria-hidden="true" />
            <label><input type="checkbox" checked={!hidden.includes(key)} onChange={(event) => show(key, event.target.checked)} /> {title}</label>
            <Button type="text" size="small" aria-label={`${title} 上移`} disabled={index === 0} icon={<ArrowUpOutlined />} onClick={() => place(key, index - 1)} />
            <Button type="text" size="small" aria-label={`${title} 下移`} disabled={index === keys.length - 1} icon={<ArrowDownOutlined />} onClick={() => place(key, index + 1)} />
          </li>
        ))}
      </ul>
      <Button size="small" onClick={() => onLayout(layout.density ? { density: layout.density } : {})}>恢复默认</Button>
    </div>
  )
}
