// The call of prints bound to what serves it.
import { countPrints } from '@yunshu/contract/print'
import { on, type Route } from '../../http/serve.ts'
import { numberPrints } from './print.commands.ts'

export const printRoutes: Route[] = [on(countPrints, numberPrints)]
