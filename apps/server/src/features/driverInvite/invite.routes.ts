// The calls of drivers who register themselves, bound to what they do.
import * as calls from '@yunshu/contract/fleet/driverInvite'
import { publicReads } from '@yunshu/domain/share'
import { on, onAfter, onOpen, type Route } from '../../http/serve.ts'
import { limitedBy, readLimit } from '../../http/readLimit.ts'
import { storeUploads } from '../file/file.commands.ts'
import { makeInvite, openInvite, revokeInvite, sendCode, startInvite } from './invite.commands.ts'
import { findInvites } from './invite.queries.ts'
import { saveDraft, submitInvite } from './register.commands.ts'

const limited = limitedBy(readLimit(publicReads))

export const driverInviteRoutes: Route[] = [
  on(calls.makeDriverInvite, makeInvite),
  on(calls.listDriverInvites, findInvites),
  on(calls.revokeDriverInvite, revokeInvite),
  onOpen(calls.openDriverInvite, limited(openInvite)),
  onOpen(calls.sendDriverCode, limited(sendCode)),
  onOpen(calls.startDriverInvite, limited(startInvite)),
  on(calls.saveDriverDraft, saveDraft),
  onAfter(calls.submitDriverInvite, storeUploads, submitInvite),
]
