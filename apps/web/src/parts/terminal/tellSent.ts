// The words for an order to a terminal that was taken.
import type { Output } from '@yunshu/contract/call'
import type { sendTerminalCommand } from '@yunshu/contract/terminal/command'
import { formatDateTime } from '@yunshu/domain/figures/time'
import { toast } from '../../lib/toast.ts'

/** Says that an order is on its way, or waits for a terminal that is off. */
export function tellSent({ isOnline, isAsked, expiresAt }: Output<typeof sendTerminalCommand>): void {
  if (isAsked) toast.warning('已提交：含可能使终端失联的参数，由另一人确认后下发')
  else if (isOnline) toast.success('已下发，等待终端应答')
  else toast.warning(`终端不在线：已排队，上线后自动下发，${formatDateTime(expiresAt).slice(5, 16)} 前有效`)
}
