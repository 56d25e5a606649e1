// Routes about the companies a person works with.
import { listCarriers, listShippers } from '@yunshu/contract/company'
import { on, type Route } from '../../http/serve.ts'
import { findPartners } from './company.queries.ts'

export const companyRoutes: Route[] = [
  on(listCarriers, (ctx, input) => findPartners(ctx, 'carrier', input)),
  on(listShippers, (ctx, input) => findPartners(ctx, 'shipper', input)),
]
