// The calls of explanations bound to what serves them.
import { explainAmount, explainBooks } from '@yunshu/contract/explain'
import { on, type Route } from '../../http/serve.ts'
import { findBookExplanation } from './bookAmounts.queries.ts'
import { findExplanation } from './explain.queries.ts'

export const explainRoutes: Route[] = [on(explainAmount, findExplanation), on(explainBooks, findBookExplanation)]
