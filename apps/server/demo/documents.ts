// Pictures of papers for the demo: drawn cards in the colours of the real ones, with no words a machine or a person
// could mistake for real.
import { createHash } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import { DAY_MS } from '@yunshu/domain/figures/time'
import { sql, type Insertable } from 'kysely'
import type { Files } from '../src/db/tables.gen.ts'
import { nilId, q, type Tx } from '../src/db/tx.ts'
import type { FileStore } from '../src/files/store.ts'
import { insertAll } from './bulk.ts'
import { idMaker } from './ids.ts'
import { demoCarriers, demoCompanyId, demoShippers, demoUserId } from './people.ts'

type Colour = readonly [number, number, number]
interface Card {
  readonly name: string
  readonly paper: Colour
  readonly band: Colour
  readonly photo?: true
}

/** One picture for whatever money it is about. */
const bankSlip: Card = { name: '银行回单.png', paper: [250, 250, 252], band: [176, 60, 52] }

const cards: Readonly<Record<string, Readonly<Record<string, Card>>>> = {
  vehicle: {
    licenceFront: { name: '行驶证正页.png', paper: [244, 248, 240], band: [92, 132, 84] },
    licenceBack: { name: '行驶证副页.png', paper: [244, 248, 240], band: [140, 168, 132] },
    transportCert: { name: '道路运输证.png', paper: [240, 244, 250], band: [64, 96, 150] },
    annualCheck: { name: '年检页.png', paper: [244, 248, 240], band: [116, 148, 60] },
    insurance: { name: '交强险保单.png', paper: [252, 248, 238], band: [196, 148, 60] },
  },
  driver: {
    idFront: { name: '身份证人像面.png', paper: [236, 244, 248], band: [150, 190, 208], photo: true },
    idBack: { name: '身份证国徽面.png', paper: [240, 238, 246], band: [176, 120, 150] },
    licence: { name: '驾驶证.png', paper: [246, 242, 246], band: [70, 70, 78], photo: true },
    qualification: { name: '从业资格证.png', paper: [244, 248, 246], band: [60, 120, 110], photo: true },
  },
  payee: {
    card: { name: '银行卡.png', paper: [214, 226, 244], band: [44, 84, 150] },
    idFront: { name: '身份证人像面.png', paper: [236, 244, 248], band: [150, 190, 208], photo: true },
    idBack: { name: '身份证国徽面.png', paper: [240, 238, 246], band: [176, 120, 150] },
    licence: { name: '营业执照.png', paper: [250, 246, 232], band: [176, 40, 40] },
  },
  company: {
    licence: { name: '营业执照.png', paper: [250, 246, 232], band: [176, 40, 40] },
    permit: { name: '道路运输经营许可证.png', paper: [246, 244, 236], band: [150, 110, 50] },
  },
  waybill: { receipt: { name: '回单.png', paper: [250, 250, 246], band: [226, 230, 232] } },
  trade: { SLIP: bankSlip },
  remittance: { SLIP: bankSlip },
  fund: { SLIP: bankSlip },
  payeeAuth: { letter: { name: '代收款授权委托书.png', paper: [253, 253, 251], band: [120, 120, 120] } },
}
const [width, height] = [480, 300]

