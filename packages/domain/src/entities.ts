// The records histories are written of (events.entity), by the word a line of history stands under.

/**
 * Kinds of records that have a history. A person who sees the record sees its history: `sees_record` in the database
 * has a case for each kind, and hides those without a case.
 */
export const entities = [
  'company',
  'user',
  'role',
  'relation',
  'goods',
  'goodsChange',
  'goodsConsent',
  'fence',
  'task',
  'waybill',
  'receipt',
  'waybillSettle',
  'swap',
  'claim',
  'shipperClaim',
  'pound',
  'specialLine',
  'specialTicket',
  'settlement',
  'payment',
  'voucher',
  'fund',
  'remittance',
  'fuelCard',
  'fuelIssue',
  'debt',
  'credit',
  'refund',
  'invoiceApp',
  'invoice',
  'redConfirm',
  'inputInvoice',
  'agreement',
  'vehicle',
  'terminal',
  'driver',
  'payee',
  'payeeAuth',
  'export',
  'import',
] as const
export type Entity = (typeof entities)[number]
