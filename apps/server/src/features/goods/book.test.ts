// The address book and the templates of a shipper over HTTP: what is learned and kept, for whom, limits, and two people
// at once.
import {
  addTemplate,
  deleteTemplate,
  getBook,
  getTemplate,
  listTemplates,
  removeBookEntry,
  renameTemplate,
  saveBookEntry,
  type BookEntry,
} from '@yunshu/contract/goods/book'
import { bookKey, bookLimits } from '@yunshu/domain/goods/book'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { q } from '../../db/tx.ts'
import { demoCompanyId, demoUserId } from '../../../demo/people.ts'
import { actorOfSide } from '../../../../../tests/server/actorOfSide.ts'
import { addColleague } from '../../../../../tests/server/colleagues.ts'
import { startFreightWorld, type FreightWorld } from '../../../../../tests/server/freightWorld.ts'
import { learnedGoods } from './book.queries.ts'

let world: FreightWorld
beforeAll(async () => {
  world = await startFreightWorld()
})
afterAll(() => world.stop())
beforeEach(() =>
  world.server.db(async tx => {
    await tx.run(q.deleteFrom('book_entries'))
    await tx.run(q.deleteFrom('goods_templates'))
  }),
)

const place = (name: string, over: Partial<BookEntry['points'][number]> = {}): BookEntry['points'][number] => ({
  name,
  regionCode: '610802',
  regionName: '陕西省 / 榆林市 / 榆阳区',
  address: '能源路18号',
  contact: '王建国',
  mobile: '13892010001',
  ...over,
})
const byHand = (name: string) => ({
  kind: 'place' as const,
  points: [place(name)],
  isPinned: false,
  isHidden: false,
})
const bookOf = async (account: 'shipper' | 'shipper2' = 'shipper') =>
  (await world.as(account).send(getBook, {})).entries
const codeOf = async (answer: Promise<{ envelope: { code: number } }>): Promise<number> => (await answer).envelope.code

