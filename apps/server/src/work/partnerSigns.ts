// Signs of life of partners: when each last answered and last failed, written beside the work and never waited for.
import { faultMax, type PartnerKey } from '@yunshu/domain/partner'
import { sql } from 'kysely'
import type pg from 'pg'
import type { FileStore } from '../files/store.ts'
import { inTransaction, q, systemReach } from '../db/tx.ts'
import {
  openSimulatedDesk,
  openSimulatedTexts,
  type AccountDesk,
  type AccountResult,
  type TextSender,
} from '../partners/accountDesk.ts'
import { answerWithinMs, type Channel, type Channels, type PayResult } from '../partners/channel.ts'
import type { InvoiceAnswer, InvoiceGateway } from '../partners/invoiceGateway.ts'
import type { SealDesk } from '../partners/sealDesk.ts'
import { openSimulatedSeal } from '../partners/sealSimulator.ts'

export interface Signs {
  /** The partner answered just now. */
  succeeded(partner: PartnerKey): void
  /** The partner failed just now: at what, and its error or words. */
  failed(partner: PartnerKey, at: string, error: unknown): void
  /** Resolves when all that was noted so far is written, or the database was away. */
  written(): Promise<void>
}

interface Sign {
  readonly succeededAt?: number
  readonly failedAt?: number
  readonly fault?: string
}

/** The time a sign may wait for others before it is written, ms: a busy partner costs one write in that time. */
const gatherMs = 5000

