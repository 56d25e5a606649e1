// Whether the reader looks at vehicles of several carriers: only then a list says whose each is.
import { useSession } from '../../lib/session.ts'
import { isCarrierSide, isShipperSide } from '../../lib/side.ts'

export const useSeesFleets = (): boolean => useSession(({ info }) => !isCarrierSide(info) || isShipperSide(info))
