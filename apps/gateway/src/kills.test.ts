// The gateway killed again and again: whatever a terminal was told is in the log, and no copy it sent is there twice.
import { freePort } from '@yunshu/postgres/postmaster'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { gatewayWorld, type GatewayWorld } from '../../../tests/server/gatewayWorld.ts'
import { KeptProcess } from '../../../tests/server/keptProcess.ts'
import { Terminal808 } from '../../../tests/server/terminal808.ts'

let world: GatewayWorld
beforeAll(async () => {
  world = await gatewayWorld()
})
afterAll(() => world.close())

/** The way of one terminal: how often it sent each position, and which it was told are there. */
class Way {
  readonly sent = new Map<number, number>()
  readonly told = new Set<number>()
  readonly phone: string
  constructor(phone: string) {
    this.phone = phone
  }

  /** Sends until all positions are acknowledged, on as many connections as it takes; `onTold` after each answer. */
  async drive(gateway: KeptProcess, code: string, count: number, onTold: () => void): Promise<void> {
    while (this.told.size < count) {
      const terminal = await Terminal808.connect(gateway.port, { phone: this.phone }).catch(() => undefined)
      if (terminal) await this.#talk(terminal, code, count, onTold).catch(() => {})
      else await new Promise(resolve => setTimeout(resolve, 20))
      terminal?.destroy()
    }
  }

  async #talk(terminal: Terminal808, code: string, count: number, onTold: () => void): Promise<void> {
    if ((await terminal.auth(code)) !== 0) throw new Error('refused')
    const places = new Map<number, number>()
    const take = (): void => {
      for (const serial of terminal.acknowledged(0x0200)) {
        const place = places.get(serial)
        if (place !== undefined) this.told.add(place)
      }
    }
    while (this.told.size < count) {
      const open = Array.from({ length: count }, (_, at) => at).filter(at => !this.told.has(at))
      for (const place of open.slice(0, 25)) {
        this.sent.set(place, (this.sent.get(place) ?? 0) + 1)
        places.set(terminal.locate(place), place)
      }
      const before = this.told.size
      await terminal
        .until(() => {
          take()
          onTold()
          return this.told.size >= before + Math.min(25, open.length) ? true : undefined
        })
        // words told before the end count
        .finally(take)
    }
  }
}

/** Registers a terminal; another one's answers may end the gateway meanwhile. */
async function codeOf(gateway: KeptProcess, phone: string): Promise<string> {
  for (;;) {
    const terminal = await Terminal808.connect(gateway.port, { phone }).catch(() => undefined)
    const code = await terminal?.enter().catch(() => undefined)
    terminal?.destroy()
    if (code !== undefined) return code
    await new Promise(resolve => setTimeout(resolve, 20))
  }
}

/** Drives four terminals through a gateway that is killed after some answers. Lost is: told, and not there. */
async function run(
  file: string,
  phoneOfFirst: number,
  kills: number,
): Promise<{ lost: number; doubled: number; told: number }> {
  const gateway = new KeptProcess(file, {
    GATEWAY_DATABASE_URL: world.intake.database.gatewayUrl,
    GATEWAY_PORT: String(await freePort()),
  })
  await gateway.start()
  const count = 300
  const ways = Array.from({ length: 4 }, (_, at) => new Way(String(phoneOfFirst + at)))
  let toldAtKill = 0
  const told = (): number => ways.reduce((sum, way) => sum + way.told.size, 0)
  const maybeKill = (): void => {
    if (gateway.kills >= kills || told() < toldAtKill + 90) return
    toldAtKill = told()
    gateway.kill()
  }
  await Promise.all(
    ways.map(async way => {
      await world.list(way.phone)
      await way.drive(gateway, await codeOf(gateway, way.phone), count, maybeKill)
    }),
  ).finally(() => gateway.end())
  expect(gateway.kills).toBe(kills)
  const held = await world.held()
  let lost = 0,
    doubled = 0
  for (const way of ways) {
    const copies = new Map<number, number>()
    for (const { frame } of held)
      if (frame.id === 0x0200 && frame.phone.endsWith(way.phone)) {
        const place = Buffer.from(frame.body).readUInt32BE(8) - 31_000_000
        copies.set(place, (copies.get(place) ?? 0) + 1)
      }
    lost += [...way.told].filter(place => !copies.has(place)).length
    doubled += [...copies].filter(([place, times]) => times > (way.sent.get(place) ?? 0)).length
  }
  return { lost, doubled, told: told() }
}

test('killed five times under load: everything told is stored, and no copy twice', async () => {
  expect(await run('apps/gateway/src/main.ts', 13_700_000_000, 5)).toEqual({ lost: 0, doubled: 0, told: 1200 })
}, 60_000)

test('control: a gateway that answers before the COMMIT loses what it told', async () => {
  const { lost, told } = await run('tests/server/hastyGateway.ts', 13_700_000_100, 5)
  expect(told).toBe(1200)
  expect(lost).toBeGreaterThan(0)
}, 60_000)
