// Notices of the seal partner: kept once, and only a reason to ask. Nothing in one is ever a fact.
import { Problem } from '@yunshu/domain/problems/problems'
import { v7 } from 'uuid'
import { q } from '../../db/tx.ts'
import { noticeSecret } from '../../partners/notice.ts'
import {
  checkSealNotice,
  readSealNotice,
  sealAppId,
  signSealNotice,
  type SealHeaders,
} from '../../partners/sealNotice.ts'
import { takeSealNotices } from '../../partners/sealSimulator.ts'
import type { Deps } from '../../work/ctx.ts'
import { asSystem } from '../../work/system.ts'
import { askSeal, findAskedTask } from '../agreement/ask.commands.ts'
import { askCheck, findOpenCheck } from '../realName/ask.commands.ts'

const secretOf = (deps: Pick<Deps, 'fileSecret'>): string => noticeSecret(deps.fileSecret, 'seal')

/** The one field of the form, as it was signed; undefined where the form says anything else. */
function bizContentOf(body: Buffer): string | undefined {
  const fields = [...new URLSearchParams(body.toString('utf8'))]
  const [first] = fields
  return fields.length === 1 && first?.[0] === 'bizContent' ? first[1] : undefined
}

/**
 * Keeps a rightly signed notice and answers the work it gives, for after the answer; nothing for one that came before.
 * Throws `request.sign` where it is not the partner's own, and `row.none` where none is connected. A late one, as the
 * partner repeats notices for hours, gives the same work: our own question decides.
 */
export async function takeSealNotice(
  deps: Deps,
  headers: SealHeaders,
  body: Buffer,
  now: number,
): Promise<() => Promise<void>> {
  if (deps.seal === undefined) throw new Problem('row.none')
  const bizContent = bizContentOf(body)
  if (bizContent === undefined) throw new Problem('request.sign')
  const isFresh = checkSealNotice(secretOf(deps), headers, bizContent, now)
  const { taskNo, orderNo } = readSealNotice(bizContent)
  const kept = await asSystem(deps, ctx =>
    ctx.tx.run(
      q
        .insertInto('seal_notices')
        .values({
          id: v7(),
          event: headers.event,
          nonce: headers.nonce,
          subject: taskNo ?? orderNo ?? '',
          body: bizContent.replaceAll('\0', '·').slice(0, 8000),
          is_late: !isFresh,
          received_at: now,
        })
        .onConflict(c => c.doNothing()),
    ),
  )
  return async () => {
    if (kept === 0) return
    const agreement = taskNo && (await asSystem(deps, ctx => findAskedTask(ctx, taskNo)))
    if (agreement) await askSeal(deps, agreement)
    const check = orderNo && (await asSystem(deps, ctx => findOpenCheck(ctx, orderNo)))
    if (check) await askCheck(deps, check)
  }
}

/** Lets the simulated partner, where there is one, send the notices that are due, signed and read like any partner's. */
export async function runSimulatedSealNotices(deps: Deps): Promise<void> {
  if (!deps.seal?.isSimulated) return
  for (const { event, taskNo, orderNo } of await takeSealNotices(deps.pool)) {
    const bizContent = JSON.stringify(taskNo === undefined ? { verifyOrderNo: orderNo } : { signTaskId: taskNo })
    const said = {
      appId: sealAppId,
      signType: 'HMAC-SHA256',
      timestamp: String(Date.now()),
      nonce: v7().replaceAll('-', ''),
      event,
    }
    const sign = signSealNotice(secretOf(deps), said, bizContent)
    const work = await takeSealNotice(
      deps,
      { ...said, sign },
      Buffer.from(String(new URLSearchParams({ bizContent }))),
      Date.now(),
    )
    await work()
  }
}
