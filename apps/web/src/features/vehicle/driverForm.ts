// The driver's form as values: what it starts with, and that masked numbers are never taken for real ones.
import type { Input } from '@yunshu/contract/call'
import type { DriverRow, updateDriver } from '@yunshu/contract/vehicle'

/** True for a number of which the person may see only a part. */
export const isMasked = (text: string): boolean => text.includes('*')

/** What the form of an existing driver starts with: masked numbers are no values. */
export function driverInitial({ name, idNo, mobile, licenceClass, licenceExpiry, qualificationNo, qualificationExpiry }: DriverRow): Partial<Input<typeof updateDriver>> {
  return {
    name, licenceClass, licenceExpiry, qualificationNo, qualificationExpiry,
    ...(isMasked(idNo) ? {} : { idNo }), ...(isMasked(mobile) ? {} : { mobile }),
  }
}

/** What is sent of an existing driver: numbers that were left alone stay away, so that they stay as they are. */
export function driverChange(values: Input<typeof updateDriver>, row: Pick<DriverRow, 'idNo' | 'mobile'>): Input<typeof updateDriver> {
  const { idNo, mobile, ...rest } = values
  return { ...rest, ...(idNo === undefined || idNo === row.idNo ? {} : { idNo }), ...(mobile === undefined || mobile === row.mobile ? {} : { mobile }) }
}
