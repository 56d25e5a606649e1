// The head of the publishing form: lanes of the address book, each filling both places by one press.
import type { BookEntry } from '@yunshu/contract/goods/book'
import { bookNames } from '@yunshu/domain/goods/book'
import { Button, type FormInstance } from 'antd'
import { lazy, Suspense, useState } from 'react'
import type { GoodsKind } from '@yunshu/domain/goods/goods'
import type { Suggestion } from './chatFill.ts'
import { Toolbar, type ToolbarItem } from '../../ui/Toolbar.tsx'
import { holdsLane, laneTitle, withLane } from './bookPlaces.ts'
import { useDraftValues } from './EstimateLine.tsx'
import type { Book } from './useBook.ts'

const ChatDialog = lazy(async () => ({ default: (await import('./ChatDialog.tsx')).ChatDialog }))
const BookDialog = lazy(async () => ({ default: (await import('./BookDialog.tsx')).BookDialog }))

/** Lanes that stand in the row; all others are found in the dialog. */
const shownLanes = 6

interface QuickBarProps {
  form: FormInstance
  book: Book
  kind: GoodsKind
  /** Fills what was read from a chat message, to be looked at. */
  onSuggest: (suggestions: readonly Suggestion[]) => void
  shipperId: string | undefined
  /** Called after values were set by a button. */
  onSet: () => void
}

export function QuickBar({ form, book, kind, shipperId, onSuggest, onSet }: QuickBarProps) {
  const [isOpen, setOpen] = useState(false)
  const [isPasting, setPasting] = useState(false)
  const draft = useDraftValues(form)
  const fill = (lane: BookEntry): void => {
    form.setFieldsValue(withLane(draft, lane))
    onSet()
  }
  const shown = book.lanes.slice(0, shownLanes)
  const names = bookNames(shown)
  const lanes: ToolbarItem[] = shown.map((lane, at) => ({
    key: lane.key,
    text: names[at],
    title: laneTitle(lane),
    isPressed: holdsLane(draft, lane),
    press: () => fill(lane),
  }))
  const items = [
    ...lanes,
    {
      key: 'chat',
      text: '粘贴消息…',
      title: '粘贴群里的消息，认出线路、数量、单价和时间',
      press: () => setPasting(true),
    },
    { key: 'book', text: '常用地址与线路…', press: () => setOpen(true) },
  ]
  return (
    <div className="gd-quick">
      <span className="ys-weak">常用线路</span>
      {book.error ? (
        <span className="ys-fault" role="alert">
          常用线路加载失败
          <Button type="link" size="small" onClick={book.retry}>
            重试
          </Button>
        </span>
      ) : (
        <Toolbar label="快速填写" items={items} />
      )}
      {!book.error && !book.isLoading && lanes.length === 0 && (
        <span className="ys-weak">发布过的线路会出现在这里，点一下即可填好装卸地</span>
      )}
      {isPasting && (
        <Suspense>
          <ChatDialog
            kind={kind}
            book={book.all}
            onFill={suggestions => {
              onSuggest(suggestions)
              setPasting(false)
            }}
            onClose={() => setPasting(false)}
          />
        </Suspense>
      )}
      {isOpen && (
        <Suspense>
          <BookDialog
            book={book}
            draft={draft}
            shipperId={shipperId}
            onLane={lane => {
              fill(lane)
              setOpen(false)
            }}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </div>
  )
}
