// Receivers of a happening: people by id, by company and permit, by branch, the platform's, or everybody.
import type { Permit } from '@yunshu/domain/permits/permits'

/**
 * People by id; or people of a company with a permit, of whom `by` leaves those whose data scope shows them the records
 * of person `by` and `without` leaves out one, and `users` beside them without any permit, each once; or everybody, of all companies or of those
 * with a business bit; or people of a branch or of the platform, with `permit` and with `also`, but for person `without`. A fact about the whole company, branch or platform says
 * `isWhole`: those who see less of it get its topics alone, and read their own part.
 */
export type Receivers =
  | { users: readonly string[] }
  | { company: string; permit?: Permit; users?: readonly string[]; by?: string; without?: string; isWhole?: true }
  | { everybody: true; side?: number }
  | { branch: string; permit?: Permit; also?: Permit; without?: string; isWhole?: true }
  | { platform: true; permit?: Permit; also?: Permit; without?: string; isWhole?: true }

/** People of the platform with a permit, and with `also`, and those of the branch whose affair it is, where it is one's. */
export function houseWith(branch: string | null, permit: Permit, also?: Permit): Receivers[] {
  const who = { permit, ...(also === undefined ? {} : { also }) }
  return [{ platform: true, ...who }, ...(branch === null ? [] : [{ branch, ...who }])]
}

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
