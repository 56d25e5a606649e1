// Payees over HTTP: defaults, authorisations in force, and the payees possible at a moment.
import type { Input } from '@yunshu/contract/call'
import { addDriver, retireDriver } from '@yunshu/contract/fleet/driver'
import {
  addPayee,
  addPayeeAuth,
  blacklistPayee,
  getPayee,
  listDriverPayees,
  listPayees,
  movePayeeAuth,
  removePayee,
  setDriverPayee,
} from '@yunshu/contract/fleet/payee'
import { listMessages } from '@yunshu/contract/message/message'
import { DAY_MS, startOfDay } from '@yunshu/domain/figures/time'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { q } from '../../db/tx.ts'
import { asSystem } from '../../work/system.ts'
import { card, driver, makeDriver, makePayee, person, photo } from '../../../../../tests/server/fleetWorld.ts'
import { startFreightWorld, type FreightWorld } from '../../../../../tests/server/freightWorld.ts'
import { findPayableFor } from './payee.queries.ts'

let world: FreightWorld
beforeAll(async () => {
  world = await startFreightWorld()
})
afterAll(() => world.stop())

const as: FreightWorld['as'] = account => world.as(account)
const faults = (answer: { envelope: { data: unknown } }): string[] =>
  Object.keys((answer.envelope.data as { fields?: object } | null)?.fields ?? {})
const payableAt = (driverId: string, at = Date.now()) =>
  asSystem(world.server.server.deps, async ctx =>
    ((await findPayableFor(ctx, [driverId], at)).get(driverId) ?? []).map(({ payeeId, isOwn, isDefault }) => ({
      payeeId,
      isOwn,
      isDefault,
    })),
  )
let n = 100
const newDriver = async (name: string): Promise<string> =>
  (await makeDriver(as('carrier'), as('platform-ops'), driver(++n, { name }))).id
const newPerson = async (name: string): Promise<string> =>
  (await makePayee(as('carrier'), as('platform-ops'), person(++n, { name }))).id
const today = startOfDay(Date.now())
const auth = (
  payeeId: string,
  driverId: string,
  over: Partial<Input<typeof addPayeeAuth>> = {},
): Input<typeof addPayeeAuth> => ({ payeeId, driverId, validFrom: today, validTo: today + 30 * DAY_MS, ...over })
const authorise = (payeeId: string, driverId: string, over?: Partial<Input<typeof addPayeeAuth>>) =>
  as('carrier').send(addPayeeAuth, auth(payeeId, driverId, over), { files: [photo] })
const versionOf = async (driverId: string): Promise<number> =>
  (await as('carrier').send(listDriverPayees, { driverId })).driverVersion

