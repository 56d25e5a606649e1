// Routes of the message centre and of messages to many.
import {
  broadcast,
  countAudience,
  countMessages,
  deleteMessage,
  getPreferences,
  getUnread,
  listMessages,
  setPreferences,
  setRead,
} from '@yunshu/contract/message'
import { on, type Route } from '../../http/serve.ts'
import { countPeople, sendToMany } from './broadcast.commands.ts'
import { dropMessages, markRead, savePreferences } from './message.commands.ts'
import { countByKind, countUnread, findMessages, findPreferences } from './message.queries.ts'

export const messageRoutes: Route[] = [
  on(listMessages, findMessages),
  on(countMessages, countByKind),
  on(getUnread, countUnread),
  on(setRead, markRead),
  on(deleteMessage, dropMessages),
  on(getPreferences, findPreferences),
  on(setPreferences, savePreferences),
  on(countAudience, countPeople),
  on(broadcast, sendToMany),
]
