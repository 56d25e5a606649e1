// The records histories are written of (events.entity), by the word a line of history stands under.

/**
 * What a line of history is of. Whoever sees the record sees the line: `sees_record` of the database has a case for
 * each, and shows nobody what it has none for.
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
  'vehicle',
  'driver',
  'payee',
  'payeeAuth',
  'export',
  'import',
] as const
export type Entity = (typeof entities)[number]
