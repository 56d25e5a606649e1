// A simulated seal partner (模拟签章): whoever opens its page chooses how a signing or a check ends; nothing is sealed.
import { randomBytes } from 'node:crypto'
import type { SealAnswer, SignedParty } from '@yunshu/domain/agreement/heard'
import type { RealNameAnswer, RealNameKind } from '@yunshu/domain/identity/realName'
import type pg from 'pg'
import { askBook } from './book.ts'
import { plainPdf } from './plainPdf.ts'
import type { SealDesk } from './sealDesk.ts'

/** Ends a person may choose on the page of the simulator. */
export const simulatedEnds = {
  sign: { label: '同意签署', of: 'task' },
  refuse: { label: '拒绝签署', of: 'task' },
  expire: { label: '逾期未签', of: 'task' },
  pass: { label: '认证通过', of: 'check' },
  fail: { label: '认证不通过', of: 'check' },
  silent: { label: '平台不再应答', of: 'both' },
} as const
export type SimulatedEnd = keyof typeof simulatedEnds

interface TaskRow extends pg.QueryResultRow {
  readonly task_no: string
  readonly title: string
  readonly sha256: string
  readonly parties: readonly SignedParty[]
  readonly result: 'signing' | 'finished' | 'refused' | 'expired' | 'cancelled' | 'silent'
  readonly reason: string | null
  readonly until_at: number
}
interface CheckRow extends pg.QueryResultRow {
  readonly order_no: string
  readonly kind: RealNameKind
  readonly name: string
  readonly no: string
  readonly result: 'pending' | 'passed' | 'failed' | 'silent'
  readonly reason: string | null
}

const taskAnswer = (row: TaskRow | undefined, now: number): SealAnswer => {
  if (row === undefined) return { state: 'notFound' }
  if (row.result === 'silent') return { state: 'unknown' }
  const isOver = row.result === 'signing' && row.until_at <= now
  return {
    state: isOver ? 'expired' : row.result,
    taskNo: row.task_no,
    sha256: row.sha256,
    parties: row.parties,
    ...(row.reason === null ? {} : { reason: row.reason }),
  }
}

const checkAnswer = (row: CheckRow | undefined): RealNameAnswer => {
  if (row === undefined) return { state: 'notFound' }
  if (row.result === 'silent') return { state: 'unknown' }
  const { order_no: orderNo, kind, name, no, result: state, reason } = row
  return { state, orderNo, kind, name, no, ...(reason === null ? {} : { reason }) }
}

/** The desk of demos. Its book is in the database, so that a restart forgets nothing. */
export function openSimulatedSeal(pool: pg.Pool): SealDesk {
  const ask = <R extends pg.QueryResultRow>(text: string, values: readonly unknown[]) => askBook<R>(pool, text, values)
  const ticketFor = async (of: {
    readonly tasks: readonly string[]
    readonly order?: string
    readonly role: string | null
    readonly back: string
  }): Promise<string> => {
    const ticket = randomBytes(16).toString('base64url')
    await ask(
      'insert into sim_seal_tickets (ticket, task_no, task_nos, order_no, role, back) values ($1, $2, $3, $4, $5, $6)',
      [ticket, of.tasks[0] ?? null, of.tasks.length > 1 ? of.tasks : null, of.order ?? null, of.role, of.back],
    )
    return `/partners/sim/seal/${ticket}`
  }
  return {
    isSimulated: true,
    create: async ({ taskNo, title, sha256, parties, until }) => {
      const waiting = parties.map(party => ({ ...party, state: 'waiting' }))
      const [row] = await ask<TaskRow>(
        `insert into sim_seal_tasks (task_no, title, sha256, parties, result, until_at) values ($1, $2, $3, $4, 'signing', $5)
        on conflict (task_no) do update set received = sim_seal_tasks.received + 1 returning *`,
        [taskNo, title, sha256, JSON.stringify(waiting), until],
      )
      return taskAnswer(row, Date.now())
    },
    query: async taskNo => {
      const [row] = await ask<TaskRow>('update sim_seal_tasks set asked = asked + 1 where task_no = $1 returning *', [
        taskNo,
      ])
      return taskAnswer(row, Date.now())
    },
    cancel: async taskNo => {
      const [row] = await ask<TaskRow>(
        "update sim_seal_tasks set result = case when result in ('signing', 'silent') then 'cancelled' else result end where task_no = $1 returning *",
        [taskNo],
      )
      return taskAnswer(row, Date.now())
    },
    signUrl: (tasks, role, back) => ticketFor({ tasks, role, back }),
    signedFile: async taskNo => {
      const [row] = await ask<TaskRow>('select * from sim_seal_tasks where task_no = $1', [taskNo])
      if (row?.result !== 'finished') throw new Error('this task is not finished')
      const signs = row.parties.map(({ name, creditNo }) => `${name}（${creditNo}）　已签署`)
      return plainPdf([
        '模拟签章，没有法律效力',
        '',
        row.title,
        `任务 ${taskNo}`,
        `正文哈希 ${row.sha256}`,
        '',
        ...signs,
      ])
    },
    verify: async ({ orderNo, kind, name, no }) => {
      const [row] = await ask<CheckRow>(
        `insert into sim_seal_checks (order_no, kind, name, no, result) values ($1, $2, $3, $4, 'pending')
        on conflict (order_no) do update set received = sim_seal_checks.received + 1 returning *`,
        [orderNo, kind, name, no],
      )
      return checkAnswer(row)
    },
    queryRealName: async orderNo => {
      const [row] = await ask<CheckRow>(
        'update sim_seal_checks set asked = asked + 1 where order_no = $1 returning *',
        [orderNo],
      )
      return checkAnswer(row)
    },
    realNameUrl: (order, back) => ticketFor({ tasks: [], order, role: null, back }),
  }
}

