// Steps of agreements that people take: sent, withdrawn, given up, on paper by one person and confirmed by another.
import type { Input, Output } from '@yunshu/contract/call'
import type * as calls from '@yunshu/contract/agreement/agreement'
import {
  agreementLimits,
  agreementStates,
  faultOfAgreementMove,
  type AgreementMove,
} from '@yunshu/domain/agreement/agreement'
import { DAY_MS, formatDate, startOfDay } from '@yunshu/domain/figures/time'
import { problemOf } from '@yunshu/domain/problems/problems'
import { v7 } from 'uuid'
import { nilId, q } from '../../db/tx.ts'
import { wrongField } from '../../http/fieldFault.ts'
import { writtenName, type Ctx } from '../../work/ctx.ts'
import { move } from '../../work/move.ts'
import { tellHappening, tellHouse } from '../../work/outbox.ts'
import { keepUploads, type StoredUploads } from '../file/file.commands.ts'
import { agreementOn, type Agreement } from './agreement.queries.ts'
import { askSeal } from './ask.commands.ts'
import { lockAgreement } from './draft.commands.ts'
import { agreementWords, endSigned, replaceSigned } from './signed.commands.ts'

/** One agreement under lock with the step asked for judged. */
async function lockFor(ctx: Ctx, id: string, name: AgreementMove): Promise<Agreement> {
  const row = await lockAgreement(ctx, id)
  const fault = faultOfAgreementMove(name, agreementOn(ctx, row))
  if (fault) throw problemOf(fault)
  return row
}

const answer = (ctx: Ctx, row: Agreement, version: number): { id: string; version: number } => {
  ctx.touched('agreement', row.id, { agreementNo: row.agreement_no })
  return { id: row.id, version: version + 1 }
}

function reasonOf(name: AgreementMove, reason: string | undefined): { reason?: string } {
  const why = reason?.trim() ?? ''
  if (!('ask' in agreementStates.moves[name])) return {}
  if (why === '') throw wrongField('reason', '不能为空')
  return { reason: why }
}

/** Sends, withdraws or gives up. A sent one is a new task at the partner, whom we ask from the commit on. */
export async function stepAgreement(
  ctx: Ctx,
  { id, version, move: name, reason }: Input<typeof calls.moveAgreement>,
): Promise<Output<typeof calls.moveAgreement>> {
  const row = await lockFor(ctx, id, name)
  const why = reasonOf(name, reason)
  const isSent = name === 'send' || name === 'resend'
  const task = {
    method: 'SEAL',
    task_no: `HT${v7().replaceAll('-', '')}`,
    until_at: ctx.now + agreementLimits.signMs,
    heard_at: null,
    asked_at: null,
    next_at: ctx.now,
    tries: 0,
    fault: null,
    reason: null,
  }
  const set = isSent ? task : { ...(why.reason === undefined ? {} : why), next_at: ctx.now, tries: 0 }
  await move(ctx, agreementStates, row, name, { version, set, ...why })
  if (isSent)
    await ctx.tx.run(
      q.updateTable('agreement_parties').set({ signature: 'waiting', signed_at: null }).where('agreement_id', '=', id),
    )
  if (name !== 'drop') ctx.afterCommit(() => askSeal(ctx.deps, id))
  return answer(ctx, row, version)
}

/** Files the scan of a paper both sides signed; it counts when another person has confirmed it. */
export async function filePaper(
  ctx: Ctx,
  { id, version, signedOn }: Input<typeof calls.fileAgreementPaper>,
  stored: StoredUploads,
): Promise<Output<typeof calls.fileAgreementPaper>> {
  if (signedOn >= startOfDay(ctx.now) + DAY_MS) throw wrongField('signedOn', '不能晚于今天')
  const row = await lockFor(ctx, id, 'filePaper')
  await move(ctx, agreementStates, row, 'filePaper', {
    version,
    set: {
      method: 'PAPER',
      filer_id: ctx.actor.userId,
      filer_for: ctx.actor.actingFor?.userId ?? null,
      filer_name: writtenName(ctx.actor),
      signed_at: startOfDay(signedOn),
      reason: null,
    },
    diff: [{ field: '签署日期', old: '--', new: formatDate(signedOn) }],
  })
  await keepUploads(ctx, stored, {
    entity: 'agreement',
    id,
    category: 'AGREEMENT_PAPER',
    shipperId: row.shipper_id ?? nilId,
    carrierId: row.carrier_id ?? nilId,
    branchId: row.branch_id ?? nilId,
  })
  const said = { ...agreementWords(row), maker: writtenName(ctx.actor) }
  await tellHouse(ctx, 'agreement.paper', { branch: row.branch_id, permit: 'agreement.confirm' }, said)
  return answer(ctx, row, version)
}

/** The second person's verdict on a scan. */
export async function judgePaper(
  ctx: Ctx,
  { id, version, move: name, reason }: Input<typeof calls.confirmAgreementPaper>,
): Promise<Output<typeof calls.confirmAgreementPaper>> {
  const row = await lockFor(ctx, id, name)
  const why = reasonOf(name, reason)
  const checker = { confirmer_id: ctx.actor.userId, confirmer_name: ctx.actor.name }
  if (name === 'rejectPaper') {
    const set = { method: null, signed_at: null, filer_id: null, filer_for: null, filer_name: null, ...why }
    await move(ctx, agreementStates, row, name, { version, set, ...why })
    const filers = row.filer_id === null ? [] : [row.filer_id]
    await tellHappening(
      ctx,
      'agreement.paperWrong',
      { users: filers },
      { ...agreementWords(row), reason: why.reason ?? '' },
    )
    return answer(ctx, row, version)
  }
  // a refusal of the move itself comes before what it would replace
  if (row.version === version && row.state === 'paper') await replaceSigned(ctx, row)
  await move(ctx, agreementStates, row, name, { version, set: checker })
  await ctx.tx.run(
    q
      .updateTable('agreement_parties')
      .set({ signature: 'signed', signed_at: row.signed_at })
      .where('agreement_id', '=', id),
  )
  await endSigned(ctx, row)
  return answer(ctx, row, version)
}
