// Calls and shapes of messages: the inbox, the unread mark, and the frame of the push connection.
import { pushCodes } from '@yunshu/domain/push'
import * as z from 'zod/mini'
import { call } from './call.ts'
import { pageFields, zDone, zId, zKey, zPage, zTime } from './fields.ts'

export const MessageRow = z.object({ id: zId, title: z.string(), content: z.string(), kind: z.string(), path: z.optional(z.string()), at: zTime, read: z.boolean() })
export type MessageRow = z.output<typeof MessageRow>
export const listMessages = call({ method: 'GET', path: '/auth/v1/messages', title: '消息列表', permit: 'session', input: z.strictObject({ unread: z.optional(z.boolean()), ...pageFields }), output: zPage(MessageRow) })
export const getUnread = call({ method: 'GET', path: '/auth/v1/message/unread', title: '未读消息', permit: 'session', input: z.strictObject({}), output: z.object({ unread: z.boolean(), count: z.number() }) })
/** Without `id`: all of the caller's messages. Answers how many it marked. */
export const setRead = call({ method: 'POST', path: '/auth/v1/message/setRead', title: '标记已读', permit: 'session', input: z.strictObject({ id: z.optional(zId) }), output: z.object({ count: z.number() }) })
export const deleteMessage = call({ method: 'POST', path: '/auth/v1/message/delete', title: '删除消息', permit: 'session', input: z.strictObject({ id: zId }), output: zDone })

/** One frame from server to browser; `seq` grows by one per user, `topics` name the lists to refresh. */
export const PushFrame = z.object({
  seq: z.number(), code: zKey(pushCodes), title: z.string(), msg: z.string(),
  data: z.looseObject({ title: z.optional(z.string()), content: z.optional(z.string()), sendUserId: z.optional(z.string()), receiveUserId: z.optional(z.string()), count: z.optional(z.number()), wlhyType: z.optional(z.number()), path: z.optional(z.string()), topics: z.optional(z.array(z.string())),
    /** Codes 33 and 34: wait this long before reloading. */
    delayMs: z.optional(z.number()),
    /** What was missed is no longer kept: lists on screen are to be read anew. */
    refresh: z.optional(z.boolean()) }),
})
export type PushFrame = z.output<typeof PushFrame>
/** What the browser sends after a reconnect: the last frame it saw. */
export const PushResume = z.strictObject({ resume: z.number() })

/** Home cards: what waits for the caller today; each opens a list with that filter. */
export const getHome = call({
  method: 'GET', path: '/auth/v1/home', title: '首页', permit: 'session', input: z.strictObject({}),
  output: z.object({ cards: z.array(z.object({ key: z.string(), title: z.string(), count: z.number(), path: z.string(), tone: z.enum(['idle', 'busy', 'good', 'warn', 'bad']) })) }),
})