describe('the address book', () => {
  it('learns places and lanes from own goods, the newest person first, and tells nothing of it to another company', async () => {
    const load = place('自学煤场')
    const unload = place('自学电厂', { regionCode: '411328', regionName: '河南省 / 南阳市 / 唐河县' })
    await world.publish({ loadPoints: [load], unloadPoints: [unload] })
    await world.publish({ loadPoints: [{ ...load, contact: '新来的' }], unloadPoints: [unload] })
    const learned = (await bookOf()).filter(({ points }) => points[0]?.name === '自学煤场')
    expect(new Map(learned.map(({ kind, uses }) => [kind, uses]))).toEqual(
      new Map([
        ['place', 2],
        ['lane', 2],
      ]),
    )
    for (const { points, version } of learned) {
      expect(points[0]).toEqual({ ...load, contact: '新来的' })
      expect(version).toBeUndefined()
    }
    expect(JSON.stringify(await bookOf('shipper2'))).not.toContain('自学煤场')
  })

  it('keeps what people add, rename, pin and hide; what is forgotten is only learned again', async () => {
    const shipper = world.as('shipper')
    await world.publish({ loadPoints: [place('改名煤场')] })
    const learned = (await bookOf()).find(({ kind, points }) => kind === 'place' && points[0]?.name === '改名煤场')
    if (!learned) throw new Error('not learned')
    const { uses, lastAt: _, ...entry } = learned
    const kept = await shipper.send(saveBookEntry, { ...entry, name: '老煤场', isPinned: true })
    expect((await bookOf())[0]).toMatchObject({ name: '老煤场', isPinned: true, uses, version: 1 })
    const { version } = await shipper.send(saveBookEntry, { ...entry, ...kept, name: '老煤场', isHidden: true })
    expect((await bookOf()).find(({ key }) => key === kept.key)).toMatchObject({ isHidden: true, version: 2 })
    await shipper.send(removeBookEntry, { kind: 'place', key: kept.key, version })
    expect((await bookOf()).find(({ key }) => key === kept.key)).toMatchObject({ name: '', uses, isHidden: false })
  })

  it('has keys of one length: others are refused, and one of no place is no key of a new entry', async () => {
    const shipper = world.as('shipper')
    const long = Array.from({ length: 900 }, (_, n) => String.fromCharCode(0x4e00 + ((n * 7919) % 20_000))).join('')
    const answer = await shipper.ask(saveBookEntry, byHand('键'), { raw: { key: long } })
    expect([answer.http, answer.envelope.code]).toEqual([400, 4001])
    expect(await codeOf(shipper.ask(saveBookEntry, { ...byHand('键'), key: bookKey([place('别处')]) }))).toBe(4001)
    const own = await shipper.send(saveBookEntry, { ...byHand('键'), key: bookKey([place('键')]) })
    expect(own.version).toBe(1)
  })

  it('can be read and kept whatever the length of an address', async () => {
    const load = place('长煤场', { address: '…'.repeat(256) })
    const unload = place('长电厂', {
      address: '…'.repeat(200),
      regionCode: '411328',
      regionName: '河南省 / 南阳市 / 唐河县',
    })
    await world.publish({ loadPoints: [load], unloadPoints: [unload] })
    const lane = (await bookOf()).find(({ kind, points }) => kind === 'lane' && points[0]?.name === '长煤场')
    if (!lane) throw new Error('not learned')
    const { uses: _uses, lastAt: _at, cargo, ...entry } = lane
    expect(cargo).toEqual({ name: expect.any(String), cargoCode: expect.stringMatching(/^\d{4}$/) })
    // an entry that was learned keeps its key when its places are put right
    const kept = await world.as('shipper').send(saveBookEntry, { ...entry, points: [place('短煤场'), unload] })
    expect(kept.key).toBe(entry.key)
  })

  it('of two people at once the second is told, a version that is gone likewise, and nothing is half written', async () => {
    const shipper = world.as('shipper')
    const both = await Promise.all(
      [1, 2].map(async () => (await shipper.ask(saveBookEntry, byHand('两人同加'))).envelope.code),
    )
    expect(both.toSorted((a, b) => a - b)).toEqual([0, 4090])
    const [entry] = (await bookOf()).filter(({ points }) => points[0]?.name === '两人同加')
    if (!entry) throw new Error('not kept')
    const { uses: _uses, lastAt: _at, ...change } = entry
    const changes = await Promise.all(
      ['甲', '乙'].map(async name => (await shipper.ask(saveBookEntry, { ...change, name })).envelope.code),
    )
    expect(changes.toSorted((a, b) => a - b)).toEqual([0, 4090])
    expect(await codeOf(shipper.ask(removeBookEntry, { kind: 'place', key: entry.key, version: 1 }))).toBe(4090)
  })

  it('holds so many entries of each kind and no more, and wants two places of a lane', async () => {
    const rows = Array.from({ length: bookLimits.kept }, (_, n) => ({
      id: v7(),
      company_id: demoCompanyId('shipper'),
      kind: 'place',
      key: `k${n}`,
      name: '',
      points: JSON.stringify([place(`第${n}处`)]),
      pinned: false,
      hidden: false,
      created_by: demoUserId('shipper'),
      created_at: 1,
      updated_at: 1,
    }))
    await world.server.db(tx => tx.run(q.insertInto('book_entries').values(rows)))
    const shipper = world.as('shipper')
    const full = await shipper.ask(saveBookEntry, byHand('多出来的'))
    expect([full.envelope.code, full.envelope.message]).toEqual([1214, '常用地址最多保存 200 个，请先删除不用的'])
    const lane = { ...byHand('装'), kind: 'lane' as const }
    expect(await codeOf(shipper.ask(saveBookEntry, lane))).toBe(4001)
    expect(await codeOf(shipper.ask(saveBookEntry, { ...lane, points: [place('装'), place('卸')] }))).toBe(0)
  })

  it('is read for others by the platform alone, which says for whom; carriers and branches have none', async () => {
    await world.publish({ loadPoints: [place('平台可见')] })
    const ops = world.as('admin')
    expect(await codeOf(ops.ask(getBook, {}))).toBe(4001)
    const seen = await ops.send(getBook, { shipperId: demoCompanyId('shipper') })
    expect(JSON.stringify(seen)).toContain('平台可见')
    expect(await codeOf(ops.ask(getBook, { shipperId: demoCompanyId('carrier') }))).toBe(4041)
    expect(await codeOf(world.as('shipper2').ask(getBook, { shipperId: demoCompanyId('shipper') }))).toBe(4001)
    for (const account of ['carrier', 'branch'] as const)
      expect(await codeOf(world.as(account).ask(getBook, {}))).not.toBe(0)
  })

  it('reads the newest goods by the index of the company, however many others have', async () => {
    const { id } = await world.publish()
    const actor = actorOfSide('shipper')
    const { userId, companyId = '' } = actor
    await world.server.db(async tx => {
      await tx.run(
        sql`insert into goods
          select (jsonb_populate_record(g, jsonb_build_object('id', gen_random_uuid(), 'goods_no', 'X' || n,
          'shipper_id', ${demoCompanyId('shipper2')}::uuid))).*
          from goods g, generate_series(1, 20000) n where g.id = ${id}`.compile(q),
      )
    })
    const { sql: text, parameters } = learnedGoods({ actor }, companyId).compile()
    const plan = await world.server.db(
      tx =>
        tx.rows<{ 'QUERY PLAN': string }>({
          ...sql<{ 'QUERY PLAN': string }>`select 1`.compile(q),
          sql: `explain ${text}`,
          parameters,
        }),
      { reach: 'company', userId, companyId },
    )
    const lines = plan.map(line => line['QUERY PLAN']).join('\n')
    expect(lines).toContain('Index Scan using goods_shipper on goods')
  })
})

