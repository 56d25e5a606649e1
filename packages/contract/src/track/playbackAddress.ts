// The address of a trail played again: whose, from when to when, and at which moment it begins.
import { screenUrl } from '../screens/screens.ts'

/** Address of the playback of a vehicle. */
export const playbackUrl = (
  vehicleId: string,
  { fromAt, toAt, at = fromAt }: { readonly fromAt: number; readonly toAt: number; readonly at?: number },
): string =>
  `${screenUrl('TrackPlayback', { vehicleId })}?${new URLSearchParams({ from: String(fromAt), to: String(toAt), at: String(at) }).toString()}`
