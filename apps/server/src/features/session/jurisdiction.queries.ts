// Pages, menu entries and calls of an account: all derived from the tables of screens, permits and calls.
import type { ActingFor } from '@yunshu/contract/session/acting'
import type { Call } from '@yunshu/contract/call'
import { screenNames, screens, screenUrl, type ScreenName } from '@yunshu/contract/screens/screens'
import { menuGroups, type MenuGroup, type Screen } from '@yunshu/contract/screens/screen'
import type { AccessMenu, Jurisdiction } from '@yunshu/contract/session/session'
import { isCarrier, isShipper } from '@yunshu/domain/account/account'
import { permitKeys, isHouseSide } from '@yunshu/domain/permits/permits'
import type { Actor } from '../../work/ctx.ts'
import { may, mayCall } from '../../work/makeCtx.ts'

const groupNames = Object.keys(menuGroups) as MenuGroup[]

/** Sides whose screens an account is offered: a branch works on the platform's, a company that is both on both. */
function sidesOf(actor: Actor): NonNullable<Screen['sides']> {
  if (isHouseSide(actor.side)) return ['platform']
  return [
    ...(isShipper(actor.businessType) ? ['shipper' as const] : []),
    ...(isCarrier(actor.businessType) ? ['carrier' as const] : []),
  ]
}

/** Whether a screen is among the pages of an account. */
export function mayOpenScreen(actor: Actor, name: ScreenName): boolean {
  const screen: Screen = screens[name]
  const sides = sidesOf(actor)
  return (
    (screen.permit === 'session' || may(actor, screen.permit)) &&
    (screen.anyOf === undefined || screen.anyOf.some(permit => may(actor, permit))) &&
    (screen.sides === undefined || screen.sides.some(side => sides.includes(side)))
  )
}

/** Menus by group in table order; a group with one page is that page. */
function menusOf(names: readonly ScreenName[]): AccessMenu[] {
  return groupNames.flatMap((group): AccessMenu[] => {
    const pages = names
      .filter(name => screens[name].group === group)
      .map(name => ({ title: screens[name].title, path: screenUrl(name) }))
    const [first, second] = pages
    if (!first) return []
    return second ? [{ title: menuGroups[group], path: '', icon: group, children: pages }] : [{ ...first, icon: group }]
  })
}

/**
 * Branch-only calls are among them: the platform's people choose a branch without asking for their rights anew. Calls by
 * link are not: no session opens them.
 */
function interfacesOf(actor: Actor, calls: readonly Call[]): Jurisdiction['accessInterfaces'] {
  const paths = (method: Call['method']): string[] =>
    calls.filter(call => call.method === method && !call.byLink && mayCall(actor, call)).map(call => call.path)
  return { GET: paths('GET'), POST: paths('POST'), PUT: [], DELETE: [] }
}

/** User info as the portal keeps it (spec §3), fresh from the database; platform accounts have no company fields. */
function userInfoOf(actor: Actor, actingFor: ActingFor | undefined): string {
  const {
    type,
    name,
    account,
    companyId,
    companyName,
    branchId: branchCompanyId,
    branchName: branchCompanyName,
    businessType,
    wlhyType,
    isTf,
    passwordMust,
  } = actor
  return JSON.stringify({
    type,
    name,
    account,
    wlhyType,
    branchCompanyId,
    branchCompanyName,
    passwordMust,
    ...(companyId === undefined ? {} : { companyId, companyName, businessType, isTf }),
    actingFor,
  })
}

/** The jurisdiction of an account over the calls the server has mounted; `actingFor` is whom it works for. */
export function jurisdictionOf(actor: Actor, calls: readonly Call[], actingFor?: ActingFor): Jurisdiction {
  const names = screenNames.filter(name => mayOpenScreen(actor, name))
  return {
    accessRoutes: names.map(name => ({
      name,
      path: screens[name].path,
      title: screens[name].title,
      cache: screens[name].cache,
    })),
    accessMenus: menusOf(names),
    userPermissions: actor.isAdmin ? [...permitKeys] : [...actor.permits].sort(),
    userRoles: [...actor.roles],
    accessInterfaces: interfacesOf(actor, calls),
    isAdmin: actor.isAdmin,
    userInfo: userInfoOf(actor, actingFor),
  }
}
