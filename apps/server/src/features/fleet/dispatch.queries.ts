// Rows of vehicles and drivers as the rules of dispatch see them.
import { isCode } from '@yunshu/domain/codes'
import type { DispatchDriver, DispatchVehicle, Standing } from '@yunshu/domain/fleet/dispatch'
import type { Drivers, Vehicles } from '../../db/tables.gen.ts'
import { keyOf } from '../../db/keyOf.ts'
import type { Selectable } from 'kysely'
import { grams } from '@yunshu/domain/figures/weight'
import { paperStates } from '@yunshu/domain/fleet/paper'
import { vehicleTypes } from '@yunshu/domain/fleet/vehicleTypes'

const standing = (row: {
  blacklisted_at: number | null
  blacklist_reason: string | null
  retired_at: number | null
}): Standing => ({
  blacklistReason: row.blacklisted_at === null ? undefined : (row.blacklist_reason ?? ''),
  isRetired: row.retired_at !== null,
})

/** A vehicle's row as the rules of dispatch see it. */
export const asDispatchVehicle = (row: Selectable<Vehicles>): DispatchVehicle => ({
  plate: row.plate,
  typeCode: isCode(vehicleTypes, row.type_code) ? row.type_code : undefined,
  tonnage: grams(row.tonnage_g),
  paper: keyOf(paperStates.states, row.paper),
  licenceExpiry: row.licence_expiry,
  transportCertExpiry: row.transport_cert_expiry ?? undefined,
  annualCheckExpiry: row.annual_check_expiry ?? undefined,
  insuranceExpiry: row.insurance_expiry ?? undefined,
  standing: standing(row),
})

/** A driver's row as the rules of dispatch see it. */
export const asDispatchDriver = (row: Selectable<Drivers>): DispatchDriver & { licenceClass: string } => ({
  name: row.name,
  paper: keyOf(paperStates.states, row.paper),
  licenceExpiry: row.licence_expiry,
  qualificationExpiry: row.qualification_expiry ?? undefined,
  idCardExpiry: row.id_card_expiry ?? undefined,
  licenceClass: row.licence_class,
  standing: standing(row),
})
