// The message centre: lines by kind, unread ones among them, found by text and time; opening one marks it read and
// leads to its record.
import { deleteMessage, listMessages, messagesMax, setRead, type MessageRow } from '@yunshu/contract/message'
import { staleAfter } from '@yunshu/contract/topics'
import { messageKinds } from '@yunshu/domain/message/kinds'
import { Button, Segmented } from 'antd'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useSession } from '../../lib/session.ts'
import { toast } from '../../lib/toast.ts'
import { showUnread } from '../../lib/unread.ts'
import { useUrlFilter, type UrlFilter } from '../../lib/urlState.ts'
import { usePages, useSend } from '../../lib/useCall.ts'
import { DateRangeInput } from '../../ui/fields/DateInput.tsx'
import { KeySelect } from '../../ui/fields/KeySelect.tsx'
import { BulkBar } from '../../ui/list/BulkBar.tsx'
import { clearChosen, createListState, ListContext } from '../../ui/list/listState.ts'
import { PickAll } from '../../ui/list/Pick.tsx'
import type { QueryField } from '../../ui/list/QueryForm.tsx'
import { sayFilter } from '../../ui/list/sayFilter.ts'
import { useExport } from '../../ui/list/useExport.tsx'
import { useRowKeys } from '../../ui/list/useRowKeys.ts'
import { ReasonDialog } from '../../ui/ReasonDialog.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../ui/States.tsx'
import { Kinds } from './Kinds.tsx'
import { Message, messageId, recordUrl } from './Message.tsx'
import { Preferences } from './Preferences.tsx'
import { forgetRead, markOpened, openMessage, useReading, withRead } from './reading.ts'
import { Search } from './Search.tsx'
import './notice.css'

const invalidates = staleAfter('message')
const rowKey = ({ id }: MessageRow): string => id
/** What the search and the kind ask for, in words, for the note of a file. */
const fields = [
  { name: 'kind', input: <KeySelect table={messageKinds} /> },
  { range: ['from', 'to'], label: '日期', input: <DateRangeInput /> },
] satisfies QueryField<typeof listMessages>[]

