// Answering an invitation to work together (push code 28) from whatever page one is on.
import type { PushFrame } from '@yunshu/contract/message/message'
import { approveInvite, rejectInvite } from '@yunshu/contract/relation/relation'
import { screenUrl } from '@yunshu/contract/screens/screens'
import { staleAfter } from '@yunshu/contract/topics'
import { Refusal } from '../lib/errors.ts'
import { refreshStale } from '../lib/queryClient.ts'
import { send } from '../lib/send.ts'
import { useSession } from '../lib/session.ts'
import { toast } from '../lib/toast.ts'
import { visitUrl } from './navigation.ts'

const textAt = (data: object, name: string): string => {
  const value: unknown = Reflect.get(data, name)
  return typeof value === 'string' ? value : ''
}

/**
 * Sends agreement or refusal as the button was pressed (decision 196). An invitation that was answered already shows a
 * note.
 */
export async function answerInvitation(agrees: boolean, { data }: PushFrame): Promise<void> {
  const pair = { shipperId: textAt(data, 'shipperId'), carrierId: textAt(data, 'carrierId') }
  try {
    await (agrees ? send(approveInvite, pair, { quiet: true }) : send(rejectInvite, pair, { quiet: true }))
    toast.success(agrees ? '已同意，合作已建立' : '已拒绝')
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    // answered by a colleague, taken back or out of time: the list says which
    toast.error(error.message)
    visitUrl(
      screenUrl(useSession.getState().info?.companyId === pair.shipperId ? 'CarrierRelations' : 'ShipperRelations'),
    )
  } finally {
    void refreshStale(staleAfter('relation'))
  }
}
