// The driver's form as values: what it starts with, and what is sent of it.
import type { Input } from '@yunshu/contract/call'
import type { DriverDetails, updateDriver } from '@yunshu/contract/fleet/driver'

/** Initial values of the form of an existing driver: masked numbers are no values of it. */
export function driverInitial(it: DriverDetails): Partial<Input<typeof updateDriver>> {
  const {
    name,
    mobile,
    licenceClass,
    licenceExpiry,
    licenceIssuer,
    licenceFrom,
    qualificationExpiry,
    idCardExpiry,
    taxKind,
    taxNo,
    taxOffice,
  } = it
  return {
    name,
    mobile,
    licenceClass,
    licenceExpiry,
    licenceIssuer,
    licenceFrom,
    qualificationExpiry,
    idCardExpiry,
    taxKind,
    taxNo,
    taxOffice,
  }
}

/**
 * The input that is sent for an existing driver: numbers nobody touched are left out, so that they stay as they are, and
 * those that were emptied are named.
 */
export function driverChange(
  values: Input<typeof updateDriver>,
  row: Pick<DriverDetails, 'mobile'>,
): Input<typeof updateDriver> {
  const { idNo, mobile, taxNo, licenceNo, qualificationNo, ...rest } = values
  const emptied = (['licenceNo', 'qualificationNo'] as const).filter(name => values[name] === '')
  // a credit code typed before the driver was found to be no business is not sent
  return {
    ...rest,
    ...(taxNo === undefined || rest.taxKind !== 'BUSINESS' ? {} : { taxNo }),
    ...(mobile === undefined || mobile === row.mobile ? {} : { mobile }),
    ...(idNo ? { idNo } : {}),
    ...(licenceNo ? { licenceNo } : {}),
    ...(qualificationNo ? { qualificationNo } : {}),
    ...(emptied.length > 0 ? { emptied } : {}),
  }
}
