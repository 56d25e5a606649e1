// Calls of the address book of a shipper (常用地址、常用线路) and of the templates of its goods.
import { bookKeyForm, bookKinds } from '@yunshu/domain/goods/book'
import { goodsKinds } from '@yunshu/domain/goods/goods'
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { zBool, zChanged, zDone, zId, zKey, zLooseText, zText, zTime, zVersion } from '../fields.ts'
import { zDraftBody } from '../session/session.ts'
import { Item, Point } from './goods.ts'

/** A place without the times at which something is loaded there. */
export const BookPoint = z.omit(Point, { windowStart: true, windowEnd: true })
export type BookPoint = z.output<typeof BookPoint>

const shown = {
  kind: zKey(bookKinds),
  /** The place or lane it stands for, as the book tells it. */
  key: z.string().check(z.regex(bookKeyForm, '不是常用地址或线路的编号')),
  /** Given by people; without one an entry is called by its places. */
  name: z.optional(zLooseText(30)),
  /** One place, or the places of loading and unloading of a lane. */
  points: z.array(BookPoint).check(z.minLength(1, '至少填写一个'), z.maxLength(2, '最多两个')),
  isPinned: zBool,
  isHidden: zBool,
}

export const BookEntry = z.object({
  ...shown,
  name: z.string(),
  /** The cargo of the newest goods a lane was learned from, where it was one. */
  cargo: z.optional(z.object(z.pick(Item, { name: true, cargoCode: true }).shape)),
  /** Of entries somebody keeps. */
  version: z.optional(zVersion),
  /** Own goods it was learned from, and when the newest of them was published. */
  uses: z.number(),
  lastAt: z.optional(zTime),
})
export type BookEntry = z.output<typeof BookEntry>

/** The platform alone works for others and says for whom. */
const forWhom = { shipperId: z.optional(zId) }

/** The whole book: bounded by `bookLimits`, hidden entries among them. */
export const getBook = call({
  method: 'GET',
  path: '/auth/v1/goods/book',
  title: '常用地址与线路',
  permit: 'goods.publish',
  input: z.strictObject(forWhom),
  output: z.object({ entries: z.array(BookEntry) }),
})

/**
 * Keeps an entry: without `key` one added by hand, with `key` and no version one that was learned, else the one of that
 * version.
 */
export const saveBookEntry = call({
  method: 'POST',
  path: '/auth/v1/goods/book/save',
  title: '保存常用地址',
  permit: 'goods.publish',
  input: z.strictObject({ ...forWhom, ...shown, key: z.optional(shown.key), version: z.optional(zVersion) }),
  output: z.object({ key: z.string(), version: zVersion }),
})

/** Forgets an entry people keep; the one learned from goods stays. */
export const removeBookEntry = call({
  method: 'POST',
  path: '/auth/v1/goods/book/remove',
  title: '删除常用地址',
  permit: 'goods.publish',
  input: z.strictObject({ ...forWhom, kind: shown.kind, key: shown.key, version: zVersion }),
  output: zDone,
})

const GoodsTemplate = z.object({
  id: zId,
  name: z.string(),
  kind: zKey(goodsKinds),
  /** The person who made it. */
  makerName: z.string(),
  updatedAt: zTime,
  version: zVersion,
})
export type GoodsTemplate = z.output<typeof GoodsTemplate>

/** All templates of the company, the newest first: at most `bookLimits.templates`. */
export const listTemplates = call({
  method: 'GET',
  path: '/auth/v1/goods/templates',
  title: '货源模板',
  permit: 'goods.publish',
  input: z.strictObject(forWhom),
  output: z.object({ rows: z.array(GoodsTemplate) }),
})

/** The form a template fills, as it was kept. */
export const getTemplate = call({
  method: 'GET',
  path: '/auth/v1/goods/template',
  title: '查看货源模板',
  permit: 'goods.publish',
  input: z.strictObject({ ...forWhom, id: zId }),
  output: z.extend(GoodsTemplate, { body: z.string() }),
})

export const addTemplate = call({
  method: 'POST',
  path: '/auth/v1/goods/template/add',
  title: '存为模板',
  permit: 'goods.publish',
  input: z.strictObject({ ...forWhom, name: zText(30), kind: zKey(goodsKinds), body: zDraftBody }),
  output: zChanged,
})

export const renameTemplate = call({
  method: 'POST',
  path: '/auth/v1/goods/template/rename',
  title: '重命名模板',
  permit: 'goods.publish',
  input: z.strictObject({ ...forWhom, id: zId, version: zVersion, name: zText(30) }),
  output: zChanged,
})

/** `isBack` takes the deletion back, within a day. */
export const deleteTemplate = call({
  method: 'POST',
  path: '/auth/v1/goods/template/delete',
  title: '删除模板',
  permit: 'goods.publish',
  input: z.strictObject({ ...forWhom, id: zId, version: zVersion, isBack: z.optional(zBool) }),
  output: zChanged,
})
