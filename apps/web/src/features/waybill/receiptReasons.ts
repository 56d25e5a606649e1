// The reasons people send receipts back for, and the one text that is made of those chosen and what is typed beside them.

/** Reasons people give all day. */
export const receiptReasons = ['照片不清晰', '缺签章', '重量与磅单不一致', '缺页', '不是本单的回单'] as const
export type ReceiptReason = (typeof receiptReasons)[number]

/** The reasons chosen for one receipt, and the words typed beside them. */
export interface Refusing {
  readonly chosen: readonly ReceiptReason[]
  readonly text: string
}

export const nothingRefused: Refusing = { chosen: [], text: '' }

/** Chooses a reason, or takes the choice back. */
export const toggleReason = ({ chosen, text }: Refusing, reason: ReceiptReason): Refusing => ({
  chosen: chosen.includes(reason) ? chosen.filter(each => each !== reason) : [...chosen, reason],
  text,
})

/** The reason as it is sent: reasons in the order of the table, then the typed text; empty when there is none. */
export const refusalText = ({ chosen, text }: Refusing): string =>
  [...receiptReasons.filter(reason => chosen.includes(reason)), text.trim()].filter(part => part !== '').join('；')
