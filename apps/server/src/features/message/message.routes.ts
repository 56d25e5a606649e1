// Routes of the message centre and of messages to many.
import * as calls from '@yunshu/contract/message/message'
import { on, type Route } from '../../http/serve.ts'
import { countPeople, sendToMany } from './broadcast.commands.ts'
import { dropMessages, markRead, savePreferences } from './message.commands.ts'
import { countByKind, countUnread, findMessages, findPreferences } from './message.queries.ts'

export const messageRoutes: Route[] = [
  on(calls.listMessages, findMessages),
  on(calls.countMessages, countByKind),
  on(calls.getUnread, countUnread),
  on(calls.setRead, markRead),
  on(calls.deleteMessage, dropMessages),
  on(calls.getPreferences, findPreferences),
  on(calls.setPreferences, savePreferences),
  on(calls.countAudience, countPeople),
  on(calls.broadcast, sendToMany),
]
