// The calls of company policies, bound to what they do.
import { getPolicies, setPolicies } from '@yunshu/contract/policy'
import { on, type Route } from '../../http/serve.ts'
import { decide } from './policy.commands.ts'
import { findPolicies } from './policy.queries.ts'

export const policyRoutes: Route[] = [on(getPolicies, findPolicies), on(setPolicies, decide)]
