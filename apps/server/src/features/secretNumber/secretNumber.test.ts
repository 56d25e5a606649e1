// The eye over HTTP: who is told a whole number, of whose records, how often, and what the audit log keeps of it.
import { listAudit } from '@yunshu/contract/audit/audit'
import { addDriver } from '@yunshu/contract/fleet/driver'
import { addPayee } from '@yunshu/contract/fleet/payee'
import { getCompany } from '@yunshu/contract/company/company'
import { getPolicies, setPolicies } from '@yunshu/contract/policy'
import { revealNumber } from '@yunshu/contract/secretNumber'
import { decisionsOf } from '@yunshu/domain/company/company'
import { revealLimits } from '@yunshu/domain/identity/secretNumbers'
import { DAY_MS, HOUR_MS } from '@yunshu/domain/figures/time'
import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { q } from '../../db/tx.ts'
import { demoCard } from '../../../demo/invented.ts'
import { demoCompanyId, demoUserId } from '../../../demo/people.ts'
import { driver, idNoOf } from '../../../../../tests/server/fleetWorld.ts'
import { startFreightWorld, type FreightWorld } from '../../../../../tests/server/freightWorld.ts'
import { addColleague } from '../../../../../tests/server/colleagues.ts'

let world: FreightWorld
let driverId = ''
beforeAll(async () => {
  world = await startFreightWorld()
  driverId = (await world.as('carrier').send(addDriver, driver(801, { name: '卫看' }))).id
})
afterAll(() => world.stop())

const idNo = { kind: 'driver', field: 'idNo' } as const
const looks = () =>
  world.server.db(tx =>
    tx.rows(
      q
        .selectFrom('audit_log')
        .select(['user_id', 'title', 'entity', 'entity_id', 'diff'])
        .where('action', '=', revealNumber.path)
        .orderBy('id'),
    ),
  )

