// The tax platform behind one interface: what every gateway for electronic invoices must be able to do.
import { answerWithin } from './answerWithin.ts'

/** The time the platform may take to answer, ms; after that its answer is unknown. */
const invoiceAnswerWithinMs = 20_000

/** One invoice to issue; the platform knows it by `serialNo`, and a serial said twice is one invoice. */
export interface InvoiceOrder {
  serialNo: string
  kind: string
  buyer: { name: string; taxNo: string }
  sellerName: string
  grossFen: number
  taxFen: number
  vatBp: number
  remark: string
  /** A red invoice: the confirmation it stands on and the invoice it takes back; its amounts are below zero. */
  red?: { confirmNo: string; blueNo: string }
  lines: readonly { name: string; from: string; to: string; plate: string; grossFen: number; taxFen: number }[]
}

/**
 * The platform's answer about an invoice. `unknown` means that nothing was heard: ask later, never send again. `notFound`:
 * the platform has no such serial, which it may still have tomorrow.
 */
export type InvoiceAnswer =
  | { state: 'issued'; invoiceNo: string; issuedAt: number; grossFen: number; taxFen: number }
  | { state: 'failed'; reason: string }
  | { state: 'processing' }
  | { state: 'notFound' }
  | { state: 'unknown' }

export interface InvoiceGateway {
  /** Its answers are invented: no invoice exists at any tax office. */
  readonly isSimulated: boolean
  /** Sends an invoice; an error or timeout means the result is unknown. */
  issue(order: InvoiceOrder): Promise<InvoiceAnswer>
  /** Asks what became of an invoice sent before. */
  query(serialNo: string): Promise<InvoiceAnswer>
}

/** The platform's answer; an error or a long silence says nothing about the invoice. */
export const invoiceAnswerOf = async (talk: () => Promise<InvoiceAnswer>): Promise<InvoiceAnswer> =>
  (await answerWithin(invoiceAnswerWithinMs, talk)) ?? { state: 'unknown' }