describe('templates', () => {
  const body = JSON.stringify({ kind: 'NORMAL', remark: '慢装' })
  const add = (name: string) => world.as('shipper').send(addTemplate, { name, kind: 'NORMAL', body })

  it('are kept for the company with who made them, renamed, deleted and taken back', async () => {
    const shipper = world.as('shipper')
    const { id } = await add('每周动力煤')
    expect((await shipper.send(listTemplates, {})).rows).toMatchObject([
      { id, name: '每周动力煤', kind: 'NORMAL', makerName: expect.stringMatching(/^[一-龥]{2,4}$/), version: 1 },
    ])
    expect((await shipper.send(getTemplate, { id })).body).toBe(body)
    const named = await shipper.send(renameTemplate, { id, version: 1, name: '动力煤' })
    const gone = await shipper.send(deleteTemplate, { id, version: named.version })
    expect((await shipper.send(listTemplates, {})).rows).toEqual([])
    expect(await codeOf(shipper.ask(getTemplate, { id }))).toBe(4041)
    await shipper.send(deleteTemplate, { id, version: gone.version, isBack: true })
    expect((await shipper.send(listTemplates, {})).rows).toMatchObject([{ id, name: '动力煤', version: 4 }])
  })

  it('of another company are not found, and have its names free', async () => {
    const { id } = await add('各有各的')
    const other = world.as('shipper2')
    for (const answer of [
      other.ask(getTemplate, { id }),
      other.ask(renameTemplate, { id, version: 1, name: '偷改' }),
      other.ask(deleteTemplate, { id, version: 1 }),
      other.ask(deleteTemplate, { id, version: 1, isBack: true }),
    ])
      expect(await codeOf(answer)).toBe(4041)
    expect(await codeOf(other.ask(addTemplate, { name: '各有各的', kind: 'NORMAL', body }))).toBe(0)
    expect((await other.send(listTemplates, {})).rows).toHaveLength(1)
  })

  it('have one name each, and of two people at once the second is told', async () => {
    const shipper = world.as('shipper')
    const { id } = await add('同名')
    expect(await codeOf(shipper.ask(addTemplate, { name: '同名', kind: 'NORMAL', body }))).toBe(4001)
    const both = await Promise.all(
      ['甲', '乙'].map(name => codeOf(shipper.ask(renameTemplate, { id, version: 1, name }))),
    )
    expect(both.toSorted((a, b) => a - b)).toEqual([0, 4090])
  })

  it('are so many and no more, also when one is taken back', async () => {
    const made = []
    for (let n = 0; n < bookLimits.templates; n += 1) made.push(await add(`模板${n}`))
    const shipper = world.as('shipper')
    const full = await shipper.ask(addTemplate, { name: '多一个', kind: 'NORMAL', body })
    expect([full.envelope.code, full.envelope.message]).toEqual([1214, '模板最多保存 50 个，请先删除不用的'])
    const [first] = made
    if (!first) throw new Error('nothing made')
    await shipper.send(deleteTemplate, { id: first.id, version: 1 })
    await add('补上的')
    expect(await codeOf(shipper.ask(deleteTemplate, { id: first.id, version: 2, isBack: true }))).toBe(1214)
  })

  it('are read without prices by who may not see them', async () => {
    const draft = { unitPrice: 2_100_000, priceSteps: [{ unitPrice: 2_200_000 }], remark: '慢装' }
    const priced = JSON.stringify({ day: 1, draft })
    const { id } = await world.as('shipper').send(addTemplate, { name: '带价', kind: 'NORMAL', body: priced })
    const { client } = await addColleague(world.server, {
      account: 'blindpub',
      company: 'shipper',
      permits: ['goods.publish', 'goods.view'],
      dataScope: 'SELF',
    })
    expect(JSON.parse((await client.send(getTemplate, { id })).body)).toEqual({ day: 1, draft: { remark: '慢装' } })
    expect((await world.as('shipper').send(getTemplate, { id })).body).toBe(priced)
  })

  it('never hold secrets', async () => {
    const secret = JSON.stringify({ kind: 'NORMAL', password: 'x' })
    expect(
      await codeOf(
        world.as('shipper').ask(addTemplate, { name: '密', kind: 'NORMAL', body }, { raw: { body: secret } }),
      ),
    ).toBe(4001)
  })
})
