// A driver who has proven the phone registers: draft, then everything at once, done as the person who invited him.
import { randomBytes } from 'node:crypto'
import type { Input, Output } from '@yunshu/contract/call'
import type * as calls from '@yunshu/contract/fleet/driverInvite'
import { MINUTE_MS } from '@yunshu/domain/figures/time'
import {
  driverConsent,
  driverInviteLimits,
  driverInviteStates,
  invitePhotos,
  type InvitePhoto,
} from '@yunshu/domain/fleet/driverInvite'
import { paperStates } from '@yunshu/domain/fleet/paper'
import { Problem } from '@yunshu/domain/problems/problems'
import { publicCodeBytes } from '@yunshu/domain/share'
import { v7 } from 'uuid'
import { keyOf } from '../../db/keyOf.ts'
import { nilId, q } from '../../db/tx.ts'
import { refuseFields, wrongField } from '../../http/fieldFault.ts'
import type { Ctx } from '../../work/ctx.ts'
import { logEvent } from '../../work/history.ts'
import { move } from '../../work/move.ts'
import { changeDriver, driverKeeping, registerDriver } from '../driver/driver.commands.ts'
import { sealText } from '../../work/seal.ts'
import type { StoredUploads } from '../file/file.commands.ts'
import { changePayee, payeeKeeping, registerPayee } from '../payee/payee.commands.ts'
import { hashOf } from '../session/tokens.queries.ts'
import { askAccount } from './account.commands.ts'
import { consentHash } from './invite.commands.ts'

/** A way back from the channel is good for a quarter of an hour. */
const returnLifeMs = 15 * MINUTE_MS

/** The invitation the caller's ticket is of; refuses `invite.gone` when it is over by now. */
async function inviteOf(ctx: Ctx) {
  const row = await ctx.tx.first(
    q
      .selectFrom('driver_invites')
      .selectAll()
      .where('id', '=', ctx.actor.linkId ?? nilId)
      .where('ticket_until', '>', ctx.now)
      .forUpdate(),
  )
  if (!row) throw new Problem('invite.gone')
  return { ...row, state: keyOf(driverInviteStates.states, row.state) }
}

/** Keeps the draft sealed, and the ticket alive. */
export async function saveDraft(
  ctx: Ctx,
  { body }: Input<typeof calls.saveDriverDraft>,
): Promise<Output<typeof calls.saveDriverDraft>> {
  const { id } = await inviteOf(ctx)
  await ctx.tx.run(
    q
      .updateTable('driver_invites')
      .set({ draft: sealText(ctx.deps.factorSecret, id, body), ticket_until: ctx.now + driverInviteLimits.idleMs })
      .where('id', '=', id),
  )
  ctx.touched('driverInvite', id)
  return {}
}

type Submitted = Input<typeof calls.submitDriverInvite>

/** Registers driver and account, hands both in, and orders the account at the channel after the commit. */
export async function submitInvite(
  ctx: Ctx,
  said: Submitted,
  stored: StoredUploads,
): Promise<Output<typeof calls.submitDriverInvite>> {
  const invite = await inviteOf(ctx)
  if (said.consentVersion !== driverConsent.version || said.consentHash !== consentHash)
    throw wrongField('consentVersion', '协议已更新，请重新阅读并同意')
  if (said.categories.length !== ctx.files.length) throw wrongField('categories', '与照片数量不符')
  assertPhotos(said, invite.driver_id !== null)
  const driverId = await keepDriver(ctx, invite, said)
  await keepPhotos(ctx, { ids: { driverId }, stored, said, of: 'driver' })
  const payeeId = await keepPayee(ctx, invite, driverId, said)
  await keepPhotos(ctx, { ids: { payeeId }, stored, said, of: 'payee' })
  const driver = await standingOf(ctx, 'drivers', driverId)
  if (driver.isOpen) await driverKeeping.submit(ctx, { id: driverId, version: driver.version })
  const payee = await standingOf(ctx, 'payees', payeeId)
  if (payee.isOpen) await payeeKeeping.submit(ctx, { id: payeeId, version: payee.version })
  await logEvent(ctx, {
    entity: 'driver',
    entityId: driverId,
    action: '自助登记',
    diff: [
      { field: '来源', old: '--', new: '邀请链接' },
      { field: '同意协议', old: '--', new: `${driverConsent.version} ${consentHash.slice(0, 12)}` },
    ],
  })
  const submitted = await move(ctx, driverInviteStates, invite, 'submit', {
    set: {
      driver_id: driverId,
      payee_id: payeeId,
      consent_version: said.consentVersion,
      consent_hash: said.consentHash,
      consent_at: ctx.now,
      draft: null,
      ticket_hash: null,
      reason: null,
    },
  })
  const orderNo = `KH${v7().replaceAll('-', '')}`
  await move(ctx, driverInviteStates, submitted, 'order', {
    set: { order_no: orderNo, asked_at: null, next_at: ctx.now },
  })
  const returnCode = await makeReturn(ctx, invite.id)
  ctx.touched('driverInvite', invite.id)
  ctx.afterCommit(() => askAccount(ctx.deps, invite.id))
  return { state: 'channelPending', returnCode }
}

