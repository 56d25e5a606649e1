// Sums about input invoices that hold at every moment, each a query that finds the rows for which one does not.
import { withClient } from '@yunshu/postgres/withClient'
import {
  freightByHand,
  inputBound,
  inputDeducted,
  invoicedCost,
  invoicedSupply,
  suppliedByHand,
  suppliedCost,
  tollsByHand,
} from '../../apps/server/src/db/waybillCost.ts'
import { q } from '../../apps/server/src/db/tx.ts'
import { sql } from 'kysely'
import { reachAll } from './oldDatabase.ts'
import type { TestServer } from './testServer.ts'

const classes = {
  FREIGHT: { cost: invoicedCost('w'), byHand: freightByHand('w') },
  FUEL: { cost: invoicedSupply('w', 'FUEL'), byHand: suppliedByHand('w', 'FUEL') },
  TOLL: { cost: invoicedSupply('w', 'TOLL'), byHand: suppliedByHand('w', 'TOLL') },
} as const

const bookedOf = (account: string) => sql`(select coalesce(sum(l.debit_fen - l.credit_fen), 0) from journal_lines l
  join journal_entries e on e.id = l.entry_id where e.source_type = 'invoice' and e.source_id = n.id
  and l.account = ${account})`

const faults = sql<{ fault: string }>`
  select 'bound of invoice ' || i.invoice_no as fault from input_invoices i
    left join (select input_id, sum(bound_fen) as bound, sum(tax_fen) as tax, sum(coalesce(litres_cl, 0)) as litres
      from input_bindings where unbound_at is null group by 1) b on b.input_id = i.id
    where (i.bound_fen, i.used_tax_fen, i.used_litres_cl) <> (coalesce(b.bound, 0), coalesce(b.tax, 0), coalesce(b.litres, 0))
  union all select 'tax of binding ' || n.id from input_bindings n join input_invoices i on i.id = n.input_id
    where ${bookedOf('2221.01')} <> case when i.state = 'ticked' and n.unbound_at is null then n.tax_fen else 0 end
  union all select 'net of binding ' || n.id from input_bindings n join input_invoices i on i.id = n.input_id
    where n.class <> 'FREIGHT' and (${bookedOf('6401.02')} <> case when n.class = 'FUEL' and i.state = 'ticked'
        and n.unbound_at is null then n.bound_fen - n.tax_fen else 0 end
      or ${bookedOf('6401.02')} + ${bookedOf('6401.03')} + ${bookedOf('2221.01')} + ${bookedOf('6401.01')}
        + ${bookedOf('6401.05')} + ${bookedOf('6401.09')} <> 0)
  ${sql.join(
    (['FREIGHT', 'FUEL', 'TOLL'] as const).map(
      of => sql`union all select ${`more than the ${of} of `}::text || w.waybill_no from waybills w
        where ${inputBound('w', of)} > 0 and ${inputBound('w', of)} > ${classes[of].cost}
      union all select ${`by hand too the ${of} of `}::text || w.waybill_no from waybills w
        where ${inputDeducted('w', of)} > 0 and ${classes[of].byHand} > 0
          and ${inputDeducted('w', of)} + ${classes[of].byHand} > ${classes[of].cost}`,
    ),
    sql` `,
  )}
  union all select 'by hand too freight and tolls of ' || w.waybill_no from waybills w where w.input_base is not null
    and ${inputDeducted('w')} + ${inputDeducted('w', 'TOLL')} > 0
    and ${freightByHand('w')} + ${tollsByHand('w')} > 0
    and ${inputDeducted('w')} + ${inputDeducted('w', 'TOLL')} + ${freightByHand('w')} + ${tollsByHand('w')}
      > ${invoicedCost('w')} + ${suppliedCost('w', 'TOLL')}
  union all select 'deducted twice ' || w.waybill_no from waybills w where w.input_base is not null
    and ${inputBound('w')} + ${inputBound('w', 'FUEL')} + ${inputBound('w', 'TOLL')}
      > w.payable_fen - w.deducted_fen + w.penalty_fen + w.late_cut_fen`

/** The sums about input invoices that do not hold now; or after a fault, which is undone. */
export async function inputFaults(server: Pick<TestServer, 'ownerUrl'>, fault?: string): Promise<string[]> {
  return withClient(server.ownerUrl, async client => {
    await client.query('begin')
    await reachAll(client)
    if (fault !== undefined) await client.query(fault)
    const { sql: text, parameters } = faults.compile(q)
    const { rows } = await client.query<{ fault: string }>(text, [...parameters])
    await client.query('rollback')
    return rows.map(row => row.fault)
  })
}
