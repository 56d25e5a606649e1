// The driver's form as values: what it starts with, and that masked numbers are never taken for real ones.
import type { Input } from '@yunshu/contract/call'
import type { DriverDetails, updateDriver } from '@yunshu/contract/fleet/driver'
import { unmasked } from '@yunshu/domain/identity/masking'

/** True for a number of which the person may see only a part. */
export const isMasked = (text: string | undefined): boolean => text !== undefined && text.includes('*')

/**
 * Initial values of the form of an existing driver: masked 身份证号 and mobile are left empty, masked numbers of papers are
 * kept as they are.
 */
export function driverInitial(it: DriverDetails): Partial<Input<typeof updateDriver>> {
  const {
    name,
    licenceClass,
    licenceExpiry,
    licenceNo,
    licenceIssuer,
    licenceFrom,
    qualificationNo,
    qualificationExpiry,
    idCardExpiry,
    taxKind,
    taxNo,
    taxOffice,
  } = it
  const [idNo, mobile] = [unmasked(it.idNo), unmasked(it.mobile)]
  return {
    name,
    licenceClass,
    licenceExpiry,
    licenceNo,
    licenceIssuer,
    licenceFrom,
    qualificationNo,
    qualificationExpiry,
    idCardExpiry,
    taxKind,
    taxNo,
    taxOffice,
    ...(idNo === undefined ? {} : { idNo }),
    ...(mobile === undefined ? {} : { mobile }),
  }
}

/**
 * The input that is sent for an existing driver: numbers the person did not touch are left out, so that they stay as
 * they are.
 */
export function driverChange(
  values: Input<typeof updateDriver>,
  row: Pick<DriverDetails, 'idNo' | 'mobile'>,
): Input<typeof updateDriver> {
  const { idNo, mobile, taxNo, ...rest } = values
  // a credit code typed before the driver was found to be no business is not sent
  return {
    ...rest,
    ...(taxNo === undefined || rest.taxKind !== 'BUSINESS' ? {} : { taxNo }),
    ...(idNo === undefined || idNo === row.idNo ? {} : { idNo }),
    ...(mobile === undefined || mobile === row.mobile ? {} : { mobile }),
  }
}
