// The keys of the message centre.
import { type MessageRow } from '@yunshu/contract/message/message'
import { useCallback, useMemo } from 'react'
import { useNavigate } from 'react-router'
import { createListState } from '../../ui/list/listState.ts'
import { useRowKeys } from '../../ui/list/useRowKeys.ts'
import { messageId, recordUrl } from './Message.tsx'
import { markOpened, openMessage } from './reading.ts'

const rowKey = ({ id }: MessageRow): string => id

/** Keys over the messages: up and down, opening the record of one, the file of the list. */
export function useNoticeKeys(
  list: ReturnType<typeof createListState>,
  rows: readonly MessageRow[],
  onExport: (() => void) | undefined,
): void {
  const navigate = useNavigate()
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
    onExport,
  })
}
