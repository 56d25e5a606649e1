// Routes of relations between shippers and carriers.
import {
  acceptLink,
  approveInvite,
  countCarriers,
  countShippers,
  endRelationship,
  findCompanies,
  getCarrierSearch,
  getRelation,
  getShipperSearch,
  inviteCompany,
  listCarriers,
  listLinks,
  listShippers,
  makeLink,
  previewLink,
  rejectInvite,
  repeatInvite,
  resumeRelationship,
  revokeLink,
  withdrawInvite,
} from '@yunshu/contract/relation'
import { on, type Route } from '../../http/serve.ts'
import { addLink, endLink, findLinks, lookAtLink, takeLink } from './link.commands.ts'
import { approve, end, invite, inviteAgain, refuse, resume, withdraw } from './relation.commands.ts'
import { countPartners, findChoice, findPartners, findRelation, findToInvite } from './relation.queries.ts'

export const relationRoutes: Route[] = [
  on(listCarriers, (ctx, input) => findPartners(ctx, 'carrier', input)),
  on(listShippers, (ctx, input) => findPartners(ctx, 'shipper', input)),
  on(countCarriers, (ctx, input) => countPartners(ctx, 'carrier', input)),
  on(countShippers, (ctx, input) => countPartners(ctx, 'shipper', input)),
  on(getShipperSearch, (ctx, input) => findChoice(ctx, 'shipper', input)),
  on(getCarrierSearch, (ctx, input) => findChoice(ctx, 'carrier', input)),
  on(findCompanies, findToInvite),
  on(getRelation, findRelation),
  on(inviteCompany, invite),
  on(repeatInvite, inviteAgain),
  on(approveInvite, approve),
  on(rejectInvite, refuse),
  on(withdrawInvite, withdraw),
  on(endRelationship, end),
  on(resumeRelationship, resume),
  on(listLinks, findLinks),
  on(makeLink, addLink),
  on(revokeLink, endLink),
  on(previewLink, lookAtLink),
  on(acceptLink, takeLink),
]
