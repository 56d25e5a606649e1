// The views of a list: choose one, save what is shown as one, rename, reorder, make it the first, remove and take that
// back, copy its link.
import {
  ArrowDownOutlined,
  ArrowUpOutlined,
  DeleteOutlined,
  EditOutlined,
  LinkOutlined,
  StarFilled,
  StarOutlined,
} from '@ant-design/icons'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { copyText } from '../../lib/copy.ts'
import type { Layout } from './layout.ts'
import {
  addView,
  changeView,
  firstView,
  putBack,
  removeView,
  shiftView,
  viewFault,
  viewLimits,
  type ListViews,
  type View,
} from './views.ts'

interface ViewMenuProps {
  views: ListViews
  onChange: (change: (all: ListViews) => ListViews) => void
  /** The filter and columns shown now. */
  filter: string
  layout: Layout
  /** The view whose filter and columns are shown. */
  current: string | undefined
  onChoose: (view: View | undefined) => void
  /** Address of the list with a filter. */
  linkOf: (filter: string) => string
}

export function ViewMenu({ views: all, onChange, filter, layout, current, onChoose, linkOf }: ViewMenuProps) {
  const { views } = all
  const editing = useViewEditing({ views: all, onChange, filter, layout })
  const { name, setName, edited, setEdited, removed, fault, save, remove, undo } = editing
  return (
    <div className="ys-views">
      <ul aria-label="已保存的视图">
        <li>
          <button
            type="button"
            className="ys-view-name"
            aria-pressed={current === undefined && filter === ''}
            onClick={() => onChoose(undefined)}
          >
            全部（不带条件）
          </button>
        </li>
        {views.map((view, at) => (
          <ViewRow
            key={view.id}
            view={view}
            at={at}
            all={all}
            isCurrent={view.id === current}
            link={linkOf(view.filter)}
            onChoose={() => onChoose(view)}
            onChange={onChange}
            onRename={() => {
              setEdited(view.id)
              setName(view.name)
            }}
            onRemove={() => remove(view, at)}
          />
        ))}
      </ul>
      {removed && (
        <output className="ys-view-undo">
          已删除“{removed.view.name}”{' '}
          <Button type="link" size="small" onClick={undo}>
            撤销
          </Button>
        </output>
      )}
      {current === undefined && edited === undefined && views.length > 0 && (
        <UpdateLine views={views} onUpdate={id => onChange(old => changeView(old, id, { filter, layout }))} />
      )}
      <ViewForm
        name={name}
        isRename={edited !== undefined}
        canSave={fault === undefined}
        onName={setName}
        onSave={save}
        onCancel={() => {
          setEdited(undefined)
          setName('')
        }}
      />
      {name !== '' && fault !== undefined && (
        <p className="ys-fault" role="alert">
          {fault}
        </p>
      )}
    </div>
  )
}

/** Saves what is shown over a view. */
function UpdateLine({ views, onUpdate }: { views: readonly View[]; onUpdate: (id: string) => void }) {
  return (
    <p className="ys-view-update">
      用当前条件与列覆盖：
      {views.map(view => (
        <Button key={view.id} size="small" aria-label={`覆盖 ${view.name}`} onClick={() => onUpdate(view.id)}>
          {view.name}
        </Button>
      ))}
    </p>
  )
}

/** The name being typed, the view it is for, and the view that was removed last. */
function useViewEditing({
  views: all,
  onChange,
  filter,
  layout,
}: Omit<ViewMenuProps, 'current' | 'onChoose' | 'linkOf'>) {
  const [name, setName] = useState('')
  const [edited, setEdited] = useState<string>()
  const [removed, setRemoved] = useState<{ view: View; at: number; wasFirst: boolean }>()
  const fault = viewFault(all, name, filter, edited)
  const save = (): void => {
    if (fault !== undefined) return
    onChange(old =>
      edited === undefined ? addView(old, { name, filter, layout }) : changeView(old, edited, { name: name.trim() }),
    )
    setName('')
    setEdited(undefined)
  }
  const remove = (view: View, at: number): void => {
    setRemoved({ view, at, wasFirst: all.first === view.id })
    onChange(old => removeView(old, view.id))
  }
  const undo = (): void => {
    if (!removed) return
    const { view, at, wasFirst } = removed
    onChange(old => (wasFirst ? firstView(putBack(old, view, at), view.id) : putBack(old, view, at)))
    setRemoved(undefined)
  }
  return { name, setName, edited, setEdited, removed, fault, save, remove, undo }
}

interface ViewRowProps {
  view: View
  /** Its place among the views. */
  at: number
  all: ListViews
  isCurrent: boolean
  /** Address of the list with the view's filter. */
  link: string
  onChoose: () => void
  onChange: ViewMenuProps['onChange']
  onRename: () => void
  onRemove: () => void
}

/** One view with its tools. */
function ViewRow({ view, at, all, isCurrent, link, onChoose, onChange, onRename, onRemove }: ViewRowProps) {
  const { views, first } = all
  return (
    <li>
      <button type="button" className="ys-view-name" aria-pressed={isCurrent} onClick={onChoose}>
        {view.name}
      </button>
      <span className="ys-columns-tools">
        <button
          type="button"
          className="ys-icon-button"
          aria-label={`默认打开 ${view.name}`}
          aria-pressed={first === view.id}
          title={first === view.id ? '打开列表时默认使用，点击取消' : '打开列表时默认使用'}
          onClick={() => onChange(old => firstView(old, view.id))}
        >
          {first === view.id ? <StarFilled /> : <StarOutlined />}
        </button>
        <button
          type="button"
          className="ys-icon-button"
          aria-label={`上移 ${view.name}`}
          title="上移"
          disabled={at === 0}
          onClick={() => onChange(old => shiftView(old, view.id, -1))}
        >
          <ArrowUpOutlined />
        </button>
        <button
          type="button"
          className="ys-icon-button"
          aria-label={`下移 ${view.name}`}
          title="下移"
          disabled={at === views.length - 1}
          onClick={() => onChange(old => shiftView(old, view.id, 1))}
        >
          <ArrowDownOutlined />
        </button>
        <button
          type="button"
          className="ys-icon-button"
          aria-label={`复制链接 ${view.name}`}
          title="复制链接"
          onClick={() => void copyText(link)}
        >
          <LinkOutlined />
        </button>
        <button
          type="button"
          className="ys-icon-button"
          aria-label={`改名 ${view.name}`}
          title="改名"
          onClick={onRename}
        >
          <EditOutlined />
        </button>
        <button
          type="button"
          className="ys-icon-button"
          aria-label={`删除 ${view.name}`}
          title="删除"
          onClick={onRemove}
        >
          <DeleteOutlined />
        </button>
      </span>
    </li>
  )
}

interface ViewFormProps {
  name: string
  isRename: boolean
  canSave: boolean
  onName: (next: string) => void
  onSave: () => void
  onCancel: () => void
}

/** The name of a new view, or another one for a view. */
function ViewForm({ name, isRename, canSave, onName, onSave, onCancel }: ViewFormProps) {
  return (
    <form
      className="ys-view-form"
      onSubmit={event => {
        event.preventDefault()
        onSave()
      }}
    >
      <Input
        aria-label={isRename ? '视图名称' : '新视图名称'}
        placeholder="把当前条件与列存为视图"
        maxLength={viewLimits.name}
        value={name}
        onChange={event => onName(event.target.value)}
      />
      <Button htmlType="submit" type="primary" disabled={!canSave}>
        {isRename ? '改名' : '保存'}
      </Button>
      {isRename && <Button onClick={onCancel}>取消</Button>}
    </form>
  )
}
