// The kinds of field that cross the wire: each decodes from wire form to a domain value and encodes back.
import { passwordMax } from '@yunshu/domain/account/account'
import { LATEST_MS } from '@yunshu/domain/figures/time'
import { isFen, parseSignedYuan, parseYuan, printYuan, type Fen } from '@yunshu/domain/figures/money'
import { isUnitPrice, parseUnitPrice, printUnitPrice, type UnitPrice } from '@yunshu/domain/figures/unitPrice'
import { grams, isGrams, type Grams } from '@yunshu/domain/figures/weight'
import { uuidForm } from '@yunshu/domain/identity/uuid'
import * as z from 'zod/mini'

/** Most characters a free text may have when nothing else is said. */
export const textMax = 256

/** Text of 1–max characters, trimmed. */
export const zText = (max: number = textMax) =>
  z.string().check(z.trim(), z.minLength(1, '不能为空'), z.maxLength(max, `不能超过${max}个字`))

/** Text that may be empty; trimmed. */
export const zLooseText = (max: number = textMax) => z.string().check(z.trim(), z.maxLength(max, `不能超过${max}个字`))

/** A password as it was typed: blanks at its ends belong to it. */
export const zPassword = z
  .string()
  .check(z.minLength(1, '不能为空'), z.maxLength(passwordMax, `不能超过${passwordMax}个字符`))

/** The text of an empty field whose value is chosen and never typed. */
export const notChosen = '请选择'

/** Code of a list, such as a cargo class; 1–max characters. */
export const zCode = (max: number) =>
  z.string(notChosen).check(z.trim(), z.minLength(1, notChosen), z.maxLength(max, `不能超过${max}个字`))

/** Row id: a UUID in lower case. */
export const zId = z.string(notChosen).check(z.regex(uuidForm, '格式不正确'))

/** The rows of a list a person chose, where a list or a count is asked for them alone. */
export const zChosenIds = z.optional(z.array(zId).check(z.maxLength(2000, '一次最多选择两千条')))

/** A business number such as YD2611210000001, or the key part of one. */
export const zNumber = z.string().check(z.regex(/^[A-Za-z0-9一-龥-]{1,35}$/, '格式不正确'))

/** Numbers pasted at once: of records, or of banks, which have signs of their own. */
export const zPastedNumbers = z.optional(
  z.array(zLooseText(60).check(z.minLength(1, '不能为空'))).check(z.maxLength(500, '一次最多查询五百个单号')),
)

/** Whole number in a range. */
export const zInt = (min: number, max: number) =>
  z.int('应为整数').check(z.gte(min, `不能小于${min}`), z.lte(max, `不能大于${max}`))

/** Optimistic version of a row: the version the person saw. */
export const zVersion = zInt(1, 2_147_483_647)

/** Weight: integer grams, on the wire and in the program. */
export const zGrams = z.codec(zInt(0, 10_000_000_000_000), z.custom<Grams>(isGrams), {
  decode: value => grams(value),
  encode: weight => weight,
})

/** Milliseconds since 1970 UTC, to the end of the year 9999. */
export const zTime = z.int(notChosen).check(z.gte(0, '不能早于1970年'), z.lte(LATEST_MS, '不能晚于9999年'))

/** A flag. */
export const zBool = z.boolean('应为 true 或 false')

const fail = (ctx: { issues: unknown[] }, input: unknown, message: string): never => {
  ctx.issues.push({ code: 'custom', input, message })
  return z.NEVER
}

/** Amount ≥ 0: decimal yuan text with two digits on the wire, integer fen in the program. */
export const zFen = z.codec(z.string('应为金额'), z.custom<Fen>(isFen), {
  decode: (text, ctx) => parseYuan(text) ?? fail(ctx, text, '格式不正确，最多两位小数'),
  encode: amount => printYuan(amount),
})

/** Amount that may be negative (corrections, balances, red entries). */
export const zSignedFen = z.codec(z.string('应为金额'), z.custom<Fen>(isFen), {
  decode: (text, ctx) => parseSignedYuan(text) ?? fail(ctx, text, '格式不正确，最多两位小数'),
  encode: amount => printYuan(amount),
})

/** Unit price: decimal yuan text with up to four digits on the wire, integer 10⁻⁴ yuan in the program. */
export const zUnitPrice = z.codec(z.string('应为单价'), z.custom<UnitPrice>(isUnitPrice), {
  decode: (text, ctx) => parseUnitPrice(text) ?? fail(ctx, text, '格式不正确，最多四位小数'),
  encode: price => printUnitPrice(price),
})

/** One key of a table such as goodsKinds. */
export const zKey = <const T extends Readonly<Record<string, unknown>>>(table: T) =>
  z.enum(Object.keys(table) as [keyof T & string, ...(keyof T & string)[]], '不是可选的值')

/** Text that a rule of domain/identity.ts accepts; the rule answers undefined or the Chinese fault. */
export const zRuled = (max: number, rule: (text: string) => string | undefined) =>
  zText(max).check(ctx => {
    const fault = rule(ctx.value)
    if (fault !== undefined) ctx.issues.push({ code: 'custom', input: ctx.value, message: fault })
  })

/** Six-digit division code. */
export const zRegion = z.string(notChosen).check(z.regex(/^[1-9]\d{5}$/, '请选择省市区'))

/** The most rows of one page of a list, and the default. */
export const pageMax = 100
export const pageDefault = 50

/** Every list takes these: `cursor` is the `next` of the page before. */
export const pageFields = {
  limit: z.optional(zInt(1, pageMax)),
  cursor: z.optional(z.string().check(z.maxLength(400, '不是上一页给出的位置'))),
}

/** One page of a list by keyset: `next` is absent on the last page. */
export const zPage = <const R extends z.ZodMiniType>(row: R) =>
  z.object({ rows: z.array(row), next: z.optional(z.string()) })

/** Counts of a list by state without the filter's own state. */
export const stateCounts = {
  state: z.record(z.string(), z.number()),
  /** Of these, rows that wait for a second person where the reader was the first. */
  own: z.optional(z.record(z.string(), z.number())),
}

/** Numbers of a search that lead to no row: nowhere in the reader's reach, or to rows its other conditions leave out. */
export const MissingNumbers = z.object({ unfound: z.array(z.string()), hidden: z.array(z.string()) })
export type MissingNumbers = z.output<typeof MissingNumbers>
/** A page of a list that is searched by pasted numbers: its first page says which of them it lacks. */
export const zNumberedPage = <const R extends z.ZodMiniType>(row: R) =>
  z.extend(zPage(row), { missing: z.optional(MissingNumbers) })

/**
 * Counts of a list by state without the filter's own state, or the sums of its rows, of the newest 10,001 where there are
 * more: `summed` says of how many.
 */
export const zCounts = <const S extends Readonly<Record<string, z.ZodMiniType>>>(sums: S) =>
  z.object({
    ...stateCounts,
    summed: z.optional(z.number()),
    sums: z.optional(z.object(sums)),
  })

/** The answer of a write that says only the row's new version. */
export const zChanged = z.object({ id: zId, version: zVersion })
/** The answer of an action that changes no row the caller holds. */
export const zDone = z.object({})
