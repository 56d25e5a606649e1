// Pictures of papers for the demo: drawn cards in the colours of the real ones, with no words a machine or a person could mistake for real.
import { createHash } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import { DAY_MS } from '@yunshu/domain/time'
import { sql, type Insertable } from 'kysely'
import type { Files } from '../db/tables.gen.ts'
import { q, type Tx } from '../db/tx.ts'
import type { FileStore } from '../files/store.ts'
import { insertAll } from './bulk.ts'
import { idMaker } from './ids.ts'
import { demoCarriers, demoCompanyId, demoUserId } from './people.ts'

type Colour = readonly [number, number, number]
interface Card { readonly name: string; readonly paper: Colour; readonly band: Colour; readonly photo?: true }

const cards: Readonly<Record<string, Readonly<Record<string, Card>>>> = {
  vehicle: {
    licenceFront: { name: '行驶证正页.png', paper: [244, 248, 240], band: [92, 132, 84] }, licenceBack: { name: '行驶证副页.png', paper: [244, 248, 240], band: [140, 168, 132] },
    transportCert: { name: '道路运输证.png', paper: [240, 244, 250], band: [64, 96, 150] }, insurance: { name: '交强险保单.png', paper: [252, 248, 238], band: [196, 148, 60] },
  },
  driver: {
    idFront: { name: '身份证人像面.png', paper: [236, 244, 248], band: [150, 190, 208], photo: true }, idBack: { name: '身份证国徽面.png', paper: [240, 238, 246], band: [176, 120, 150] },
    licence: { name: '驾驶证.png', paper: [246, 242, 246], band: [70, 70, 78], photo: true }, qualification: { name: '从业资格证.png', paper: [244, 248, 246], band: [60, 120, 110], photo: true },
  },
  payee: {
    card: { name: '银行卡.png', paper: [214, 226, 244], band: [44, 84, 150] }, idFront: { name: '身份证人像面.png', paper: [236, 244, 248], band: [150, 190, 208], photo: true }, idBack: { name: '身份证国徽面.png', paper: [240, 238, 246], band: [176, 120, 150] },
    licence: { name: '营业执照.png', paper: [250, 246, 232], band: [176, 40, 40] },
  },
  payeeAuth: { letter: { name: '代收款授权委托书.png', paper: [253, 253, 251], band: [120, 120, 120] } },
}
const [width, height] = [480, 300]

/** A card: a band above, grey lines for text, a box for the portrait, and a red round stamp. */
function draw({ paper, band, photo }: Card): Buffer {
  const ink: Colour = [176, 182, 188], box: Colour = [206, 212, 218], red: Colour = [206, 84, 76]
  const at = (x: number, y: number): Colour => {
    if (y < 44) return band
    if (photo && x > 348 && x < 448 && y > 76 && y < 206) return box
    const [dx, dy] = [x - 372, y - 236]
    const ring = Math.sqrt(dx * dx + dy * dy)
    if (ring > 36 && ring < 40) return red
    const line = y - 72
    if (line > 0 && line < 200 && line % 32 < 9 && x > 32 && x < (photo ? 300 : 420) - ((line >> 5) * 37) % 110) return ink
    return paper
  }
  const rows = Buffer.alloc(height * (1 + width * 3))
  for (let y = 0, place = 0; y < height; y++) {
    place++
    for (let x = 0; x < width; x++) for (const value of at(x, y)) rows[place++] = value
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]), chunk('IHDR', head), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))])
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

interface Owner { id: string; carrier_id: string; kinds: string }

/** What was verified has its papers where people look first: the newest of each carrier. */
const newest = 3

/** Documents of what waits or was sent back, of `carrier`'s whole fleet, and of the newest of the others; answers how many rows. */
export async function seedDocuments(tx: Tx, store: FileStore, now: number): Promise<number> {
  const first = demoCompanyId('carrier')
  const shown = (table: string, kinds: ReturnType<typeof sql>) => sql<Owner>`select id, carrier_id, kinds from (select id, carrier_id, paper, ${kinds} as kinds, row_number() over (partition by carrier_id, paper order by id desc) as n from ${sql.table(table)}) t
    where paper in ('pending', 'rejected') or (paper = 'approved' and (carrier_id = ${first}::uuid or n <= ${newest})) order by id`.compile(q)
  const owners = [
    ...(await tx.rows<Owner>(shown('vehicles', sql`case when transport_cert_no = '' then 'licenceFront licenceBack' else 'licenceFront licenceBack transportCert insurance' end`))).map((row) => ({ ...row, entity: 'vehicle' })),
    ...(await tx.rows<Owner>(shown('drivers', sql`'idFront idBack licence qualification'`))).map((row) => ({ ...row, entity: 'driver' })),
    ...(await tx.rows<Owner>(shown('payees', sql`case when kind = 'COMPANY' then 'licence card' when driver_id is null then 'card idFront idBack' else 'card' end`))).map((row) => ({ ...row, entity: 'payee' })),
    ...(await tx.rows<Owner>(sql<Owner>`select id, carrier_id, 'letter' as kinds from payee_auths where carrier_id = ${first}::uuid order by id`.compile(q))).map((row) => ({ ...row, entity: 'payeeAuth' })),
  ]
  const branches = new Map(demoCarriers.map(({ key, branch }) => [demoCompanyId(key), { branch: demoCompanyId(branch), user: demoUserId(key) }]))
  const drawn = new Map<Card, { bytes: Buffer; sha256: string }>()
  const fileId = idMaker(64)
  const at = now - 140 * DAY_MS
  const files: Insertable<Files>[] = []
  const puts: (() => Promise<void>)[] = []
  for (const { id: owner_id, carrier_id, entity, kinds } of owners) for (const category of kinds.split(' ')) {
    const card = cards[entity]?.[category]
    const company = branches.get(carrier_id)
    if (!card || !company) continue
    const picture = drawn.get(card) ?? made(card)
    drawn.set(card, picture)
    const id = fileId(at)
    const key = `${category.toLowerCase()}/demo/${id}.png`
    files.push({
      id, owner: entity, owner_id, shipper_id: carrier_id, carrier_id, branch_id: company.branch, category, name: card.name, mime: 'image/png', size: picture.bytes.length, sha256: picture.sha256, storage_key: key,
      uploaded_by: company.user, uploaded_name: '承运商管理员', created_at: at,
    })
    puts.push(() => store.put(key, picture.bytes, 'image/png'))
  }
  await Promise.all(puts.map((put) => put()))
  return insertAll(tx, 'files', files)
}

function made(card: Card): { bytes: Buffer; sha256: string } {
  const bytes = draw(card)
  return { bytes, sha256: createHash('sha256').update(bytes).digest('hex') }
}
