// The calls of partners, bound to what they do.
import * as calls from '@yunshu/contract/partner/partner'
import { on, type Route } from '../../http/serve.ts'
import { findPartners, findPayChannels } from './partner.queries.ts'

export const partnerRoutes: Route[] = [on(calls.listPartners, findPartners), on(calls.listPayChannels, findPayChannels)]
