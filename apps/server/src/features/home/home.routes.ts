// The call of the home page's figures bound to what serves it.
import * as calls from '@yunshu/contract/home'
import { on, type Route } from '../../http/serve.ts'
import { findHomeDays } from './days.queries.ts'

export const homeRoutes: Route[] = [on(calls.getHomeDays, ctx => findHomeDays(ctx))]
