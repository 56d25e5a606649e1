// The call of whole numbers, bound to what it does.
import { revealNumber } from '@yunshu/contract/secretNumber'
import { on, type Route } from '../../http/serve.ts'
import { tellNumber } from './secretNumber.commands.ts'

export const secretNumberRoutes: Route[] = [on(revealNumber, tellNumber)]
