// The head of the publishing form: lanes of the address book, templates and chat messages that fill it.
import { laneField } from '@yunshu/contract/actLink'
import type { BookEntry } from '@yunshu/contract/goods/book'
import { bookNames } from '@yunshu/domain/goods/book'
import { Button, type FormInstance } from 'antd'
import { lazy, Suspense, useCallback, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { GoodsKind } from '@yunshu/domain/goods/goods'
import type { Suggestion } from './suggestion.ts'
import { useMobile } from '../../lib/useMobile.ts'
import { useFormPick } from '../../ui/form/useFormPick.ts'
import { Toolbar, type ToolbarItem } from '../../ui/Toolbar.tsx'
import { holdsLane, laneTitle, withLane } from './bookPlaces.ts'
import type { GoodsDraft } from './publishForm.ts'
import type { Book } from './useBook.ts'

const ChatDialog = lazy(async () => ({ default: (await import('./ChatDialog.tsx')).ChatDialog }))
const TemplatesDialog = lazy(async () => ({ default: (await import('./TemplatesDialog.tsx')).TemplatesDialog }))
const BookDialog = lazy(async () => ({ default: (await import('./BookDialog.tsx')).BookDialog }))

/** Lanes that stand in the row; all others are found in the dialog. */
const shownLanes = 3

interface QuickBarProps {
  form: FormInstance
  book: Book
  kind: GoodsKind
  shipperId: string | undefined
  /** False while the platform has not chosen the shipper yet. */
  isFor: boolean
  /** Fills what was read from a chat message, to be looked at. */
  onSuggest: (suggestions: readonly Suggestion[]) => void
  /** Fills the whole form from a template. */
  onTemplate: (draft: GoodsDraft, marks: readonly Suggestion[]) => void
  /** Called after values were set by a button. */
  onSet: () => void
}

/** The lane an address names (发布 of the command panel), and how it is taken out of it. */
function useNamedLane(): readonly [string | undefined, () => void] {
  const [params, setParams] = useSearchParams()
  const forget = (): void => {
    if (!params.has(laneField)) return
    setParams(
      old => {
        const next = new URLSearchParams(old)
        next.delete(laneField)
        return next
      },
      { replace: true },
    )
  }
  return [params.get(laneField) ?? undefined, forget]
}

/** Nothing that was typed is replaced without a look at it. */
const hasNoPlace = ({ loadPoints = [], unloadPoints = [] }: GoodsDraft): boolean =>
  [...loadPoints, ...unloadPoints].every(place => !place?.regionCode && !place?.name && !place?.address)

const shownOf = ({ lanes }: Book): readonly BookEntry[] => lanes.slice(0, shownLanes)

/** Of each lane in the row, whether the form holds it. */
function useHeldLanes(form: FormInstance, book: Book): readonly boolean[] {
  const held = useCallback((draft: GoodsDraft) => shownOf(book).map(lane => holdsLane(draft, lane)), [book])
  return useFormPick(form, held)
}

const whole = (draft: GoodsDraft): GoodsDraft => draft

type Dialog = 'chat' | 'templates' | 'book'
const dialogs = {
  chat: { text: '粘贴消息…', title: '粘贴群里的消息，认出线路、数量、单价和时间' },
  templates: { text: '模板…', title: '按模板填写，或把当前表单存为模板' },
  book: { text: '常用地址与线路…', title: '全部常用地址与线路' },
} as const

export function QuickBar(props: QuickBarProps) {
  const { form, book, isFor, onSet } = props
  const [pressed, setDialog] = useState<Dialog>()
  const [lane, forgetLane] = useNamedLane()
  const dialog = pressed ?? (lane === undefined ? undefined : 'chat')
  const close = (): void => {
    setDialog(undefined)
    forgetLane()
  }
  const isMobile = useMobile()
  const held = useHeldLanes(form, book)
  const fill = (lane: BookEntry): void => {
    form.setFieldsValue(withLane(form.getFieldsValue(true) as GoodsDraft, lane))
    onSet()
  }
  const shown = shownOf(book)
  const names = bookNames(shown)
  const lanes: ToolbarItem[] = shown.map((lane, at) => ({
    key: lane.key,
    text: names[at],
    title: laneTitle(lane),
    isPressed: held[at] === true,
    press: () => fill(lane),
  }))
  const ways: readonly Dialog[] = isFor ? ['chat', 'templates', 'book'] : ['chat']
  const others: ToolbarItem[] = ways.map(key => ({ key, ...dialogs[key], press: () => setDialog(key) }))
  return (
    <div className="gd-quick">
      {lanes.length > 0 && <span className="ys-weak">常用线路</span>}
      {book.error && (
        <span className="ys-fault" role="alert">
          常用线路加载失败
          <Button type="link" size="small" onClick={book.retry}>
            重试
          </Button>
        </span>
      )}
      <Toolbar
        label="快速填写"
        items={isMobile ? [...others.slice(0, 1), ...lanes, ...others.slice(1)] : [...lanes, ...others]}
      />
      {isFor && !book.error && !book.isLoading && lanes.length === 0 && (
        <span className="ys-weak">发布过的线路会出现在这里，点一下即可填好装卸地</span>
      )}
      {dialog && (
        <Suspense>
          <QuickDialog {...props} {...{ dialog, lane }} onLane={fill} onClose={close} />
        </Suspense>
      )}
    </div>
  )
}

interface QuickDialogProps extends QuickBarProps {
  dialog: Dialog
  /** The lane the address names, in words. */
  lane: string | undefined
  onLane: (lane: BookEntry) => void
  onClose: () => void
}

function QuickDialog({
  form,
  dialog,
  lane,
  book,
  kind,
  shipperId,
  onLane,
  onSuggest,
  onTemplate,
  onClose,
}: QuickDialogProps) {
  const draft = useFormPick(form, whole)
  if (dialog === 'chat')
    return (
      <ChatDialog
        key={lane}
        kind={kind}
        {...(lane === undefined ? {} : { named: lane, isFree: hasNoPlace(draft) && !book.isLoading })}
        book={book.all}
        hasCargo={draft.items?.some(item => item?.name) === true}
        onFill={suggestions => {
          onSuggest(suggestions)
          onClose()
        }}
        onClose={onClose}
      />
    )
  if (dialog === 'templates')
    return (
      <TemplatesDialog
        kind={kind}
        draft={draft}
        shipperId={shipperId}
        onFill={(read, marks) => {
          onTemplate(read, marks)
          onClose()
        }}
        onClose={onClose}
      />
    )
  return (
    <BookDialog
      book={book}
      draft={draft}
      shipperId={shipperId}
      onLane={lane => {
        onLane(lane)
        onClose()
      }}
      onClose={onClose}
    />
  )
}
