// Vouchers (凭证): six kinds of evidence and the states between draft and books.
import { machine } from '../states.ts'
import { formatDate } from '../figures/time.ts'

export const voucherStates = machine({
  table: 'vouchers',
  column: 'state',
  entity: 'voucher',
  start: 'draft',
  states: {
    draft: { label: '草稿', tone: 'idle' },
    audited: { label: '已审核', tone: 'busy' },
    posted: { label: '已记账', tone: 'good' },
    reversed: { label: '已冲销', tone: 'bad', final: true },
    void: { label: '已作废', tone: 'idle', final: true },
  },
  moves: {
    audit: { from: ['draft'], to: 'audited', label: '审核', permit: 'system' },
    post: { from: ['draft', 'audited'], to: 'posted', label: '记账', permit: 'system' },
    reverse: { from: ['posted'], to: 'reversed', label: '冲销', permit: 'system', danger: true, ask: 'reason' },
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

/** An accounting month as people read it: '202611' is 2026年11月; other text is shown as it is. */
export function periodText(period: string): string {
  return /^\d{6}$/.test(period) ? `${period.slice(0, 4)}年${Number(period.slice(4))}月` : period
}

/** Number of the n-th voucher of a branch in a month: 记-202611-0001. */
export function voucherNo(period: string, n: number): string {
  return `记-${period}-${String(n).padStart(4, '0')}`
}
