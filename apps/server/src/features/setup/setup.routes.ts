// The calls of the first set-up, bound to what they do.
import * as calls from '@yunshu/contract/setup'
import { onOpen, type Route } from '../../http/serve.ts'
import { completeSetup, openSetup } from './setup.commands.ts'

export const setupRoutes: Route[] = [onOpen(calls.openSetup, openSetup), onOpen(calls.completeSetup, completeSetup)]
