// Routes of relations between shippers and carriers.
import * as calls from '@yunshu/contract/relation/relation'
import { on, type Route } from '../../http/serve.ts'
import { addLink, endLink, findLinks, lookAtLink, takeLink } from './link.commands.ts'
import {
  approveInvite,
  endRelationship,
  inviteCompany,
  inviteAgain,
  rejectInvite,
  resumeRelationship,
  withdrawInvite,
} from './relation.commands.ts'
import { countPartners, findChoice, findPartners, findRelation, findToInvite } from './relation.queries.ts'

export const relationRoutes: Route[] = [
  on(calls.listCarriers, (ctx, input) => findPartners(ctx, 'carrier', input)),
  on(calls.listShippers, (ctx, input) => findPartners(ctx, 'shipper', input)),
  on(calls.countCarriers, (ctx, input) => countPartners(ctx, 'carrier', input)),
  on(calls.countShippers, (ctx, input) => countPartners(ctx, 'shipper', input)),
  on(calls.getShipperSearch, (ctx, input) => findChoice(ctx, 'shipper', input)),
  on(calls.getCarrierSearch, (ctx, input) => findChoice(ctx, 'carrier', input)),
  on(calls.findCompanies, findToInvite),
  on(calls.getRelation, findRelation),
  on(calls.inviteCompany, inviteCompany),
  on(calls.repeatInvite, inviteAgain),
  on(calls.approveInvite, approveInvite),
  on(calls.rejectInvite, rejectInvite),
  on(calls.withdrawInvite, withdrawInvite),
  on(calls.endRelationship, endRelationship),
  on(calls.resumeRelationship, resumeRelationship),
  on(calls.listLinks, findLinks),
  on(calls.makeLink, addLink),
  on(calls.revokeLink, endLink),
  on(calls.previewLink, lookAtLink),
  on(calls.acceptLink, takeLink),
]
