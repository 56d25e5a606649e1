// Test support: an actor of each side of the market without a session, for statements asked of the planner.
import type { Actor, ActorSide } from '../../apps/server/src/work/ctx.ts'
import { demoCompanyId, demoUserId } from '../../apps/server/demo/people.ts'

/** Somebody of the demo companies who stands on this side. */
export function actorOfSide(side: ActorSide): Actor {
  const isCompany = side === 'shipper' || side === 'carrier'
  return {
    sessionId: '',
    userId: demoUserId(side),
    handle: '',
    account: side,
    name: side,
    type: isCompany ? 1 : 0,
    side,
    companyId: isCompany ? demoCompanyId(side) : undefined,
    companyName: undefined,
    branchId: side === 'branch' ? demoCompanyId('branch1') : undefined,
    branchName: undefined,
    businessType: side === 'shipper' ? 4 : side === 'carrier' ? 2 : 0,
    wlhyType: 1,
    isTf: false,
    isAdmin: false,
    isHead: false,
    dataScope: 'COMPANY',
    roles: [],
    permits: new Set(),
    actingFor: undefined,
    hasSecondFactor: false,
    passwordMust: undefined,
    moneyRestsUntil: undefined,
  }
}