/** Screen `Notice`. */
export default function NoticePage() {
  const { filter, setFilter, patch } = useUrlFilter(listMessages)
  const [list] = useState(() => createListState(listMessages.path))
  const {
    rows: loaded,
    more,
    hasMore,
    isFirstLoad,
    isLoadingMore,
    isFetching,
    error,
    restart,
    updatedAt,
  } = usePages(listMessages, filter)
  const { openId, read } = useReading()
  const rows = useMemo(() => (filter.unread ? withRead(loaded, read) : loaded), [loaded, read, filter.unread])
  const unread = useSession(session => session.messageCount)
  const [isSetting, setSetting] = useState(false)
  const [doomed, setDoomed] = useState<'read' | readonly string[]>()
  const navigate = useNavigate()

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
  const shown = useRef(filter)
  useEffect(() => {
    if (shown.current === filter) return
    shown.current = filter
    clearChosen(list)
    forgetRead()
  }, [filter, list])

  const ids = useMemo(() => rows.map(rowKey), [rows])
  const openRow = useCallback(
    (id: string) => {
      const row = rows.find(each => each.id === id)
      if (!row) return
      const url = recordUrl(row)
      if (url === undefined) return openMessage(row)
      markOpened(row)
      void navigate(url)
    },
    [rows, navigate],
  )
  useRowKeys(list, {
    ids,
    canChoose: true,
    onMove: useCallback(
      (id: string) => document.getElementById(messageId(id))?.scrollIntoView({ block: 'nearest' }),
      [],
    ),
    onOpen: openRow,
    onExport: ask,
  })
  const bulk = useMemo(
    () => [
      {
        label: '标为已读',
        run: (chosen: readonly MessageRow[]) => {
          void marking.run({ ids: chosen.slice(0, messagesMax).map(rowKey) })
        },
      },
      {
        label: '删除',
        danger: true,
        run: (chosen: readonly MessageRow[]) => setDoomed(chosen.slice(0, messagesMax).map(rowKey)),
      },
    ],
    [marking],
  )

  return (
    <ListContext value={list}>
      <div className="notice">
        <header className="notice-head">
          <h1>消息中心</h1>
          <span className="notice-gap" />
          <Search filter={filter} onSearch={patch} />
          <Button onClick={() => setSetting(true)}>消息设置</Button>
        </header>
        <Kinds filter={filter} onChoose={kind => patch({ kind })} />
        <section className="notice-main" aria-label="消息">
          <div className="ys-toolbar">
            <div className="ys-toolbar-head">
              {rows.length > 0 && <PickAll ids={ids} />}
              <Segmented
                aria-label="消息范围"
                value={filter.unread ? 'unread' : 'all'}
                onChange={value => patch({ unread: value === 'unread' || undefined })}
                options={[
                  { value: 'all', label: '全部' },
                  { value: 'unread', label: '未读' },
                ]}
              />
              <BulkBar rows={rows} rowKey={rowKey} rowName={({ title }) => title} actions={bulk} />
            </div>
            {ask && (
              <Button type="text" title="导出（E）" disabled={loaded.length === 0} onClick={ask}>
                导出
              </Button>
            )}
            <Button
              type="text"
              onClick={() => {
                void restart()
              }}
              loading={isFetching && !isFirstLoad && !isLoadingMore}
            >
              刷新
            </Button>
            <Button type="text" disabled={loaded.length === 0} onClick={() => setDoomed('read')}>
              删除已读
            </Button>
            <Button
              type="primary"
              ghost
              disabled={unread === 0}
              loading={marking.isBusy}
              onClick={() => {
                void marking.run(filter.kind === undefined ? {} : { kind: filter.kind })
              }}
            >
              {filter.kind === undefined ? '全部已读' : `${messageKinds[filter.kind].label}全部已读`}
            </Button>
          </div>
          {error && rows.length === 0 ? (
            <ErrorState
              error={error}
              retry={() => {
                void restart()
              }}
            />
          ) : isFirstLoad ? (
            <Skeleton lines={8} />
          ) : rows.length === 0 ? (
            <Nothing filter={filter} onClear={() => setFilter({})} />
          ) : (
            <ul className="notice-list">
              {rows.map(row => (
                <Message
                  key={row.id}
                  row={row}
                  now={updatedAt}
                  isRead={row.read || read.has(row.id)}
                  isOpen={row.id === openId}
                  onRemove={() => {
                    void removing.run({ id: row.id })
                  }}
                />
              ))}
            </ul>
          )}
          {hasMore && (
            <Button block type="text" loading={isLoadingMore} onClick={more}>
              加载更多
            </Button>
          )}
        </section>
        {dialog({ filter, said: sayFilter(fields, filter), columns: [], chosen: [], total: undefined })}
        {isSetting && <Preferences onClose={() => setSetting(false)} />}
        <ReasonDialog
          open={doomed !== undefined}
          title={
            doomed === 'read'
              ? `删除 全部已读${filter.kind === undefined ? '' : messageKinds[filter.kind].label}消息`
              : `删除 ${doomed?.length ?? 0} 条消息`
          }
          text={doomed === 'read' ? '未读消息保留；删除后不能恢复。' : '删除后不能恢复。'}
          needsReason={false}
          busy={removing.isBusy}
          onClose={() => setDoomed(undefined)}
          onConfirm={() => {
            void removing.run(
              doomed === 'read'
                ? { read: true, ...(filter.kind === undefined ? {} : { kind: filter.kind }) }
                : { ids: [...(doomed ?? [])] },
            )
          }}
        />
      </div>
    </ListContext>
  )
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

/** Says what there is nothing of, and offers the way back. */
function Nothing({ filter, onClear }: { filter: UrlFilter<typeof listMessages>; onClear: () => void }) {
  const { kind, unread, text, from, to } = filter
  const isSearched = text !== undefined || from !== undefined || to !== undefined
  const what = `${unread ? '未读的' : ''}${kind === undefined ? '' : messageKinds[kind].label}消息`
  return (
    <EmptyState text={isSearched ? `没有符合条件的${what}` : `没有${what}`}>
      {Object.keys(filter).length > 0 && <Button onClick={onClear}>查看全部消息</Button>}
    </EmptyState>
  )
}
