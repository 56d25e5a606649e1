// The talk with the seal partner about an agreement: handed over once it is committed, then asked about until it ends.
// States change here alone, by answers to our own questions that fit what was sent.
import { randomUUID } from 'node:crypto'
import {
  agreementStates,
  askedStates,
  type AgreementMove,
  type AgreementRole,
} from '@yunshu/domain/agreement/agreement'
import {
  faultOfAnswer,
  lacksSign,
  type SealAnswer,
  type SealFact,
  type SentAgreement,
} from '@yunshu/domain/agreement/heard'
import { HOUR_MS } from '@yunshu/domain/figures/time'
import { q } from '../../db/tx.ts'
import { readSealAnswer } from '../../partners/sealAnswer.ts'
import { isSignedFile, sealHeard, type SealDesk } from '../../partners/sealDesk.ts'
import type { Ctx, Deps } from '../../work/ctx.ts'
import { move } from '../../work/move.ts'
import { tellHappening } from '../../work/outbox.ts'
import { asSystem } from '../../work/system.ts'
import { workEachDue } from '../../jobs/eachDue.ts'
import { agreementOf, partiesOf, type Agreement, type Party } from './agreement.queries.ts'
import { agreementWords, endSigned, partiesTold, replaceSigned, waitForCarriage } from './signed.commands.ts'
import { keepSignedFile, storeSignedFile, type SignedFile } from './signedFile.commands.ts'

const firstWaitMs = 5000

/** An agreement the partner has or may have, under lock. */
async function lockAsked(ctx: Ctx, id: string): Promise<Agreement | undefined> {
  const row = await ctx.tx.first(
    q.selectFrom('agreements').selectAll().where('id', '=', id).where('state', 'in', askedStates).forUpdate(),
  )
  return row && agreementOf(row)
}

interface Question {
  readonly row: Agreement
  readonly sent: SentAgreement
}

/** Takes the turn to ask: asked again later and later, at the latest every hour. */
async function takeTurn(deps: Deps, id: string): Promise<Question | undefined> {
  return asSystem(deps, async ctx => {
    const row = await lockAsked(ctx, id)
    if (!row || row.task_no === null) return undefined
    const parties = await partiesOf(ctx.tx, id)
    await ctx.tx.run(
      q
        .updateTable('agreements')
        .set({
          asked_at: ctx.now,
          tries: row.tries + 1,
          next_at: ctx.now + Math.min(HOUR_MS, firstWaitMs * 2 ** Math.min(row.tries, 12)),
        })
        .where('id', '=', id),
    )
    return { row, sent: sentOf(row, row.task_no, parties) }
  })
}

const sentOf = (row: Agreement, taskNo: string, parties: readonly Party[]): SentAgreement => ({
  taskNo,
  sha256: row.sha256,
  parties: parties.map(({ role, name, credit_no: creditNo }) => ({ role, name, creditNo })),
  signed: signedOf(parties),
})
const signedOf = (parties: readonly Party[]): ReadonlySet<AgreementRole> =>
  new Set(parties.filter(({ signature }) => signature === 'signed').map(({ role }) => role))

/** Hands the agreement over, asks about it, or asks to take it back; several at once do no harm. */
export async function askSeal(deps: Deps, id: string): Promise<void> {
  const { seal } = deps
  if (!seal) return
  const question = await takeTurn(deps, id)
  if (!question) return
  const answer = (await sealHeard(() => talk(seal, question))) ?? { state: 'unknown' as const }
  const heard = await judged(deps, seal, question.sent, readSealAnswer(answer))
  try {
    await asSystem(deps, async ctx => {
      const row = await lockAsked(ctx, id)
      // an answer about an earlier task changes nothing
      if (row?.task_no !== question.sent.taskNo) return
      // nor does one that was given before the last signature we heard of
      if (heard.fact && lacksSign(signedOf(await partiesOf(ctx.tx, id)), heard.fact)) return
      await hear(ctx, row, heard)
    })
  } finally {
    await heard.file?.unlessKept()
  }
}

async function talk(seal: SealDesk, { row, sent }: Question): Promise<SealAnswer> {
  const task = {
    taskNo: sent.taskNo,
    title: row.title,
    text: row.body,
    sha256: row.sha256,
    parties: sent.parties,
    until: row.until_at ?? 0,
  }
  if (row.state === 'revoking') {
    const taken = await seal.cancel(sent.taskNo)
    if (taken.state !== 'notFound') return taken
    // it may be on its way yet, to be signed when it arrives: it is handed over first, and then taken back
    await seal.create(task)
    return seal.cancel(sent.taskNo)
  }
  if (row.heard_at === null) return seal.create(task)
  const answer = await seal.query(sent.taskNo)
  // a task that never arrived is handed over again: it is one task however often it comes
  return answer.state === 'notFound' ? seal.create(task) : answer
}

/** An answer held against what was sent; of a finished task with its file. */
interface Heard {
  readonly fault?: string
  /** An answer that fits nothing that was sent is told to the house. */
  readonly isLie?: true
  readonly fact?: SealFact
  readonly file?: SignedFile
}