/** A page of the simulator: whose turn it is, what may be chosen, where the browser goes afterwards. */
export interface SimulatedPage {
  readonly title: string
  readonly who: string
  readonly ends: readonly SimulatedEnd[]
  readonly back: string
}
interface TicketRow extends pg.QueryResultRow {
  readonly back: string
  readonly role: string | null
  readonly task_no: string | null
  readonly order_no: string | null
  readonly title: string | null
  readonly parties: readonly SignedParty[] | null
  readonly name: string | null
  readonly is_open: boolean
}

/** The tasks behind a ticket in their order, or its one check; none for any other text. */
const findTicket = (pool: pg.Pool, ticket: string): Promise<TicketRow[]> =>
  askBook<TicketRow>(
    pool,
    `select t.back, t.role, n.task_no, t.order_no, s.title, s.parties, c.name, coalesce(s.result = 'signing', c.result = 'pending') as is_open
    from sim_seal_tickets t cross join lateral unnest(coalesce(t.task_nos, array[t.task_no])) with ordinality n (task_no, place)
    left join sim_seal_tasks s on s.task_no = n.task_no left join sim_seal_checks c on c.order_no = t.order_no where t.ticket = $1 order by n.place`,
    [ticket],
  )

const mineOf = (row: TicketRow): SignedParty | undefined => row.parties?.find(({ role }) => role === row.role)

/** True while the party of the ticket has this one to do. */
const isTurn = (row: TicketRow): boolean => row.is_open && (row.task_no === null || mineOf(row)?.state === 'waiting')

/** The page behind a ticket; undefined for any other text. */
export async function findSimulatedPage(pool: pg.Pool, ticket: string): Promise<SimulatedPage | undefined> {
  const rows = await findTicket(pool, ticket)
  const [first] = rows
  if (first === undefined) return undefined
  const ends = (Object.keys(simulatedEnds) as SimulatedEnd[]).filter(end => {
    const { of } = simulatedEnds[end]
    return of === 'both' || of === (first.task_no === null ? 'check' : 'task')
  })
  const title = first.title ?? '实名认证'
  return {
    title: rows.length > 1 ? `${title} 等 ${rows.length} 份` : title,
    who: mineOf(first)?.name ?? first.name ?? '',
    ends: rows.some(isTurn) ? ends : [],
    back: first.back,
  }
}

/** Ends a signing or a check as the person chose, once; answers where the browser goes. The notice of it is due. */
export async function endSimulated(pool: pg.Pool, ticket: string, end: SimulatedEnd): Promise<string | undefined> {
  const page = await findSimulatedPage(pool, ticket)
  const rows = await findTicket(pool, ticket)
  const [first] = rows
  if (page === undefined || first === undefined) return undefined
  if (!page.ends.includes(end)) return page.back
  if (first.order_no !== null) {
    const state = end === 'pass' ? 'passed' : end === 'fail' ? 'failed' : 'silent'
    await askBook(
      pool,
      "update sim_seal_checks set result = $2, reason = $3, notice_event = 'user-authorize' where order_no = $1 and result = 'pending'",
      [first.order_no, state, end === 'fail' ? '证件信息核验不一致' : null],
    )
    return page.back
  }
  for (const row of rows.filter(isTurn)) await endTask(pool, row, end)
  return page.back
}

async function endTask(pool: pg.Pool, row: TicketRow, end: SimulatedEnd): Promise<void> {
  const now = Date.now()
  const parties = (row.parties ?? []).map(party =>
    party.role !== row.role || end === 'silent' || end === 'expire'
      ? party
      : { ...party, state: end === 'sign' ? 'signed' : 'refused', at: now },
  )
  const isWhole = parties.every(({ state }) => state === 'signed')
  const state = { sign: isWhole ? 'finished' : 'signing', refuse: 'refused', expire: 'expired', silent: 'silent' }[
    end as 'sign'
  ]
  await askBook(
    pool,
    "update sim_seal_tasks set result = $2, parties = $3, reason = $4, notice_event = $5 where task_no = $1 and result = 'signing'",
    [
      row.task_no,
      state,
      JSON.stringify(parties),
      end === 'refuse' ? '签署人拒绝签署' : end === 'expire' ? '超过签署期限' : null,
      isWhole ? 'sign-task-finished' : 'sign-task-signed',
    ],
  )
}

/** A notice the simulator should send. */
export interface SimulatedNotice {
  readonly event: string
  readonly taskNo?: string
  readonly orderNo?: string
}
/** The notices that are due; each is given out once. */
export async function takeSealNotices(pool: pg.Pool): Promise<SimulatedNotice[]> {
  const tasks = await askBook<{ no: string; event: string }>(
    pool,
    `update sim_seal_tasks s set notice_event = null from (select task_no, notice_event from sim_seal_tasks where notice_event is not null limit 50 for update skip locked) due
    where s.task_no = due.task_no returning s.task_no as no, due.notice_event as event`,
    [],
  )
  const checks = await askBook<{ no: string; event: string }>(
    pool,
    `update sim_seal_checks s set notice_event = null from (select order_no, notice_event from sim_seal_checks where notice_event is not null limit 50 for update skip locked) due
    where s.order_no = due.order_no returning s.order_no as no, due.notice_event as event`,
    [],
  )
  return [
    ...tasks.map(({ no, event }) => ({ event, taskNo: no })),
    ...checks.map(({ no, event }) => ({ event, orderNo: no })),
  ]
}
