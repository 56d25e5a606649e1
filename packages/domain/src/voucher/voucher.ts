// Vouchers (凭证): six kinds of evidence and the states between draft and books.
import { machine } from '../states.ts'
import { formatDate, parseDate } from '../figures/time.ts'

export const voucherStates = machine({
  table: 'vouchers',
  column: 'state',
  entity: 'voucher',
  start: 'draft',
  states: {
    draft: { label: '草稿', tone: 'idle' },
    audited: { label: '已审核', tone: 'busy' },
    posted: { label: '已记账', tone: 'good' },
    partly: { label: '部分冲销', tone: 'busy' },
    reversed: { label: '已冲销', tone: 'bad', final: true },
    void: { label: '已作废', tone: 'idle', final: true },
  },
  moves: {
    // steps of vouchers made by hand, whose permits and people `manual.ts` knows; the product's are born posted
    edit: { from: ['draft'], to: 'draft', label: '修改', permit: 'system' },
    audit: { from: ['draft'], to: 'audited', label: '审核', done: '已审核，等记账', permit: 'system' },
    sendBack: {
      from: ['audited'],
      to: 'draft',
      label: '退回',
      done: '已退回，等制单人修改',
      permit: 'system',
      danger: true,
      ask: 'reason',
    },
    post: { from: ['audited'], to: 'posted', label: '记账', permit: 'system' },
    reverse: {
      from: ['posted', 'partly'],
      to: 'reversed',
      label: '冲销',
      permit: 'system',
      danger: true,
      ask: 'reason',
    },
    reversePart: {
      from: ['posted', 'partly'],
      to: 'partly',
      label: '部分冲销',
      permit: 'system',
      danger: true,
      ask: 'reason',
    },
    void: { from: ['draft'], to: 'void', label: '作废', permit: 'system', danger: true, ask: 'reason' },
  },
})
export type VoucherState = keyof typeof voucherStates.states

export const voucherKinds = {
  ACCOUNTING: '记账凭证',
  INVOICE: '发票凭证',
  TENTATIVE: '暂估凭证',
  FUEL: '油卡凭证',
  DEDUCT: '扣款凭证',
  OTHER: '其他凭证',
} as const
export type VoucherKind = keyof typeof voucherKinds

/** The accounting month (会计期间) a moment falls in, in China: 202611. */
export function periodOf(ms: number): string {
  return formatDate(ms).slice(0, 7).replace('-', '')
}

/** The first moment of an accounting month, ms. */
export function startOfPeriod(period: string): number {
  const day = parseDate(`${period.slice(0, 4)}-${period.slice(4)}-01`)
  if (day === undefined) throw new RangeError(`no accounting month ${period}`)
  return day.start
}

/** The accounting month `by` months after this one; before it where `by` is below 0. */
export function shiftPeriod(period: string, by: number): string {
  const months = Number(period.slice(0, 4)) * 12 + Number(period.slice(4)) - 1 + by
  return `${Math.floor(months / 12)}${String((months % 12) + 1).padStart(2, '0')}`
}

/** The months back into which an event that is typed late is still booked. */
export const backdateMonths = 1

/**
 * The day of the books for something that happened at `happenedAt` and is booked at `now`, both ms: the moment itself
 * where its month is open and not before the last one, else the first moment of the first later month that is.
 */
export function bookDate(
  happenedAt: number,
  now: number,
  isClosed: (period: string) => boolean,
): { date: number; period: string } {
  const own = periodOf(Math.min(happenedAt, now))
  const earliest = shiftPeriod(periodOf(now), -backdateMonths)
  let period = own < earliest ? earliest : own
  while (isClosed(period)) period = shiftPeriod(period, 1)
  return period === own ? { date: Math.min(happenedAt, now), period } : { date: startOfPeriod(period), period }
}

/** An accounting month as people read it: '202611' is 2026年11月; other text is shown as it is. */
export function periodText(period: string): string {
  return /^\d{6}$/.test(period) ? `${period.slice(0, 4)}年${Number(period.slice(4))}月` : period
}

/** An accounting month in a file, where months sort as they follow each other: '202609' is 2026-09. */
export const printPeriod = (period: string): string => `${period.slice(0, 4)}-${period.slice(4)}`

/** Number of the n-th voucher of a branch in a month: 记-202611-0001. */
export function voucherNo(period: string, n: number): string {
  return `记-${period}-${String(n).padStart(4, '0')}`
}
