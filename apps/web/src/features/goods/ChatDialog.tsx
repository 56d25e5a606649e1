// A chat message pasted as it came: the lanes read from it, one of which goes into the form as suggestions.
import type { BookEntry } from '@yunshu/contract/goods/book'
import { formatDateTime } from '@yunshu/domain/figures/time'
import { printUnitPrice } from '@yunshu/domain/figures/unitPrice'
import { grams, printTons } from '@yunshu/domain/figures/weight'
import { chatTextMax, plainChat, readChat, type ChatLane } from '@yunshu/domain/goods/chat'
import { pricings, type GoodsKind } from '@yunshu/domain/goods/goods'
import { needText } from '@yunshu/domain/goods/words'
import { placesIn } from '@yunshu/regions/inText'
import { openIndex } from '@yunshu/regions/searchIndex'
import { isCompleteChoice } from '@yunshu/regions/tree'
import { Input, Modal, Radio } from 'antd'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { serverNow } from '../../lib/clock.ts'
import { useDirty } from '../../lib/dirty.ts'
import { useLeaving } from '../../ui/form/useLeaving.tsx'
import { useRegionSearch, useRegionTree } from '../../ui/fields/regionData.ts'
import { ErrorState, Skeleton } from '../../ui/States.tsx'
import { pasted, suggestionsOf } from './chatFill.ts'
import type { Suggestion } from './suggestion.ts'

interface ChatDialogProps {
  kind: GoodsKind
  book: readonly BookEntry[]
  /** The form names a cargo already. */
  hasCargo: boolean
  /** The lane an address names, in place of a message. */
  named?: string
  /** The form names no place yet, and the address book is there: one lane that was understood fills it at once. */
  isFree?: boolean
  onFill: (suggestions: readonly Suggestion[]) => void
  onClose: () => void
}

export function ChatDialog({ kind, book, hasCargo, named, isFree = false, onFill, onClose }: ChatDialogProps) {
  const [text, setText] = useState(named ?? '')
  const [at, setAt] = useState(0)
  // a message names people and their numbers: no draft holds it, so leaving it asks (decision 062)
  const isTyped = text.trim() !== '' && text !== named
  useDirty(isTyped)
  const park = () => ({ standing: isTyped ? 'message' : 'none', isKept: false }) as const
  const { leave, question } = useLeaving(park, onClose, undefined)
  const tree = useRegionTree()
  const search = useRegionSearch()
  const error = tree.error ?? search.error
  const index = useMemo(
    () => (tree.data && search.data ? openIndex(tree.data, search.data) : undefined),
    [tree.data, search.data],
  )
  const lanes = useMemo(() => {
    const plain = plainChat(text)
    return index === undefined ? [] : readChat(plain, placesIn(index, plain), serverNow())
  }, [index, text])
  const lane = lanes[Math.min(at, lanes.length - 1)]
  const fill = (): void => {
    const whole = tree.data
    if (lane && whole)
      onFill(
        suggestionsOf(lane, { book, kind, hasCargo, isWhole: code => isCompleteChoice(whole, code) }).map(one =>
          named === undefined ? one : { ...one, mark: one.mark.replace(pasted, '来自搜索') },
        ),
      )
  }
  const isSure = isFree && text === named && lanes.length === 1
  const fillNow = useEffectEvent(fill)
  useEffect(() => {
    if (isSure) fillNow()
  }, [isSure])
  return (
    <Modal
      open={!isSure}
      title={named === undefined ? '粘贴消息' : '填写线路'}
      width={640}
      okText="填入表单，逐项核对"
      cancelText="取消"
      okButtonProps={{ disabled: lane === undefined }}
      onOk={fill}
      onCancel={leave}
    >
      <Input.TextArea
        aria-label="消息内容"
        ref={box => box?.focus()}
        rows={5}
        maxLength={chatTextMax}
        placeholder="例如：榆林→南阳 煤 33吨 210元/吨 明天装 13800000000"
        value={text}
        onChange={event => {
          setText(event.target.value)
          setAt(0)
        }}
      />
      {error ? (
        <ErrorState error={error} retry={() => void Promise.all([tree.refetch(), search.refetch()])} />
      ) : index === undefined ? (
        <Skeleton lines={3} />
      ) : (
        <div className="gd-chat" aria-live="polite">
          {lanes.length === 0 && text.trim() !== '' && <p className="ys-weak">没有认出线路、数量或价格，请手工填写</p>}
          {lanes.length > 1 && <p className="ys-weak">消息里有 {lanes.length} 条线路，一次填一条</p>}
          <Radio.Group
            value={Math.min(at, lanes.length - 1)}
            onChange={event => setAt(event.target.value as number)}
            options={lanes.map((each, value) => ({ value, label: laneWords(each) }))}
          />
        </div>
      )}
      <p className="ys-weak">认出的内容填入后逐项标明“来自粘贴”，拿不准的留空；消息本身不保存</p>
      {question}
    </Modal>
  )
}

/** A lane as it was understood. */
function laneWords(lane: ChatLane): string {
  const { load, unload, cargo, weight, trucks, types, lengthsDm, price, pricing, mobile, loadFrom } = lane
  const end = (place: ChatLane['load']): string => place?.path.replaceAll(' / ', '') ?? '？'
  const trucksAsked = types || lengthsDm ? needText({ types: types ?? [], lengthsDm: lengthsDm ?? [] }) : ''
  return [
    load || unload ? `${end(load)} → ${end(unload)}` : '',
    cargo ?? '',
    weight === undefined ? '' : `${printTons(grams(weight))} 吨`,
    trucks === undefined ? '' : `${trucks} 车`,
    trucksAsked,
    price === undefined || pricing === undefined ? '' : `${printUnitPrice(price)} ${pricings[pricing].label}`,
    loadFrom === undefined ? '' : `${formatDateTime(loadFrom).slice(5, 16)} 装`,
    mobile ?? '',
  ]
    .filter(words => words !== '')
    .join('，')
}
