// Versions of posting rules of the demo, in every state: the one in use leaves all revenue with the freight.
import { DAY_MS, HOUR_MS, startOfDay } from '@yunshu/domain/figures/time'
import { postingVersionStates, type PostingVersionState, type RuleCode } from '@yunshu/domain/voucher/postingRules'
import { takeNumber } from '../src/db/numbers.ts'
import { q, type Tx } from '../src/db/tx.ts'
import { idMaker } from './ids.ts'
import { demoCompanyId, demoUserId } from './people.ts'

interface Plan {
  readonly state: PostingVersionState
  /** Days from today. */
  readonly from: number
  readonly codes: readonly RuleCode[]
  readonly note: string
  readonly branch?: string
}
const plans: readonly Plan[] = [
  { state: 'active', from: -180, codes: [], note: '启用：货主费用全部为价外费用，计入运输收入' },
  { state: 'refused', from: 20, codes: ['LOAD'], note: '装卸费单列', branch: 'branch2' },
  { state: 'withdrawn', from: 30, codes: ['SERVICE', 'INFO'], note: '服务费、信息费单列' },
  { state: 'asked', from: 35, codes: ['SERVICE', 'DISPATCH', 'INFO'], note: '下月起服务费、调度费、信息费单列' },
]
const refused = '装卸为运输的一部分，不单列'

/** Writes them with their histories; answers their number. */
export async function seedPostingVersions(tx: Tx, now: number): Promise<number> {
  const person = (account: string) =>
    tx.one(q.selectFrom('users').select(['id', 'name']).where('id', '=', demoUserId(account)))
  const [maker, checker] = [await person('platform-finance'), await person('admin')]
  const ids = { version: idMaker(153), event: idMaker(154) }
  for (const { state, from, codes, note, branch } of plans) {
    const at = Math.min(now - HOUR_MS, startOfDay(now) + (from - 5) * DAY_MS)
    const id = ids.version(at)
    const versionNo = await takeNumber(tx, 'GZ', 'posting_version_number', at)
    const isJudged = state === 'active' || state === 'refused'
    await tx.run(
      q.insertInto('posting_versions').values({
        id,
        version_no: versionNo,
        state,
        branch_id: branch === undefined ? null : demoCompanyId(branch),
        valid_from: startOfDay(now) + from * DAY_MS,
        service_codes: [...codes],
        note,
        maker_id: maker.id,
        maker_name: maker.name,
        checker_name: isJudged ? checker.name : null,
        checked_at: isJudged ? at + HOUR_MS / 2 : null,
        reason: state === 'refused' ? refused : null,
        version: state === 'asked' ? 1 : 2,
        created_at: at,
        updated_at: at,
      }),
    )
    const done = { active: '复核通过', refused: '退回', withdrawn: '撤回', asked: undefined }[state]
    for (const [turn, action] of ['新建版本', ...(done === undefined ? [] : [done])].entries()) {
      const by = turn === 1 && isJudged ? checker : maker
      await tx.run(
        q.insertInto('events').values({
          id: ids.event(at + (turn * HOUR_MS) / 2),
          entity: 'postingVersion',
          entity_id: id,
          action,
          user_id: by.id,
          user_name: by.name,
          remark: turn === 0 ? note : state === 'refused' ? refused : null,
          from_state: turn === 0 ? null : postingVersionStates.start,
          to_state: turn === 0 ? postingVersionStates.start : state,
          at: at + (turn * HOUR_MS) / 2,
        }),
      )
    }
  }
  return plans.length
}