describe('a whole number', () => {
  it('is told to holders of pii.view who reach the record, one at a time, and each look is in the audit log', async () => {
    const told = await world.as('carrier').send(revealNumber, { ...idNo, id: driverId })
    expect(told).toEqual({ value: idNoOf(801) })
    expect((await world.as('admin').send(revealNumber, { ...idNo, id: driverId })).value).toBe(idNoOf(801))
    expect((await looks()).at(0)).toEqual({
      user_id: demoUserId('carrier'),
      title: '查看完整号码',
      entity: 'driver',
      entity_id: driverId,
      diff: [{ field: '查看号码', old: '--', new: '司机卫看的身份证号' }],
    })
    // the log says the owner and not the number: it is read by people without the right
    expect(JSON.stringify(await looks())).not.toContain(idNoOf(801))
    const { rows } = await world.as('carrier').send(listAudit, { entity: 'driver' })
    expect(rows[0]).toMatchObject({ title: '查看完整号码' })
  })

  it('is kept by no cache and by no memory of repeated calls', async () => {
    const ask = () => world.as('carrier').ask(revealNumber, { ...idNo, id: driverId }, { key: 'reveal-once' })
    expect((await ask()).envelope.code).toBe(0)
    expect((await ask()).envelope.data).not.toMatchObject({ value: idNoOf(801) })
    const answer = await fetch(`${world.server.url}${revealNumber.path}`, {
      method: 'POST',
      headers: { URLFlag: 'web' },
    })
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  it('is not told without the permit, and a record out of reach is not found', async () => {
    const before = (await looks()).length
    for (const account of ['carrier-finance', 'platform-ops', 'shipper-freight'] as const)
      expect([account, (await world.as(account).ask(revealNumber, { ...idNo, id: driverId })).http]).toEqual([
        account,
        403,
      ])
    for (const account of ['carrier2', 'shipper'] as const)
      expect([account, (await world.as(account).ask(revealNumber, { ...idNo, id: driverId })).http]).toEqual([
        account,
        404,
      ])
    expect((await world.as('carrier').ask(revealNumber, { ...idNo, id: v7() })).http).toBe(404)
    const wrong = await world.as('carrier').ask(revealNumber, { kind: 'driver', id: driverId, field: 'accountNo' })
    expect(wrong.envelope.data).toMatchObject({ fields: { field: '不是可查看的号码' } })
    expect((await looks()).length).toBe(before)
  })

  it('is that of a payee, of a company’s papers or of its account as well; others’ companies are not found', async () => {
    const accountNo = demoCard(8801)
    const { id } = await world
      .as('carrier')
      .send(addPayee, { kind: 'PERSON', driverId, name: '卫看', bank: '中国银行', accountNo })
    const told = async (kind: 'payee' | 'company' | 'companyAccount', of: string, field: string) =>
      (await world.as('carrier').send(revealNumber, { kind, id: of, field })).value
    expect(await told('payee', id, 'accountNo')).toBe(accountNo)
    const own = await world.as('carrier').send(getCompany, {})
    const kept = await world.server.db(tx =>
      tx.one(
        q
          .selectFrom('company_accounts as a')
          .innerJoin('company_profiles as p', 'p.company_id', 'a.company_id')
          .select(['a.account_no', 'p.legal_id_no'])
          .where('a.id', '=', own.accounts[0]?.id ?? ''),
      ),
    )
    expect(await told('companyAccount', own.accounts[0]?.id ?? '', 'accountNo')).toBe(kept.account_no)
    expect(await told('company', own.id, 'legalIdNo')).toBe(kept.legal_id_no)
    const of = demoCompanyId('shipper')
    expect((await world.as('carrier').ask(revealNumber, { kind: 'company', id: of, field: 'legalIdNo' })).http).toBe(
      404,
    )
    expect((await world.as('admin').ask(revealNumber, { kind: 'company', id: of, field: 'legalIdNo' })).http).toBe(200)
  })

  it('asks why where the company’s policy does, and the log says it', async () => {
    const { version, inForce } = await world.as('carrier').send(getPolicies, {})
    await world
      .as('carrier')
      .send(setPolicies, { version, decisions: { ...decisionsOf(inForce), reasonForNumbers: true } })
    const bare = await world.as('carrier').ask(revealNumber, { ...idNo, id: driverId })
    expect(bare.envelope.data).toMatchObject({ fields: { reason: '请填写查看原因' } })
    await world.as('carrier').send(revealNumber, { ...idNo, id: driverId, reason: '核对保险' })
    expect((await looks()).at(-1)?.diff).toContainEqual({ field: '查看原因', old: '--', new: '核对保险' })
    // the policy is that of the reader's company
    expect((await world.as('admin').ask(revealNumber, { ...idNo, id: driverId })).http).toBe(200)
  })

  it('is told so often and no more: nobody empties a list through it', async () => {
    const looker = (account: string) =>
      addColleague(world.server, {
        account,
        company: 'carrier2',
        permits: ['pii.view', 'driver.view', 'driver.edit'],
        dataScope: 'COMPANY',
      })
    const [fast, slow] = [await looker('fast-looker'), await looker('slow-looker')]
    const { id } = await fast.client.send(addDriver, driver(802))
    /** Looks of a person in the log, made so long ago. */
    const looked = (userId: string, count: number, agoMs: number) =>
      world.server.db(tx => {
        const at = Date.now() - agoMs
        const look = { at, user_id: userId, ip: '', action: revealNumber.path, title: '', request_id: '' }
        return tx.run(
          q.insertInto('audit_log').values(Array.from({ length: count }, () => ({ ...look, id: v7({ msecs: at }) }))),
        )
      })
    const ask = async ({ client }: typeof fast) => (await client.ask(revealNumber, { ...idNo, id })).http
    const [hour, day] = revealLimits
    await looked(fast.id, hour.most - 1, HOUR_MS / 2)
    expect([await ask(fast), await ask(fast)]).toEqual([200, 429])
    await looked(slow.id, day.most, DAY_MS / 2)
    expect(await ask(slow)).toBe(429)
  })
})
