// The call of the search panel, bound to what it does.
import * as calls from '@yunshu/contract/session/session'
import { on, type Route } from '../../http/serve.ts'
import { searchFor } from './search.queries.ts'

export const searchRoutes: Route[] = [on(calls.searchRecords, searchFor)]
