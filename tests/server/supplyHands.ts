// The hands of tests about invoices for fuel and tolls: papers of a provider, waybills that bear them, and what the books say of those.
import { bindInputInvoice, moveInputInvoice, uploadInputInvoice } from '@yunshu/contract/invoice/input'
import { bindWaybills } from '@yunshu/contract/voucher/bind'
import { moveVoucher, saveVoucher } from '@yunshu/contract/voucher/manual'
import { fen } from '@yunshu/domain/figures/money'
import type { SupplyClass } from '@yunshu/domain/invoice/inputClass'
import type { AccountCode } from '@yunshu/domain/voucher/chart'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { demoCompanyId } from '../../apps/server/demo/people.ts'
import { q } from '../../apps/server/src/db/tx.ts'
import type { FreightWorld } from './freightWorld.ts'
import { inputFaults } from './inputFaults.ts'
import { invoiceXml } from './invoiceXml.ts'
import { drift, sheetOf, signedWaybill, type Signed, type SignedOptions } from './settlementWorld.ts'
import type { Client } from './testServer.ts'

/** A world with who checks and binds, and who hands in. */
interface People {
  readonly world: FreightWorld
  readonly finance: Client
  readonly admin: Client
}
/** An input invoice at a version of it. */
export interface At {
  readonly id: string
  readonly version: number
}

const sinopec = { sellerName: '中国石化销售股份有限公司', sellerTaxNo: '91110000710926094P' }

/** Acts of tests with such invoices, for people who are there by then. */
export function supplyHands(of: () => People) {
  const rows = <R>(text: string) => of().world.server.db(tx => tx.rows<R>(sql<R>`${sql.raw(text)}`.compile(q)))
  const run = (text: string) => of().world.server.db(tx => tx.run(sql`${sql.raw(text)}`.compile(q)))
  /** The accounts of a waybill that have a balance, debit less credit. */
  async function booksOf({ id }: { id: string }, accounts?: readonly AccountCode[]): Promise<Record<string, number>> {
    const found = await rows<{ account: string; n: number }>(
      `select account, sum(debit_fen - credit_fen)::bigint as n from journal_lines where waybill_id = '${id}'
        group by 1 having sum(debit_fen - credit_fen) <> 0`,
    )
    const all = Object.fromEntries(found.map(({ account, n }) => [account, n]))
    return accounts ? Object.fromEntries(accounts.map(account => [account, all[account] ?? 0])) : all
  }
  async function assertSound(): Promise<void> {
    expect(await drift(of().world.server)).toEqual([])
    expect(await inputFaults(of().world.server)).toEqual([])
  }

  let numbers = 0
  const nextNumber = (): number => (numbers += 1)
  const supplyFile = (over: Partial<Parameters<typeof invoiceXml>[0]>) => {
    const text = invoiceXml({
      number: `2612${String((numbers += 1)).padStart(16, '0')}`,
      gross: '3000.00',
      tax: '345.13',
      ...sinopec,
      ...over,
    })
    return [{ name: '发票.xml', bytes: Buffer.from(text) }]
  }
  const handIn = (kind: SupplyClass | 'FREIGHT', over: Parameters<typeof supplyFile>[0] = {}, by = of().admin) =>
    by.ask(uploadInputInvoice, { class: kind }, { files: supplyFile(over) })

  const step = ({ id, version }: At, move: 'verify' | 'tick') =>
    of().finance.send(moveInputInvoice, { id, version, move })
  /** An invoice handed in by one and checked by another. */
  async function checked(kind: SupplyClass, over: Parameters<typeof supplyFile>[0] = {}): Promise<At> {
    const { data, envelope } = await handIn(kind, over)
    expect(envelope.message).toBe('操作成功')
    return step(data, 'verify')
  }
  const bind = ({ id, version }: At, lines: readonly (readonly [{ id: string }, number])[], by = of().finance) =>
    by.ask(bindInputInvoice, {
      id,
      version,
      lines: lines.map(([waybill, amount]) => ({ waybillId: waybill.id, amount: fen(amount) })),
    })
  async function bound(at: At, ...lines: (readonly [{ id: string }, number])[]): Promise<At> {
    const { data, envelope } = await bind(at, lines)
    expect(envelope.message).toBe('操作成功')
    return data
  }
  /** A signed waybill whose fuel and tolls have invoices of their own; its fuel was handed out by a sheet, unless told. */
  async function supplied(
    more: SignedOptions & { tolls?: number; base?: string; isHandedOut?: boolean } = {},
  ): Promise<Signed> {
    const { tolls = 0, base = 'CASH_ONLY', isHandedOut = true, ...options } = more
    const made = await signedWaybill(of().world.server, { payable: 938_000, deducted: 0, oil: 300_000, ...options })
    await run(`update waybills set input_base = '${base}', toll_fen = ${tolls} where id = '${made.id}'`)
    if (isHandedOut) await handOut(made)
    return made
  }
  /** A sheet of a waybill that is approved, which hands its fuel out. */
  const handOut = ({ id }: { id: string }) => sheetOf({ maker: of().admin, finance: of().finance }, [id], 'approved')

  const inBranch = { raw: { branchCompanyId: demoCompanyId('branch1') } }
  /** A posted voucher by hand: cost with its input tax, or without where that is 0, out of the account told. */
  async function byHand(account: AccountCode, net: number, tax = 0, out: AccountCode = '1002.01'): Promise<string> {
    const line = { summary: '外来发票', debit: fen(0), credit: fen(0) }
    const lines = [
      { ...line, account, debit: fen(net) },
      ...(tax > 0 ? [{ ...line, account: '2221.01' as const, debit: fen(tax) }] : []),
      { ...line, account: out, credit: fen(net + tax) },
    ]
    const said = { kind: 'ACCOUNTING', date: Date.now(), summary: '外来发票', counterparty: '供应商', lines } as const
    const { id, version } = await of().world.as('branch').send(saveVoucher, said, inBranch)
    const audited = await of().finance.send(moveVoucher, { id, version, move: 'audit' }, inBranch)
    await of().finance.send(moveVoucher, { id, version: audited.version, move: 'post' }, inBranch)
    return id
  }
  const bindByHand = (id: string, waybill: { id: string }, amount: number) => {
    const rows = [{ waybillId: waybill.id, amount: fen(amount) }]
    return of()
      .world.as('branch')
      .ask(bindWaybills, { id, branchId: demoCompanyId('branch1'), rows }, inBranch)
  }
  /** Deducts an invoice, or answers the refusal. */
  const tick = ({ id, version }: At) => of().finance.ask(moveInputInvoice, { id, version, move: 'tick' })

  const papers = { supplyFile, handIn, step, checked, bind, bound, tick }
  return { rows, run, booksOf, assertSound, supplied, handOut, byHand, bindByHand, nextNumber, ...papers }
}
