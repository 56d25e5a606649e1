// Receivers of a happening: people by id, by company and permit, by branch, the platform's, or everybody.
import type { Permit } from '@yunshu/domain/permits'

/**
 * People by id; everybody of a company who has a permit, and `users` whatever they may do, each once, only those whose
 * data scope lets them see the records of `by`, who answers for it; or everybody there is, or of companies with a
 * business bit.
 */
export type Receivers =
  | { users: readonly string[] }
  | { company: string; permit?: Permit; users?: readonly string[]; by?: string }
  | { everybody: true; side?: number }
  | { branch: string; permit?: Permit }
  | { platform: true; permit?: Permit }

/**
 * People who take goods and answer tasks for a carrier; for goods taken by person `by`, only those who see that
 * person's work.
 */
export const takersOf = (company: string, by?: string): Receivers => ({
  company,
  permit: 'goods.take',
  ...(by === undefined ? {} : { by }),
})

/** People who publish for the shipper of these goods and see them. */
export const publishersOf = (goods: { shipper_id: string; created_by: string }): Receivers => ({
  company: goods.shipper_id,
  permit: 'goods.publish',
  by: goods.created_by,
})
