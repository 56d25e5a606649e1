// A simulated tax platform (模拟税务平台): the last four characters of the buyer's tax number decide the fate of an invoice.
import { startOfDay, dayKey } from '@yunshu/domain/figures/time'
import type pg from 'pg'
import { askBook } from './book.ts'
import type { InvoiceAnswer, InvoiceGateway } from './invoiceGateway.ts'

interface Fate {
  readonly send: InvoiceAnswer['state']
  readonly end: 'issued' | 'failed'
  readonly reason?: string
  readonly silent?: true
}

/** Fates by the last four characters of the buyer's tax number; for any other the invoice is issued at once. */
export const invoiceFates = {
  '9001': { send: 'failed', end: 'failed', reason: '购方名称与税号不符' },
  '9002': { send: 'failed', end: 'failed', reason: '超出授信额度' },
  '9003': { send: 'failed', end: 'failed', reason: '登录已失效，需开票员扫脸' },
  /** The answer is lost on the way; asked later, the platform says it issued. */
  '9004': { send: 'unknown', end: 'issued' },
  /** The platform takes its time. */
  '9005': { send: 'processing', end: 'issued' },
  /** The answer is lost; asked later, the platform says it refused. */
  '9006': { send: 'unknown', end: 'failed', reason: '购方名称与税号不符' },
  /** Neither the invoice nor later questions about it get an answer. */
  '9007': { send: 'unknown', end: 'issued', silent: true },
} as const satisfies Readonly<Record<string, Fate>>

const issuedAtOnce: Fate = { send: 'issued', end: 'issued' }
const fateOf = (taxNo: string): Fate =>
  Object.entries(invoiceFates).find(([tail]) => taxNo.endsWith(tail))?.[1] ?? issuedAtOnce

/** The time the slow platform takes, ms. */
const slowMs = 5000

interface Kept extends pg.QueryResultRow {
  tax_no: string
  gross_fen: number
  tax_fen: number
  result: string
  reason: string | null
  invoice_no: string
  issued_at: number
  ready_at: number | null
}

const ended = (row: Kept): InvoiceAnswer =>
  row.result === 'issued'
    ? {
        state: 'issued',
        invoiceNo: row.invoice_no,
        issuedAt: row.issued_at,
        grossFen: row.gross_fen,
        taxFen: row.tax_fen,
      }
    : { state: 'failed', reason: row.reason ?? '税务平台拒绝' }

/** The gateway of demos. Invoices are kept in the database, so that a restart forgets none. */
export function openInvoiceSimulator(pool: pg.Pool): InvoiceGateway {
  return {
    isSimulated: true,
    issue: async ({ serialNo, buyer, grossFen, taxFen }) => {
      const fate = fateOf(buyer.taxNo)
      const now = Date.now()
      const [row] = await askBook<Kept>(
        pool,
        `insert into sim_invoices (serial_no, tax_no, gross_fen, tax_fen, result, reason, invoice_no, issued_at, ready_at, created_at)
          values ($1, $2, $3, $4, $5, $6, $7 || lpad((abs(hashtextextended($1, 0)) % 1000000000000000000)::text, 18, '0'), $8, $9, $10)
          on conflict (serial_no) do update set received = sim_invoices.received + 1 returning *`,
        [
          serialNo,
          buyer.taxNo,
          grossFen,
          taxFen,
          fate.end,
          fate.reason ?? null,
          dayKey(now).slice(0, 2),
          startOfDay(now),
          fate.send === 'processing' ? now + slowMs : null,
          now,
        ],
      )
      if (row === undefined || fate.send === 'unknown') return { state: 'unknown' }
      return fate.send === 'processing' ? { state: 'processing' } : ended(row)
    },
    query: async serialNo => {
      const [row] = await askBook<Kept>(
        pool,
        'update sim_invoices set asked = asked + 1 where serial_no = $1 returning *',
        [serialNo],
      )
      if (row === undefined) return { state: 'notFound' }
      if (fateOf(row.tax_no).silent) return { state: 'unknown' }
      return row.ready_at !== null && row.ready_at > Date.now() ? { state: 'processing' } : ended(row)
    },
  }
}