/** A card: a band above, grey lines for text, a box for the portrait, and a red round stamp. */
function draw({ paper, band, photo }: Card): Buffer {
  const ink: Colour = [176, 182, 188],
    box: Colour = [206, 212, 218],
    red: Colour = [206, 84, 76]
  const at = (x: number, y: number): Colour => {
    if (y < 44) return band
    if (photo && x > 348 && x < 448 && y > 76 && y < 206) return box
    const [dx, dy] = [x - 372, y - 236]
    const ring = Math.sqrt(dx * dx + dy * dy)
    if (ring > 36 && ring < 40) return red
    const line = y - 72
    if (line > 0 && line < 200 && line % 32 < 9 && x > 32 && x < (photo ? 300 : 420) - (((line >> 5) * 37) % 110))
      return ink
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
  return Buffer.concat([
    Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

interface Owner {
  id: string
  /** The company that handed it in. */
  company: string
  /** The shipper whose people look at it too, the branch, and the time; none for papers of a company's own. */
  shipper?: string
  branch?: string
  time?: number
  /** The person of the house who handed it in, where that was no company. */
  maker?: string
  maker_name?: string
  kinds: string
}

/** Somebody of a branch or of the platform who handed a slip in. */
const makerOf = ({ maker = '', maker_name: name = '' }: Pick<Owner, 'maker' | 'maker_name'>, branch = nilId) => ({
  branch_id: branch,
  uploaded_by: maker,
  uploaded_name: name,
})

/** The records of the demo that have papers, and the kinds of these. */
async function ownersIn(tx: Tx): Promise<(Owner & { entity: string })[]> {
  const ownersOf = async (entity: string, from: ReturnType<typeof sql>) =>
    (await tx.rows<Owner>(sql<Owner>`select ${from} order by id`.compile(q))).map(row => ({ ...row, entity }))
  return [
    ...(await ownersOf(
      'vehicle',
      sql`id, carrier_id as company, case when transport_cert_no = ''
        then 'licenceFront licenceBack annualCheck insurance'
        else 'licenceFront licenceBack transportCert annualCheck insurance' end as kinds from vehicles
        where paper <> 'unsubmitted'`,
    )),
    ...(await ownersOf(
      'driver',
      sql`id, carrier_id as company, case when qualification_no = '' then 'idFront idBack licence'
        else 'idFront idBack licence qualification' end as kinds from drivers where paper <> 'unsubmitted'`,
    )),
    ...(await ownersOf(
      'payee',
      sql`id, carrier_id as company, case when kind = 'COMPANY' then 'licence card' when driver_id is null
        then 'card idFront idBack' else 'card' end as kinds from payees where paper <> 'unsubmitted'`,
    )),
    ...(await ownersOf(
      'waybill',
      sql`id, carrier_id as company, shipper_id as shipper, branch_id as branch, updated_at as time,
        'receipt' as kinds from waybills where receipt_state in ('uploaded', 'rejected')`,
    )),
    ...(await ownersOf(
      'trade',
      sql`id, carrier_id as company, shipper_id as shipper, branch_id as branch, created_at as time, 'SLIP' as kinds
        from (select * from trades where kind = 'FREIGHT' order by id desc limit 60) as t`,
    )),
    ...(await ownersOf(
      'remittance',
      sql`id, ${nilId}::uuid as company, branch_id as branch, created_at as time, maker_id as maker, maker_name,
        'SLIP' as kinds from remittances`,
    )),
    ...(await ownersOf(
      'fund',
      sql`id, ${nilId}::uuid as company, branch_id as branch, created_at as time, maker_id as maker, maker_name,
        'SLIP' as kinds from (select * from fund_records where kind = 'TOP_UP' order by id desc limit 60) as f`,
    )),
    ...(await ownersOf('payeeAuth', sql`id, carrier_id as company, 'letter' as kinds from payee_auths`)),
    ...(await ownersOf(
      'company',
      sql`id, id as company, case when role_flags & 2 = 2 then 'licence permit' else 'licence' end as kinds
        from companies where role_flags & 6 <> 0`,
    )),
  ]
}

/**
 * Documents of everything that was handed in: of vehicles, drivers, payees, and companies, the receipts somebody
 * is to judge, the bank's slips of the newest payments, and those money came in by; answers how many rows.
 * All papers of one kind are one picture in the store: a thousand files would take longer to write than all else.
 */
export async function seedDocuments(tx: Tx, store: Pick<FileStore, 'put'>, now: number): Promise<number> {
  const owners = await ownersIn(tx)
  const companies = new Map(
    [...demoShippers, ...demoCarriers].map(({ key, branch, side }) => [
      demoCompanyId(key),
      {
        branch_id: demoCompanyId(branch),
        uploaded_by: demoUserId(key),
        uploaded_name: side === 'shipper' ? '货主管理员' : '承运商管理员',
      },
    ]),
  )
  const house = { uploaded_by: demoUserId('platform-finance'), uploaded_name: '平台财务' }
  const drawn = new Map<Card, { storage_key: string; sha256: string; size: number }>()
  const fileId = idMaker(64)
  const at = now - 140 * DAY_MS
  const files: Insertable<Files>[] = []
  for (const { id: owner_id, company, shipper = company, branch, time = at, entity, kinds, ...by } of owners)
    for (const category of kinds.split(' ')) {
      const card = cards[entity]?.[category]
      const uploaded = by.maker === undefined ? companies.get(company) : makerOf(by, branch)
      if (!card || !uploaded) throw new Error(`demo: no picture of ${entity} ${category}`)
      let picture = drawn.get(card)
      if (!picture) {
        const bytes = draw(card)
        picture = {
          storage_key: `demo/${entity}-${category}.png`.toLowerCase(),
          sha256: createHash('sha256').update(bytes).digest('hex'),
          size: bytes.length,
        }
        drawn.set(card, picture)
        await store.put(picture.storage_key, bytes, 'image/png')
      }
      files.push({
        id: fileId(time),
        owner: entity,
        owner_id,
        shipper_id: shipper,
        carrier_id: company,
        category,
        name: card.name,
        mime: 'image/png',
        ...picture,
        ...(entity === 'trade' ? { ...uploaded, ...house } : uploaded),
        ...(branch === undefined ? {} : { branch_id: branch }),
        created_at: time,
      })
    }
  return insertAll(tx, 'files', files)
}
