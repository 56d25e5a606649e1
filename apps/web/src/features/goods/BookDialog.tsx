// The address book as a dialog: lanes and places to choose, rename, pin, hide, add and delete.
import type { BookEntry } from '@yunshu/contract/goods/book'
import { bookKinds, bookLimits, bookName, type BookKind } from '@yunshu/domain/goods/book'
import { Button, Input, Modal, Segmented } from 'antd'
import { useState } from 'react'
import { EmptyState, Skeleton } from '../../ui/States.tsx'
import { laneTitle, placeOfDraft } from './bookPlaces.ts'
import type { GoodsDraft } from './publishForm.ts'
import { useBookKeeping, type Book } from './useBook.ts'

interface BookDialogProps {
  book: Book
  /** The form in front: its places can be kept. */
  draft: GoodsDraft
  shipperId: string | undefined
  onLane: (lane: BookEntry) => void
  onClose: () => void
}

const kinds = ['lane', 'place'] as const satisfies readonly BookKind[]

export function BookDialog({ book, draft, shipperId, onLane, onClose }: BookDialogProps) {
  const [kind, setKind] = useState<BookKind>('lane')
  const [showsHidden, setShowsHidden] = useState(false)
  const [text, setText] = useState('')
  const keeping = useBookKeeping(shipperId)
  const all = book.all.filter(entry => entry.kind === kind)
  const hidden = all.filter(({ isHidden }) => isHidden).length
  const rows = all.filter(
    entry => entry.isHidden === showsHidden && `${bookName(entry)} ${laneTitle(entry)}`.includes(text.trim()),
  )
  return (
    <Modal open title="常用地址与线路" width={760} footer={null} onCancel={onClose}>
      <div className="gd-book-bar">
        <Segmented
          value={kind}
          onChange={setKind}
          options={kinds.map(value => ({ value, label: `常用${bookKinds[value]}` }))}
        />
        <Input
          className="gd-book-search"
          allowClear
          aria-label={`查找常用${bookKinds[kind]}`}
          placeholder="名称、地区、联系人、电话"
          value={text}
          onChange={event => setText(event.target.value)}
        />
        {(hidden > 0 || showsHidden) && (
          <Button size="small" onClick={() => setShowsHidden(!showsHidden)}>
            {showsHidden ? '返回' : `已隐藏 ${hidden}`}
          </Button>
        )}
      </div>
      <KeepFromForm kind={kind} draft={draft} add={keeping.add} isBusy={keeping.isBusy} />
      {book.isLoading ? (
        <Skeleton lines={4} />
      ) : rows.length === 0 ? (
        <EmptyState
          text={text === '' ? `还没有常用${bookKinds[kind]}，发布货源后会自动记下` : '没有找到，请换个写法'}
        />
      ) : (
        <ul className="gd-book" aria-label={`常用${bookKinds[kind]}`}>
          {rows.map(entry => (
            <BookRow
              key={`${entry.key} ${entry.version}`}
              entry={entry}
              keeping={keeping}
              {...(kind === 'lane' ? { onUse: () => onLane(entry) } : {})}
            />
          ))}
        </ul>
      )}
      <p className="ys-weak">
        由贵公司最近 {bookLimits.goods} 条货源自动记下；改名、置顶、隐藏和添加的，每类最多保存 {bookLimits.kept} 个
      </p>
    </Modal>
  )
}

interface KeepProps {
  kind: BookKind
  draft: GoodsDraft
  add: ReturnType<typeof useBookKeeping>['add']
  isBusy: boolean
}

/** Keeps what stands in the form: nothing is typed a second time. */
function KeepFromForm({ kind, draft, add, isBusy }: KeepProps) {
  const [load, unload] = [draft.loadPoints?.[0], draft.unloadPoints?.at(-1)].map(place => place && placeOfDraft(place))
  const offers =
    kind === 'lane'
      ? load && unload
        ? [{ text: `将本单线路 ${load.name}→${unload.name} 加入常用`, points: [load, unload] }]
        : []
      : [load, unload].flatMap(place => (place ? [{ text: `将 ${place.name} 加入常用`, points: [place] }] : []))
  if (offers.length === 0)
    return <p className="ys-weak">填好装货地{kind === 'lane' ? '和卸货地' : '或卸货地'}后，可从这里加入常用</p>
  return (
    <div className="gd-book-add">
      {offers.map(({ text, points }) => (
        <Button key={text} size="small" type="dashed" disabled={isBusy} onClick={() => void add(kind, points)}>
          {text}
        </Button>
      ))}
    </div>
  )
}

interface BookRowProps {
  entry: BookEntry
  keeping: ReturnType<typeof useBookKeeping>
  onUse?: () => void
}

function BookRow({ entry, keeping, onUse }: BookRowProps) {
  const [name, setName] = useState<string>()
  const { keep, forget, isBusy } = keeping
  const { isPinned, isHidden, uses, version } = entry
  const called = bookName(entry)
  const rename = (): void => {
    if (name === undefined) return
    setName(undefined)
    if (name.trim() !== entry.name) void keep({ ...entry, name: name.trim() }, {})
  }
  return (
    <li>
      <div className="gd-book-text">
        {name === undefined ? (
          <strong>{entry.name === '' ? entry.points.map(point => point.name).join('→') : called}</strong>
        ) : (
          <Input
            aria-label={`${called} 的名称`}
            ref={box => box?.focus()}
            maxLength={30}
            placeholder={called}
            value={name}
            onChange={event => setName(event.target.value)}
            onPressEnter={rename}
            onBlur={rename}
          />
        )}
        <span className="ys-weak">{laneTitle(entry)}</span>
        <span className="ys-weak">{uses > 0 ? `最近用过 ${uses} 次` : '手工添加'}</span>
      </div>
      <div className="gd-book-acts">
        {onUse && (
          <Button size="small" type="primary" onClick={onUse}>
            填入
          </Button>
        )}
        <Button
          size="small"
          disabled={isBusy}
          aria-pressed={isPinned}
          onClick={() => void keep(entry, { isPinned: !isPinned })}
        >
          {isPinned ? '取消置顶' : '置顶'}
        </Button>
        <Button size="small" disabled={isBusy} onClick={() => setName(entry.name)}>
          改名
        </Button>
        {uses > 0 ? (
          <Button size="small" disabled={isBusy} onClick={() => void keep(entry, { isHidden: !isHidden })}>
            {isHidden ? '显示' : '隐藏'}
          </Button>
        ) : (
          version !== undefined && (
            <Button size="small" danger disabled={isBusy} onClick={() => void forget(entry)}>
              删除
            </Button>
          )
        )}
      </div>
    </li>
  )
}
