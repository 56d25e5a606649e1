// The owner of an invoice for fuel or tolls: the branch that bought and handed them out.
import { isHouseSide } from '@yunshu/domain/permits/permits'
import { sql } from 'kysely'
import { isPlatforms } from '../../db/platform.ts'
import { q } from '../../db/tx.ts'
import { wrongField } from '../../http/fieldFault.ts'
import type { Ctx } from '../../work/ctx.ts'
import { findPayersWhere, ownerOf, type InputOwner, type Parties } from './inputOwner.commands.ts'

/** The companies of the house such an invoice can be made out to, branches first. */
export const findSupplyPayers = (ctx: Ctx) => findPayersWhere(ctx, isPlatforms('c'))

/**
 * The branch an invoice for fuel or tolls is of: its buyer, or the one that is told of one made out to the head. Its seller is
 * none of the carriers: they invoice freight, and what they used of ours is no supply of theirs. Carriers hand in none.
 */
export async function findSupplyOwner(ctx: Ctx, parties: Parties): Promise<InputOwner> {
  if (!isHouseSide(ctx.actor.side)) throw wrongField('class', '油费、通行费发票由平台登记')
  const inside = await ctx.tx.elevated(() =>
    ctx.tx.first(
      q
        .selectFrom('companies as c')
        .select(isPlatforms('c').as('isOurs'))
        .where('c.credit_code', '=', parties.sellerTaxNo)
        .where(sql<boolean>`(c.role_flags & 2 > 0 or ${isPlatforms('c')})`),
    ),
  )
  if (inside) throw wrongField('sellerTaxNo', inside.isOurs ? '销方是本公司' : '销方是承运商，承运商开具的是运费发票')
  const owner = ownerOf(ctx, parties, await findSupplyPayers(ctx))
  return { ...owner, carrier_id: null }
}