/** Photos that are missing, at their fields; one who was turned down by the channel has handed them in before. */
function assertPhotos({ categories, qualificationNo }: Submitted, isKnown: boolean): void {
  if (isKnown) return
  const wanted = (Object.keys(invitePhotos) as InvitePhoto[]).filter(
    kind => kind !== 'qualification' || qualificationNo !== undefined,
  )
  refuseFields(
    Object.fromEntries(
      wanted.filter(kind => !categories.includes(kind)).map(kind => [kind, `请拍摄${invitePhotos[kind]}`]),
    ),
  )
}

type Invite = Awaited<ReturnType<typeof inviteOf>>

/** The version of a record, and whether its papers have to be handed in: changed ones wait for their verdict already. */
async function standingOf(
  ctx: Ctx,
  table: 'drivers' | 'payees',
  id: string,
): Promise<{ version: number; isOpen: boolean }> {
  const { version, paper } = await ctx.tx.one(q.selectFrom(table).select(['version', 'paper']).where('id', '=', id))
  return { version, isOpen: paperStates.moves.submit.from.some(from => from === paper) && paper !== 'approved' }
}

async function keepDriver(ctx: Ctx, invite: Invite, said: Submitted): Promise<string> {
  const { name, idNo, idCardExpiry, licenceNo, licenceClass, licenceExpiry } = said
  const { qualificationNo, qualificationExpiry } = said
  const fields = {
    name,
    idNo,
    idCardExpiry,
    licenceNo,
    licenceClass,
    licenceExpiry,
    mobile: invite.mobile,
    ...(qualificationNo === undefined ? {} : { qualificationNo }),
    ...(qualificationExpiry === undefined ? {} : { qualificationExpiry }),
  }
  if (invite.driver_id === null) return (await registerDriver(ctx, fields)).id
  const { version } = await standingOf(ctx, 'drivers', invite.driver_id)
  return (await changeDriver(ctx, { id: invite.driver_id, version, ...fields })).id
}

async function keepPayee(ctx: Ctx, invite: Invite, driverId: string, said: Submitted): Promise<string> {
  const { name, bank, accountNo } = said
  if (invite.payee_id === null)
    return (await registerPayee(ctx, { kind: 'PERSON', driverId, name, bank, accountNo })).id
  const { version } = await standingOf(ctx, 'payees', invite.payee_id)
  return (await changePayee(ctx, { id: invite.payee_id, version, name, bank, accountNo })).id
}

interface Photos {
  readonly ids: { readonly driverId: string } | { readonly payeeId: string }
  readonly stored: StoredUploads
  readonly said: Pick<Submitted, 'categories'>
  readonly of: 'driver' | 'payee'
}

/** Keeps the photos of the driver's papers with the driver, and that of the card with the payee. */
async function keepPhotos(ctx: Ctx, { ids, stored, said, of }: Photos): Promise<void> {
  for (const category of new Set(said.categories)) {
    if ((category === 'card') !== (of === 'payee')) continue
    const own = {
      ...stored,
      files: stored.files.filter((_, n) => said.categories[n] === category),
    }
    if ('driverId' in ids && category !== 'card') await driverKeeping.upload(ctx, { id: ids.driverId, category }, own)
    if ('payeeId' in ids && category === 'card') await payeeKeeping.upload(ctx, { id: ids.payeeId, category }, own)
  }
}

/** A way back for the browser that goes to the channel. */
async function makeReturn(ctx: Ctx, inviteId: string): Promise<string> {
  const returnCode = randomBytes(publicCodeBytes).toString('base64url')
  await ctx.tx.elevated(() =>
    ctx.tx.run(
      q.insertInto('partner_returns').values({
        id: v7(),
        state_hash: hashOf(returnCode),
        invite_id: inviteId,
        binder_hash: null,
        until_at: ctx.now + returnLifeMs,
        created_at: ctx.now,
      }),
    ),
  )
  return returnCode
}
