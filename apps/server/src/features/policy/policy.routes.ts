// The calls of company policies, bound to what they do.
import * as calls from '@yunshu/contract/policy'
import { on, type Route } from '../../http/serve.ts'
import { setPolicies } from './policy.commands.ts'
import { findPolicies } from './policy.queries.ts'

export const policyRoutes: Route[] = [on(calls.getPolicies, findPolicies), on(calls.setPolicies, setPolicies)]
