// The demo with a store: every verified record has all its papers to look at, and they cost a handful of files.
import { missingOfPayee, payeeKinds } from '@yunshu/domain/fleet/payee'
import { missingPapers } from '@yunshu/domain/company/papers'
import type { ScratchDatabase } from '@yunshu/postgres/scratch'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type pg from 'pg'
import { keyOf } from '../src/db/keyOf.ts'
import { openPool } from '../src/db/pool.ts'
import { inTransaction, q, systemReach } from '../src/db/tx.ts'
import { missingOf as missingOfDriver } from '../src/features/driver/facts.ts'
import { missingOf as missingOfVehicle } from '../src/features/vehicle/facts.ts'
import { seedDocuments } from './documents.ts'
import { seededAt, seededDatabase } from '../../../tests/server/seededDemo.ts'

const kept = new Map<string, Buffer>()
const store = {
  put: async (key: string, bytes: Buffer) => {
    kept.set(key, bytes)
  },
}
let database: ScratchDatabase
let pool: pg.Pool
beforeAll(async () => {
  database = await seededDatabase()
  pool = openPool({ url: database.appUrl, max: 1, log: () => {} })
  await inTransaction(pool, systemReach, tx => seedDocuments(tx, store, seededAt))
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

test('vehicles, drivers, payees and companies that are verified lack no paper, and every picture is there', async () => {
  await inTransaction(pool, systemReach, async tx => {
    const files = await tx.rows(q.selectFrom('files').selectAll())
    const of = Map.groupBy(files, ({ owner_id: owner }) => owner)
    const documents = (id: string): string[] => (of.get(id) ?? []).map(({ category }) => category)
    const lacking = (missing: Record<string, string>): string[] =>
      Object.values(missing).filter(text => !text.endsWith('过期'))
    const approved = {
      vehicles: await tx.rows(q.selectFrom('vehicles').selectAll().where('paper', '=', 'approved')),
      drivers: await tx.rows(q.selectFrom('drivers').selectAll().where('paper', '=', 'approved')),
      payees: await tx.rows(q.selectFrom('payees').selectAll().where('paper', '=', 'approved')),
    }
    expect([approved.vehicles.length > 100, approved.drivers.length > 100, approved.payees.length > 80]).toEqual([
      true,
      true,
      true,
    ])
    for (const row of approved.vehicles)
      expect([row.plate, lacking(missingOfVehicle(row, documents(row.id), seededAt))]).toEqual([row.plate, []])
    for (const row of approved.drivers)
      expect([row.name, lacking(missingOfDriver(row, documents(row.id), seededAt))]).toEqual([row.name, []])
    for (const row of approved.payees)
      expect([
        row.name,
        missingOfPayee({
          kind: keyOf(payeeKinds, row.kind),
          isOwn: row.driver_id !== null,
          documents: documents(row.id),
        }),
      ]).toEqual([row.name, {}])
    const companies = await tx.rows(
      q
        .selectFrom('companies as c')
        .innerJoin('company_profiles as p', 'p.company_id', 'c.id')
        .select(['c.id', 'c.name', 'c.role_flags', 'p.legal_person', 'p.legal_id_no', 'p.permit_no', 'p.permit_expiry'])
        .where('c.role_flags', 'in', [2, 4]),
    )
    expect(companies).toHaveLength(14)
    for (const it of companies)
      expect([
        it.name,
        missingPapers(
          {
            bits: it.role_flags,
            legalPerson: it.legal_person,
            legalIdNo: it.legal_id_no,
            permitNo: it.permit_no,
            permitExpiry: it.permit_expiry,
            documents: documents(it.id),
          },
          seededAt,
        ),
      ]).toEqual([it.name, {}])
    for (const { storage_key: key, size } of files) expect([key, kept.get(key)?.length]).toEqual([key, size])
    expect(kept.size).toBeLessThan(20)
  })
})
