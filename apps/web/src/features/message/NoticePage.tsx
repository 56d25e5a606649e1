// The message centre: lines by kind, unread ones among them, found by text and time; opening one marks it read and
// leads to its record.
import { deleteMessage, listMessages, setRead, type MessageRow } from '@yunshu/contract/message/message'
import { staleAfter } from '@yunshu/contract/topics'
import { messageKinds } from '@yunshu/domain/message/kinds'
import { Button } from 'antd'
import { useEffect, useMemo, useRef, useState } from 'react'
import { toast } from '../../lib/toast.ts'
import { showUnread } from '../../lib/unread.ts'
import { useUrlFilter, type UrlFilter } from '../../lib/urlState.ts'
import { usePages, useSend } from '../../lib/useCall.ts'
import { DateRangeInput } from '../../ui/fields/DateInput.tsx'
import { KeySelect } from '../../ui/fields/KeySelect.tsx'
import { clearChosen, createListState, ListContext } from '../../ui/list/listState.ts'
import type { QueryField } from '../../ui/list/QueryForm.tsx'
import { sayFilter } from '../../ui/list/sayFilter.ts'
import { useExport } from '../../ui/list/useExport.tsx'
import { ScreenTitle } from '../../ui/ScreenTitle.tsx'
import { Kinds } from './Kinds.tsx'
import { MessageList } from './MessageList.tsx'
import { NoticeBar } from './NoticeBar.tsx'
import { Preferences } from './Preferences.tsx'
import { forgetRead, openMessage, useReading, withRead } from './reading.ts'
import { Search } from './Search.tsx'
import { RemoveDialog } from './RemoveDialog.tsx'
import { useNoticeKeys } from './useNoticeKeys.ts'
import './notice.css'

const invalidates = staleAfter('message')
/** The filter fields, for saying the filter in words in the note of a file. */
const fields = [
  { name: 'kind', input: <KeySelect table={messageKinds} /> },
  { range: ['from', 'to'], label: '日期', input: <DateRangeInput /> },
] satisfies QueryField<typeof listMessages>[]

/** Screen `Notice`. */
export default function NoticePage() {
  const { filter, setFilter, patch } = useUrlFilter(listMessages)
  const [list] = useState(() => createListState(listMessages.path))
  const pages = usePages(listMessages, filter)
  const { rows: loaded, more, hasMore, isFirstLoad, isLoadingMore } = pages
  const read = useReading(reading => reading.read)
  const rows = useMemo(() => (filter.unread ? withRead(loaded, read) : loaded), [loaded, read, filter.unread])
  const [isSetting, setSetting] = useState(false)
  const [isSearching, setSearching] = useState(false)
  const isFound = filter.text !== undefined || filter.from !== undefined || filter.to !== undefined
  const [doomed, setDoomed] = useState<'read' | readonly string[]>()
  const { ask, dialog } = useExport(listMessages)

  const marking = useSend(setRead, { invalidates, done: ({ left }) => settle(left) })
  const removing = useSend(deleteMessage, {
    invalidates,
    done: ({ count, left }) => {
      settle(left)
      setDoomed(undefined)
      toast.success(count === 0 ? '没有已读消息' : `已删除 ${count} 条消息`)
    },
  })
  const settle = (left: number): void => {
    showUnread(left)
    clearChosen(list)
    if (filter.unread) forgetRead()
  }

  useArrival(rows, isFirstLoad)
  useFreshStart(list, filter)
  useNoticeKeys(list, rows, ask)
  return (
    <ListContext value={list}>
      <div className="notice">
        <ScreenTitle />
        <Kinds filter={filter} onChoose={kind => patch({ kind })} />
        <section className="notice-main" aria-label="消息">
          <NoticeBar
            rows={rows}
            filter={filter}
            pages={pages}
            isMarking={marking.isBusy}
            search={<Search filter={filter} isOpen={isSearching || isFound} onSearch={patch} />}
            onPatch={patch}
            onExport={ask}
            onMark={input => void marking.run(input)}
            onSearch={() => setSearching(!isSearching)}
            onSettings={() => setSetting(true)}
            onDoom={setDoomed}
          />
          <MessageList
            rows={rows}
            filter={filter}
            pages={pages}
            onClear={() => setFilter({})}
            onRemove={id => void removing.run({ id })}
          />
          {hasMore && (
            <Button block type="text" loading={isLoadingMore} onClick={more}>
              加载更多
            </Button>
          )}
        </section>
        {dialog({ filter, said: sayFilter(fields, filter), columns: [], chosen: [], total: undefined })}
        {isSetting && <Preferences onClose={() => setSetting(false)} />}
        <RemoveDialog
          doomed={doomed}
          kind={filter.kind}
          isBusy={removing.isBusy}
          onClose={() => setDoomed(undefined)}
          onRemove={input => void removing.run(input)}
        />
      </div>
    </ListContext>
  )
}

/** Under another filter no rows are chosen, and messages that were read leave the unread ones. */
function useFreshStart(list: ReturnType<typeof createListState>, filter: UrlFilter<typeof listMessages>): void {
  const shown = useRef(filter)
  useEffect(() => {
    if (shown.current === filter) return
    shown.current = filter
    clearChosen(list)
    forgetRead()
  }, [filter, list])
}

/** The newest unread message is opened with the page, so that the unread count goes down by one (GD-05). */
function useArrival(rows: readonly MessageRow[], isFirstLoad: boolean): void {
  const isArrival = useRef(true)
  useEffect(() => {
    if (!isArrival.current || isFirstLoad) return
    isArrival.current = false
    const first = rows.find(row => !row.read)
    if (first && useReading.getState().openId !== first.id) openMessage(first)
  })
}
