// Work between the books and the bank: files to adopt, layings by hand, and payments that go out and come back in files.
import { actUrl } from '@yunshu/contract/actLink'
import { listUrl, screenUrl } from '@yunshu/contract/screens/screens'
import { DAY_MS } from '@yunshu/domain/figures/time'
import type { LayingTurn } from '@yunshu/domain/recon/reconLaying'
import type { TodayKind } from '@yunshu/domain/today/today'
import { sql } from 'kysely'
import { dayTextInSql } from '../../db/conditions.ts'
import { allOf, isAnothers } from '../../work/scope.ts'
import { withoutFile } from '../payFile/payFile.queries.ts'
import { ownPayRows } from '../payFile/payRows.queries.ts'
import { layingsWaiting, ownRecon } from '../recon/reconRows.queries.ts'
import { pileByBranch } from './pile.ts'
import type { FoundWork, TodaySource } from './work.ts'

const branchOf = sql<string>`(select o.name from companies o where o.id = f.branch_id)`

/** Differences that wait to be ended, or opened again, by the layings they stand in. */
const layings = (turn: LayingTurn): TodaySource => ({
  find: ({ actor }) =>
    pileByBranch({
      from: sql`from recon_items i join recon_layings g on g.id = i.laying_id where ${allOf([
        ownRecon(actor, 'g'),
        layingsWaiting(actor, turn, 'g'),
      ])}`,
      alias: 'i',
      since: sql<number>`g.updated_at`,
      unit: '笔差异',
    }),
  path: ({ link }) => listUrl('ReconList', { waits: turn, branchId: link }),
})

export const bankWork = {
  takeRecon: {
    find: ({
      actor,
    }) => sql<FoundWork>`select f.id, f.version, ${dayTextInSql(sql`f.day`, 'YYYY-MM-DD')} as no, f.lines || ' 笔' as beside, concat_ws('　', f.name, '读取 ' || f.maker_name) as about,
      ${branchOf} as whose, null::bigint as deadline, null::bigint as amount, f.updated_at as since,
      concat_ws(' ', f.branch_id, f.day) as link
      from recon_files f where ${allOf([
        ownRecon(actor, 'f'),
        sql<boolean>`f.state = 'read'`,
        isAnothers(actor, 'f.maker_id', 'f.maker_for'),
      ])}`,
    path: ({ id, link }) => {
      const [branchId = '', day = ''] = link.split(' ')
      return listUrl('ReconList', { branchId, from: day, to: String(Number(day) + DAY_MS), file: id })
    },
  },
  layRecon: layings('lay'),
  unlayRecon: layings('unlay'),
  fileless: {
    find: ({ actor }) =>
      pileByBranch({
        from: sql`from payments p where ${allOf([ownPayRows(actor, 'p'), withoutFile('p')])}`,
        alias: 'p',
        amount: sql<number>`p.amount_fen`,
        since: sql<number>`p.created_at`,
        unit: '笔',
      }),
    path: ({ link }) => listUrl('PayFileMake', { branchId: link }),
  },
  releaseFile: {
    find: ({ actor }) => sql<FoundWork>`select f.id, f.version, f.file_no as no, f.lines || ' 笔' as beside,
      concat_ws('　', f.name, '生成 ' || f.maker_name) as about, ${branchOf} as whose, null::bigint as deadline,
      f.amount_fen as amount, f.updated_at as since, f.file_no as link
      from pay_files f where ${allOf([
        ownPayRows(actor, 'f'),
        sql<boolean>`f.state = 'made'`,
        isAnothers(actor, 'f.maker_id', 'f.maker_for'),
      ])}`,
    path: ({ link }) => actUrl(listUrl('PayFileList', { text: link }), 'release'),
  },
  takeAnswer: {
    find: ({ actor }) => sql<FoundWork>`select f.id, f.version, o.file_no as no, f.good_n || ' 笔结果' as beside,
      concat_ws('　', f.name, '读取 ' || f.maker_name) as about, ${branchOf} as whose, null::bigint as deadline,
      null::bigint as amount, f.updated_at as since, f.file_id::text as link
      from pay_answers f join pay_files o on o.id = f.file_id where ${allOf([
        ownPayRows(actor, 'f'),
        // one that cannot be read is given up by its reader
        sql<boolean>`f.state = 'read' and f.fault is null and f.good_n > 0`,
        isAnothers(actor, 'f.maker_id', 'f.maker_for'),
      ])}`,
    path: ({ link }) => screenUrl('PayFileDetails', { id: link }),
  },
} satisfies Partial<Record<TodayKind, TodaySource>>
