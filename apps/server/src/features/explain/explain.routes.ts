// The call of explanations bound to what serves it.
import { explainAmount } from '@yunshu/contract/explain'
import { on, type Route } from '../../http/serve.ts'
import { findExplanation } from './explain.queries.ts'

export const explainRoutes: Route[] = [on(explainAmount, findExplanation)]