/** Keeps the signs of this process; those of all processes meet in the table. */
export function keepSigns(pool: pg.Pool, log: (line: string) => void): Signs {
  const noted = new Map<PartnerKey, Sign>()
  let timer: NodeJS.Timeout | undefined
  let writing = Promise.resolve()
  const write = async (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    const signs = [...noted]
    noted.clear()
    try {
      if (signs.length > 0) await inTransaction(pool, systemReach, tx => tx.run(upsert(signs)))
    } catch (error) {
      // a sign that came meanwhile is newer; it is tried again with the next sign
      for (const [partner, sign] of signs) noted.set(partner, { ...sign, ...noted.get(partner) })
      log(`partners: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  const written = (): Promise<void> => (writing = writing.then(write))
  const note = (partner: PartnerKey, sign: Sign): void => {
    noted.set(partner, { ...noted.get(partner), ...sign })
    timer ??= setTimeout(() => void written(), gatherMs).unref()
  }
  return {
    succeeded: partner => note(partner, { succeededAt: Date.now() }),
    failed: (partner, at, error) => {
      const said = error instanceof Error ? error.message : String(error)
      note(partner, { failedAt: Date.now(), fault: `${at}：${said}`.slice(0, faultMax) })
    },
    written,
  }
}

const upsert = (signs: readonly (readonly [PartnerKey, Sign])[]) =>
  q
    .insertInto('partner_signs')
    .values(
      signs.map(([partner, { succeededAt = null, failedAt = null, fault = null }]) => ({
        partner,
        succeeded_at: succeededAt,
        failed_at: failedAt,
        fault,
      })),
    )
    .onConflict(c =>
      c.column('partner').doUpdateSet({
        succeeded_at: sql`greatest(partner_signs.succeeded_at, excluded.succeeded_at)`,
        failed_at: sql`greatest(partner_signs.failed_at, excluded.failed_at)`,
        fault: sql`case when excluded.failed_at >= coalesce(partner_signs.failed_at, 0) then excluded.fault
          else partner_signs.fault end`,
      }),
    )

/** A channel whose answers leave signs. */
export function watchChannel(channel: Channel, signs: Signs): Channel {
  const noting = async (at: string, talk: () => Promise<PayResult>): Promise<PayResult> => {
    const late = setTimeout(
      () => signs.failed(channel.key, at, `${answerWithinMs / 1000} 秒内没有应答`),
      answerWithinMs,
    ).unref()
    try {
      const result = await talk()
      if (result.state === 'unknown') signs.failed(channel.key, at, '没有应答')
      else signs.succeeded(channel.key)
      return result
    } catch (error) {
      signs.failed(channel.key, at, error)
      throw error
    } finally {
      clearTimeout(late)
    }
  }
  return {
    key: channel.key,
    maxFen: channel.maxFen,
    send: order => noting('付款', () => channel.send(order)),
    query: idemKey => noting('查询付款', () => channel.query(idemKey)),
  }
}

/** The way to the tax platform, where there is one, whose answers leave signs. */
export function watchInvoices(gateway: InvoiceGateway | undefined, signs: Signs): InvoiceGateway | undefined {
  if (gateway === undefined) return undefined
  const noting = async (at: string, talk: () => Promise<InvoiceAnswer>): Promise<InvoiceAnswer> => {
    try {
      const result = await talk()
      if (result.state === 'unknown') signs.failed('invoice', at, '没有应答')
      else signs.succeeded('invoice')
      return result
    } catch (error) {
      signs.failed('invoice', at, error)
      throw error
    }
  }
  return {
    isSimulated: gateway.isSimulated,
    issue: order => noting('开票', () => gateway.issue(order)),
    query: serialNo => noting('查询开票', () => gateway.query(serialNo)),
  }
}

/** The channels of an installation, each leaving signs. */
export function watchChannels(channels: Channels, signs: Signs): Channels {
  return {
    keys: channels.keys,
    of: key => {
      const channel = channels.of(key)
      return channel && watchChannel(channel, signs)
    },
  }
}

/** Does some talk with a partner and notes how it went. */
async function noted<T>(
  signs: Signs,
  partner: PartnerKey,
  at: string,
  talk: () => Promise<T>,
  isSilent: (answer: T) => boolean = () => false,
): Promise<T> {
  try {
    const answer = await talk()
    if (isSilent(answer)) signs.failed(partner, at, '没有应答')
    else signs.succeeded(partner)
    return answer
  } catch (error) {
    signs.failed(partner, at, error)
    throw error
  }
}

const isSilent = ({ state }: AccountResult): boolean => state === 'unknown'

/** The desks of accounts, of messages and of seals, whose answers leave signs: simulated in demos, none elsewhere, as no partner is connected yet. */
export function openDesks(
  pool: pg.Pool,
  isDemo: boolean,
  signs: Signs,
): { accounts: AccountDesk | undefined; texts: TextSender | undefined; seal: SealDesk | undefined } {
  if (!isDemo) return { accounts: undefined, texts: undefined, seal: undefined }
  const [desk, texts] = [openSimulatedDesk(pool), openSimulatedTexts(pool)]
  return {
    seal: watchSeal(openSimulatedSeal(pool), signs),
    accounts: {
      open: order => noted(signs, 'accounts', '开户', () => desk.open(order), isSilent),
      query: orderNo => noted(signs, 'accounts', '查询开户', () => desk.query(orderNo), isSilent),
    },
    texts: { sendCode: (mobile, code) => noted(signs, 'sms', '发送验证码', () => texts.sendCode(mobile, code)) },
  }
}

/** A seal partner whose answers leave signs. */
export function watchSeal(desk: SealDesk, signs: Signs): SealDesk {
  const silent = ({ state }: { readonly state: string }): boolean => state === 'unknown'
  return {
    isSimulated: desk.isSimulated,
    create: task => noted(signs, 'seal', '发送合同', () => desk.create(task), silent),
    query: taskNo => noted(signs, 'seal', '查询合同', () => desk.query(taskNo), silent),
    cancel: taskNo => noted(signs, 'seal', '撤销合同', () => desk.cancel(taskNo), silent),
    signUrl: (taskNos, role, back) => noted(signs, 'seal', '打开签署页', () => desk.signUrl(taskNos, role, back)),
    signedFile: taskNo => noted(signs, 'seal', '下载签署件', () => desk.signedFile(taskNo)),
    verify: order => noted(signs, 'seal', '实名认证', () => desk.verify(order), silent),
    queryRealName: orderNo => noted(signs, 'seal', '查询认证', () => desk.queryRealName(orderNo), silent),
    realNameUrl: (orderNo, back) => noted(signs, 'seal', '打开认证页', () => desk.realNameUrl(orderNo, back)),
  }
}

/** A store whose answers leave signs; a source that breaks off is no fault of the store. */
export function watchStore(store: FileStore, signs: Signs): FileStore {
  const noting = async <T>(at: string, work: () => Promise<T>, isOurs = (): boolean => false): Promise<T> => {
    try {
      const result = await work()
      signs.succeeded('files')
      return result
    } catch (error) {
      if (!isOurs()) signs.failed('files', at, error)
      throw error
    }
  }
  return {
    put: (key, bytes, mime) => noting('保存文件', () => store.put(key, bytes, mime)),
    putStream: (key, body, mime) =>
      noting(
        '保存文件',
        () => store.putStream(key, body, mime),
        () => body.errored !== null,
      ),
    get: key => noting('读取文件', () => store.get(key)),
    getStream: key => noting('读取文件', () => store.getStream(key)),
    remove: key => noting('删除文件', () => store.remove(key)),
  }
}