describe('who is paid', () => {
  it('is one default per driver among those who may be, set under the version of the driver', async () => {
    const driverId = await newDriver('周默')
    const [one, two] = [await newPerson('仲甲'), await newPerson('仲乙')]
    for (const payeeId of [one, two]) {
      const { id } = await authorise(payeeId, driverId)
      await as('platform-ops').send(movePayeeAuth, { id, version: 1, move: 'approve' })
    }
    const version = await versionOf(driverId)
    const set = (payeeId: string, seen: number) =>
      as('carrier').ask(setDriverPayee, { driverId, payeeId, version: seen })
    const answers = await Promise.all([set(one, version), set(two, version)])
    expect(answers.map(({ envelope }) => envelope.code).toSorted((a, b) => a - b)).toEqual([0, 4090])
    await set(two, version + 1)
    expect((await payableAt(driverId)).map(({ payeeId, isDefault }) => [payeeId, isDefault])).toEqual([
      [two, true],
      [one, false],
    ])
    expect((await set(await newPerson('仲丙'), await versionOf(driverId))).envelope.code).toBe(1423)
    expect((await as('platform-ops').ask(setDriverPayee, { driverId, payeeId: one, version: version + 2 })).http).toBe(
      403,
    )
  })

  it('is nobody on the blacklist; the platform’s word stands in every carrier and against the account', async () => {
    const driverId = await newDriver('吴黑')
    const payeeId = await newPerson('仲黑')
    const { id } = await authorise(payeeId, driverId)
    await as('platform-ops').send(movePayeeAuth, { id, version: 1, move: 'approve' })
    expect(await payableAt(driverId)).toHaveLength(1)
    const { id: theirDriver } = await makeDriver(as('carrier2'), as('platform-ops'), driver(++n, { name: '卫他' }))
    const theirs: string[] = []
    const me = n - 1
    for (const [at, over] of [{ accountNo: card(me) }, { idNo: person(me).idNo }, {}].entries()) {
      const { id: other } = await makePayee(as('carrier2'), as('platform-ops'), person(7100 + at, over))
      const given = await as('carrier2').send(addPayeeAuth, auth(other, theirDriver), { files: [photo] })
      await as('platform-ops').send(movePayeeAuth, { id: given.id, version: 1, move: 'approve' })
      theirs.push(other)
    }
    expect(await payableAt(theirDriver)).toHaveLength(3)
    const standing = () =>
      Promise.all(
        theirs.map(async other => {
          const it = await as('carrier2').send(getPayee, { id: other })
          return [it.isBlacklisted, it.blacklisting?.reason]
        }),
      )
    const { version } = await as('carrier').send(getPayee, { id: payeeId })
    await as('platform-ops').send(blacklistPayee, { id: payeeId, version, isBlacklisted: true, reason: '冒名收款' })
    await world.server.relayed()
    const told = await as('carrier').send(listMessages, { text: '列入黑名单', limit: 1 })
    expect(told.rows).toMatchObject([{ title: '收款人已列入黑名单', path: `/payee/details/${payeeId}` }])
    expect(await payableAt(driverId)).toEqual([])
    expect((await as('carrier').send(listDriverPayees, { driverId })).rows[0]?.fault).toBe('已列入黑名单')
    expect(
      (
        await as('carrier').ask(blacklistPayee, {
          id: payeeId,
          version: version + 1,
          isBlacklisted: false,
          reason: '误会',
        })
      ).envelope.code,
    ).toBe(1414)
    // the account and the person are paid through no carrier that registered them before either, until the platform
    // takes its word back
    expect(await standing()).toEqual([
      [true, '冒名收款'],
      [true, '冒名收款'],
      [false, undefined],
    ])
    expect((await payableAt(theirDriver)).map(({ payeeId: paid }) => paid)).toEqual([theirs[2]])
    await as('platform-ops').send(blacklistPayee, {
      id: payeeId,
      version: version + 1,
      isBlacklisted: false,
      reason: '核实无误',
    })
    expect(await standing()).toEqual([
      [false, undefined],
      [false, undefined],
      [false, undefined],
    ])
    expect(await payableAt(theirDriver)).toHaveLength(3)
    await as('platform-ops').send(blacklistPayee, {
      id: payeeId,
      version: version + 2,
      isBlacklisted: true,
      reason: '冒名收款',
    })
    const banned = person(me)
    expect((await as('carrier2').ask(addPayee, banned)).envelope).toMatchObject({
      code: 1413,
      data: { fields: { accountNo: '已被平台列入黑名单' } },
    })
    expect((await as('carrier2').ask(addPayee, { ...banned, accountNo: card(8123) })).envelope).toMatchObject({
      code: 1413,
      data: { fields: { name: '已被平台列入黑名单' } },
    })
  })

  it('goes when the payee is removed, with its authorisations and defaults; not while waybills are to be paid to it', async () => {
    const [payeeId, driverId] = [await newPerson('仲删'), await newDriver('郑删')]
    const { id } = await authorise(payeeId, driverId)
    await as('platform-ops').send(movePayeeAuth, { id, version: 1, move: 'approve' })
    await as('carrier').send(setDriverPayee, { driverId, payeeId, version: await versionOf(driverId) })
    const [waybill] = await world.waybills(1)
    await world.server.db(tx =>
      tx.run(
        q
          .updateTable('waybills')
          .set({ payee_id: payeeId })
          .where('id', '=', waybill?.id ?? ''),
      ),
    )
    const { version } = await as('carrier').send(getPayee, { id: payeeId })
    expect((await as('carrier').ask(removePayee, { id: payeeId, version })).envelope.code).toBe(1422)
    await world.walk(waybill ?? { id: '', waybillNo: '', plate: '', version: 0 }, ['cancel'])
    await as('carrier').send(removePayee, { id: payeeId, version })
    expect(await payableAt(driverId)).toEqual([])
    expect(await as('carrier').send(getPayee, { id: payeeId })).toMatchObject({
      isRetired: true,
      acts: ['blacklist'],
      auths: [{ state: 'revoked', reason: '收款人已删除' }],
    })
    expect((await as('carrier').send(listPayees, { text: '仲删' })).rows).toEqual([])
    expect(
      (await world.server.db(tx => tx.one(q.selectFrom('drivers').select('payee_id').where('id', '=', driverId))))
        .payee_id,
    ).toBeNull()
    // the account is free again
    await as('carrier').send(addPayee, {
      ...person(4711),
      accountNo: (
        await world.server.db(tx => tx.one(q.selectFrom('payees').select('account_no').where('id', '=', payeeId)))
      ).account_no,
    })
  })

  it('a retired driver authorises nobody', async () => {
    const [payeeId, { id: driverId, version }] = [
      await newPerson('仲休'),
      await as('carrier').send(addDriver, driver(++n, { name: '冯休' })),
    ]
    await as('carrier').send(retireDriver, { id: driverId, version, isRetired: true, reason: '离职' })
    expect(faults(await as('carrier').ask(addPayeeAuth, auth(payeeId, driverId), { files: [photo] }))).toEqual([
      'driverId',
    ])
    expect(
      faults(
        await as('carrier').ask(addPayee, {
          kind: 'PERSON',
          name: '冯休',
          driverId,
          bank: '中国银行',
          accountNo: card(++n),
        }),
      ),
    ).toEqual(['driverId'])
  })
})
