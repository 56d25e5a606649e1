// Routes of the message centre.
import { deleteMessage, getUnread, listMessages, setRead } from '@yunshu/contract/message'
import { on, type Route } from '../../http/serve.ts'
import { countUnread, dropMessage, findMessages, markRead } from './message.queries.ts'

export const messageRoutes: Route[] = [
  on(listMessages, findMessages),
  on(getUnread, countUnread),
  on(setRead, markRead),
  on(deleteMessage, dropMessage),
]
