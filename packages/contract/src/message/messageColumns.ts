// The columns of messages in a file; the portal shows them as lines of text.
import { messageKinds } from '@yunshu/domain/message/kinds'
import { label, text, time, type ListColumns } from '../columns.ts'
import type { MessageRow } from './message.ts'

export const messageListColumns = {
  at: time('时间', row => row.at),
  kind: label('类型', messageKinds, row => row.kind),
  title: text('标题', row => row.title, { chars: 26 }),
  content: text('内容', row => row.content, { chars: 60 }),
  read: text('状态', row => (row.read ? '已读' : '未读'), { chars: 8 }),
} satisfies ListColumns<MessageRow>