async function judged(deps: Deps, seal: SealDesk, sent: SentAgreement, answer?: SealAnswer): Promise<Heard> {
  if (answer === undefined) return { fault: '签章平台的答复无法辨认', isLie: true }
  if (!('taskNo' in answer)) return { fault: answer.state === 'unknown' ? '签章平台没有应答' : '签章平台没有这份合同' }
  const fault = faultOfAnswer(sent, answer)
  if (fault !== undefined) return { fault, isLie: true }
  if (answer.state !== 'finished') return { fact: answer }
  const bytes = await sealHeard(() => seal.signedFile(sent.taskNo))
  if (bytes === undefined) return { fault: '签章平台还没有给出签署件' }
  if (!isSignedFile(bytes)) return { fault: '签章平台给出的签署件不是 PDF', isLie: true }
  return { fact: answer, file: await storeSignedFile(deps, bytes, randomUUID()) }
}

/** Writes what was heard. */
async function hear(ctx: Ctx, row: Agreement, { fact, fault, isLie, file }: Heard): Promise<void> {
  if (fact === undefined) {
    const why = fault ?? '签章平台没有应答'
    if (isLie && row.fault !== why)
      await tellHappening(
        ctx,
        'agreement.doubtful',
        { platform: true, permit: 'agreement.confirm' },
        { ...agreementWords(row), reason: why },
      )
    if (row.state === 'sending' || row.state === 'signing') return step(ctx, row, 'lose', why, { fault: why })
    await note(ctx, row, { fault: why })
    return
  }
  await noteSigns(ctx, row.id, fact)
  const heard = { heard_at: ctx.now, fault: null }
  const why = fact.reason ?? agreementStates.moves.refuse.label
  switch (fact.state) {
    case 'signing':
      if (row.state === 'signing' || row.state === 'revoking') return note(ctx, row, heard)
      await step(ctx, row, 'begin', undefined, { ...heard, tries: 0 })
      if (row.state === 'sending')
        for (const to of partiesTold(row)) await tellHappening(ctx, 'agreement.toSign', to, agreementWords(row))
      return
    case 'finished':
      if (file) await keepSignedFile(ctx, row, file)
      await replaceSigned(ctx, row)
      await step(ctx, row, 'finish', undefined, { ...heard, signed_at: ctx.now })
      return endSigned(ctx, row)
    case 'refused':
    case 'expired':
      await step(ctx, row, fact.state === 'refused' ? 'refuse' : 'expire', why, { ...heard, reason: why })
      // an agreement of a waybill accepted before the mark was there
      if (row.kind === 'CARRY' && row.waybill_id !== null) await waitForCarriage(ctx, row.waybill_id)
      for (const to of partiesTold(row))
        await tellHappening(ctx, 'agreement.ended', to, { ...agreementWords(row), reason: why })
      return
    case 'cancelled':
      return step(ctx, row, 'revoked', undefined, heard)
  }
}

async function step(
  ctx: Ctx,
  row: Agreement,
  name: AgreementMove,
  reason?: string,
  set: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  await move(ctx, agreementStates, row, name, { set, ...(reason === undefined ? {} : { reason }) })
}

const note = async (ctx: Ctx, row: Agreement, set: { heard_at?: number; fault: string | null }): Promise<void> => {
  await ctx.tx.run(q.updateTable('agreements').set(set).where('id', '=', row.id))
}

/** The signatures the partner tells of; a party that has signed stays signed. */
async function noteSigns(ctx: Ctx, id: string, fact: SealFact): Promise<void> {
  for (const { role, state, at } of fact.parties) {
    const signed = { signature: state, signed_at: state === 'signed' ? Math.min(at ?? ctx.now, ctx.now) : null }
    await ctx.tx.run(
      q
        .updateTable('agreement_parties')
        .set(signed)
        .where('agreement_id', '=', id)
        .where('role', '=', role)
        .where('signature', '<>', state),
    )
  }
}

/** Asks about every agreement whose turn it is; one that cannot be asked about holds up no other. */
export async function runSeals(deps: Deps, signal?: AbortSignal): Promise<void> {
  if (!deps.seal) return
  const due = await asSystem(deps, ({ tx, now }) =>
    tx.rows(
      q
        .selectFrom('agreements')
        .select('id')
        .where('state', 'in', askedStates)
        .where('next_at', '<=', now)
        .orderBy('next_at')
        .limit(50),
    ),
  )
  await workEachDue(due, 'agreements that cannot be asked about now', signal, ({ id }) => askSeal(deps, id))
}

/** The agreement of a task the partner has; undefined where it has ended, or never was. */
export async function findAskedTask(ctx: Ctx, taskNo: string): Promise<string | undefined> {
  const row = await ctx.tx.first(
    q.selectFrom('agreements').select('id').where('task_no', '=', taskNo).where('state', 'in', askedStates),
  )
  return row?.id
}
