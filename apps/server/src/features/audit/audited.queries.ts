// Numbers and names of the records audit rows are about, all of a page by one query.
import type { auditEntities } from '@yunshu/domain/audit'
import { sql } from 'kysely'
import { q, type Tx } from '../../db/tx.ts'

/** Table and column that hold the number, or else the name, people know a record by. */
const knownBy: Readonly<Partial<Record<keyof typeof auditEntities, readonly [table: string, column: string]>>> = {
  goods: ['goods', 'goods_no'],
  task: ['tasks', 'task_no'],
  waybill: ['waybills', 'waybill_no'],
  settlement: ['settlements', 'settlement_num'],
  payment: ['payments', 'task_no'],
  voucher: ['vouchers', 'voucher_no'],
  fund: ['fund_records', 'record_no'],
  remittance: ['remittances', 'remittance_no'],
  fuelIssue: ['fuel_issues', 'issue_no'],
  fuelShift: ['fuel_shifts', 'shift_no'],
  debt: ['debts', 'debt_no'],
  writeOff: ['write_offs', 'write_off_no'],
  refund: ['refunds', 'refund_no'],
  deposit: ['deposits', 'deposit_no'],
  depositBack: ['deposit_backs', 'back_no'],
  statement: ['shipper_statements', 'statement_no'],
  letter: ['balance_letters', 'letter_no'],
  payFile: ['pay_files', 'file_no'],
  reconFile: ['recon_files', 'name'],
  invoiceApp: ['invoice_apps', 'app_no'],
  invoice: ['invoices', 'invoice_no'],
  invoiceTitle: ['invoice_titles', 'name'],
  redConfirm: ['red_confirms', 'confirm_no'],
  inputInvoice: ['input_invoices', 'invoice_no'],
  agreement: ['agreements', 'agreement_no'],
  agreementTemplate: ['agreement_templates', 'name'],
  vehicle: ['vehicles', 'plate'],
  terminal: ['terminals', 'phone'],
  driver: ['drivers', 'name'],
  payee: ['payees', 'name'],
  company: ['companies', 'name'],
  user: ['users', 'name'],
  role: ['roles', 'name'],
  export: ['exports', 'title'],
}

const isKnown = (entity: string): entity is keyof typeof knownBy => Object.hasOwn(knownBy, entity)

/** The record of an audit row. */
interface Audited {
  readonly entity: string | null
  readonly entity_id: string | null
}

/** The number or name of each record by its id; of those that have none, or are no more, nothing. */
export async function findAuditedNames(tx: Tx, rows: readonly Audited[]): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<keyof typeof knownBy, Set<string>>()
  for (const { entity, entity_id: id } of rows) {
    if (entity === null || id === null || !isKnown(entity)) continue
    ids.set(entity, (ids.get(entity) ?? new Set()).add(id))
  }
  const parts = [...ids].flatMap(([entity, of]) => {
    const [table, column] = knownBy[entity] ?? []
    return table === undefined || column === undefined
      ? []
      : [sql`select id, ${sql.ref(column)}::text as name from ${sql.table(table)} where id = any(${[...of]}::uuid[])`]
  })
  if (parts.length === 0) return new Map()
  const found = await tx.rows<{ id: string; name: string | null }>(
    sql<{ id: string; name: string | null }>`${sql.join(parts, sql` union all `)}`.compile(q),
  )
  return new Map(found.flatMap(({ id, name }) => (name === null ? [] : [[id, name] as const])))
}
