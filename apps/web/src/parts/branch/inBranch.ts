// Acts of one branch: a person of the platform who works for none chooses it first.
import type { Call } from '@yunshu/contract/call'
import { branchOnlyBlocked } from '../../lib/can.ts'
import { useSession } from '../../lib/session.ts'
import { toast } from '../../lib/toast.ts'

/** The press of an act that sends a call of one branch: before a branch is chosen it opens the choice. */
export const inBranch = (call: Pick<Call, 'branchOnly'>, act: () => void) => (): void => {
  if (!branchOnlyBlocked(call)) return act()
  toast.warning('先选择分公司，再办理')
  useSession.getState().showSelector('branch')
}
