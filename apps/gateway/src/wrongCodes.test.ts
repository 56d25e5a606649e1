// Wrong codes and words beyond measure at the gateway: a person finds whose they are.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { gatewayWorld, type GatewayWorld, type OpenGateway } from '../../../tests/server/gatewayWorld.ts'

let world: GatewayWorld
let open: OpenGateway
beforeAll(async () => {
  world = await gatewayWorld()
  open = await world.open()
})
afterAll(() => world.close())

let phones = 13_910_000_000
const nextPhone = (): string => String(phones++)

test('three wrong codes shut the phone out at that address, also with the right one', async () => {
  const phone = nextPhone()
  await world.list(phone)
  const terminal = await open.connect({ phone })
  const { code } = await terminal.register()
  for (let time = 0; time < 3; time++) expect(await terminal.auth('wrong')).toBe(1)
  expect(await terminal.auth(code)).toBe(1)
  terminal.destroy()
})

test('a terminal whose code is wrong three times is noted once for each ban, a stranger that never registered as one', async () => {
  const [phone, stranger] = [nextPhone(), nextPhone()]
  await world.list(phone)
  const notes = () =>
    world.query('select phone, why, times, device_no from terminal_claims where phone in ($1, $2) order by phone', [
      phone,
      stranger,
    ])
  const terminal = await open.connect({ phone, deviceNo: 'D7' })
  await terminal.enter()
  for (let n = 0; n < 2; n++) expect(await terminal.auth('wrong')).toBe(1)
  expect(await notes()).toEqual([])
  for (let n = 0; n < 4; n++) expect(await terminal.auth('wrong')).toBe(1)
  const other = await open.connect({ phone: stranger })
  for (let n = 0; n < 4; n++) expect(await other.auth('of another platform')).toBe(1)
  expect(await notes()).toEqual([
    { phone, why: 'wrongCode', times: 1, device_no: 'D7' },
    { phone: stranger, why: 'unknown', times: 1, device_no: '' },
  ])
  terminal.destroy()
  other.destroy()
})

test('a plate of a thousand bytes is noted by its beginning', async () => {
  const phone = nextPhone()
  const stranger = await open.connect({ phone, plate: '粤'.repeat(480), plateColor: 1 })
  expect((await stranger.register()).result).toBe(4)
  expect(await world.query('select plate from terminal_claims where phone = $1', [phone])).toEqual([
    { plate: '粤'.repeat(40) },
  ])
  stranger.destroy()
})
