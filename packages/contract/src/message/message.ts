// Calls and shapes of messages: the inbox, the unread mark, and the frame of the push connection.
import { audiences, broadcastCodes, messageKinds, messageModes } from '@yunshu/domain/message/kinds'
import { pushCodes } from '@yunshu/domain/message/push'
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { pageFields, zDone, zId, zKey, zLooseText, zPage, zText, zTime } from '../fields.ts'

export const MessageRow = z.object({
  id: zId,
  title: z.string(),
  content: z.string(),
  kind: zKey(messageKinds),
  path: z.optional(z.string()),
  at: zTime,
  read: z.boolean(),
})
export type MessageRow = z.output<typeof MessageRow>

/** The most messages one bulk call may name. */
export const messagesMax = 500
const zIds = z
  .array(zId)
  .check(z.minLength(1, '至少选择一条消息'), z.maxLength(messagesMax, `一次最多${messagesMax}条消息`))
const searched = { text: z.optional(zLooseText(40)), from: z.optional(zTime), to: z.optional(zTime) }

export const listMessages = call({
  method: 'GET',
  path: '/auth/v1/messages',
  title: '消息列表',
  permit: 'session',
  input: z.strictObject({
    unread: z.optional(z.boolean()),
    kind: z.optional(zKey(messageKinds)),
    ...searched,
    ...pageFields,
  }),
  output: zPage(MessageRow),
})
/** Lines by kind under the same search: unread ones up to the cap of counters, all up to 1,001. */
export const countMessages = call({
  method: 'GET',
  path: '/auth/v1/message/statistical',
  title: '消息统计',
  permit: 'session',
  heavy: true,
  input: z.strictObject(searched),
  output: z.object({ all: z.record(zKey(messageKinds), z.number()), unread: z.record(zKey(messageKinds), z.number()) }),
})
export const getUnread = call({
  method: 'GET',
  path: '/auth/v1/message/unread',
  title: '未读消息',
  permit: 'session',
  input: z.strictObject({}),
  output: z.object({ unread: z.boolean(), count: z.number() }),
})
/**
 * One line, these lines, or those of one kind; with none of the three all of the caller's. `count` were unread, `left`
 * are unread now.
 */
export const setRead = call({
  method: 'POST',
  path: '/auth/v1/message/setRead',
  title: '标记已读',
  permit: 'session',
  personal: true,
  input: z.strictObject({ id: z.optional(zId), ids: z.optional(zIds), kind: z.optional(zKey(messageKinds)) }),
  output: z.object({ count: z.number(), left: z.number() }),
})
/**
 * One line, these lines, or every line that has been read (`read`), of one kind if told; never all at once. `left` are
 * unread now.
 */
export const deleteMessage = call({
  method: 'POST',
  path: '/auth/v1/message/delete',
  title: '删除消息',
  permit: 'session',
  personal: true,
  input: z.strictObject({
    id: z.optional(zId),
    ids: z.optional(zIds),
    read: z.optional(z.boolean()),
    kind: z.optional(zKey(messageKinds)),
  }),
  output: z.object({ count: z.number(), left: z.number() }),
})

/** The way each kind of message reaches the caller; every kind is there. */
export const getPreferences = call({
  method: 'GET',
  path: '/auth/v1/message/preferences',
  title: '消息设置',
  permit: 'session',
  input: z.strictObject({}),
  output: z.object({ modes: z.record(zKey(messageKinds), zKey(messageModes)) }),
})
/** Kinds that are not named stay as they are. */
export const setPreferences = call({
  method: 'POST',
  path: '/auth/v1/message/preferences/set',
  title: '保存消息设置',
  permit: 'session',
  input: z.strictObject({ modes: z.partialRecord(zKey(messageKinds), zKey(messageModes)) }),
  output: zDone,
})

const addressed = { audience: zKey(audiences), companyId: z.optional(zId) }
/** The number of people a message to this audience would reach. */
export const countAudience = call({
  method: 'GET',
  path: '/auth/v1/message/broadcast/count',
  title: '群发人数',
  permit: 'message.broadcast',
  input: z.strictObject(addressed),
  output: z.object({ count: z.number() }),
})
/**
 * One message of the platform to many: a notice, or the request to load the new release. Answers how many it is for.
 */
export const broadcast = call({
  method: 'POST',
  path: '/auth/v1/message/broadcast',
  title: '群发通知',
  permit: 'message.broadcast',
  overlay: '发送中...',
  input: z.strictObject({ ...addressed, pushCode: zKey(broadcastCodes), title: zText(40), content: zText(500) }),
  output: z.object({ count: z.number() }),
})

/** One frame from server to browser; `seq` grows by one per user, `topics` name the lists to refresh. */
export const PushFrame = z.object({
  seq: z.number(),
  code: zKey(pushCodes),
  title: z.string(),
  msg: z.string(),
  data: z.looseObject({
    title: z.optional(z.string()),
    content: z.optional(z.string()),
    sendUserId: z.optional(z.string()),
    receiveUserId: z.optional(z.string()),
    count: z.optional(z.number()),
    wlhyType: z.optional(z.number()),
    path: z.optional(z.string()),
    topics: z.optional(z.array(z.string())),
    /** The line of the message centre this frame came with. */
    messageId: z.optional(z.string()),
    /** The person wants this kind in the message centre only: no notice. */
    silent: z.optional(z.boolean()),
    /** Codes 33 and 34: wait this long before reloading. */
    delayMs: z.optional(z.number()),
    /** Missed frames are no longer kept: lists on screen must be read anew. */
    refresh: z.optional(z.boolean()),
  }),
})
export type PushFrame = z.output<typeof PushFrame>
/** The browser's message after a reconnect: the number of the last frame it saw. */
export const PushResume = z.strictObject({ resume: z.number() })
