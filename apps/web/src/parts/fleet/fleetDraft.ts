// The draft of a dialog about a vehicle, driver or payee: three kinds with the same dialogs.
import { actUrl } from '@yunshu/contract/actLink'
import type { FleetRecord } from '@yunshu/contract/fleet/fleet'

/** An act on a record; `certificate` where it is about one paper alone. */
export interface FleetAct {
  readonly record: Pick<FleetRecord, 'id' | 'version'>
  readonly act: string
  readonly certificate?: string
  /** Address of the record's page, where the act has an address. */
  readonly page?: string
}

/** Names the draft: ids tell the three kinds apart, whichever call is sent. */
export const typedInto = ({ record: { id, version }, act, certificate, page }: FleetAct) =>
  ({
    call: { path: 'fleet/act' },
    fixed: { id, version, act, ...(certificate === undefined ? {} : { certificate }) },
    ...(page === undefined ? {} : { url: actUrl(page, act) }),
  }) as const
