// Packs of papers that are made as exports are: their filter, and the function that puts one together.
import type { Call } from '@yunshu/contract/call'
import { exportPacks, type ExportPack } from '@yunshu/contract/exporting/exportLists'
import type { Readable } from 'node:stream'
import type { Ctx } from '../../work/ctx.ts'
import { packOfChains } from '../chain/chain.commands.ts'
import { packOfVouchers } from '../voucher/zip.queries.ts'
import type { WireFilter } from './exportable.ts'

/** A pack: its call, whose permit its person needs, and how it is made. */
export interface Pack {
  readonly call: Call
  readonly pack: (ctx: Ctx, filter: WireFilter) => Promise<{ readonly rows: number; readonly body: Readable }>
}

export const packs: Readonly<Record<ExportPack, Pack>> = {
  voucherZip: { call: exportPacks.voucherZip.call, pack: packOfVouchers },
  chainZip: { call: exportPacks.chainZip.call, pack: packOfChains },
}

/** Whether a file is a pack. */
export const isPack = (list: string): list is ExportPack => Object.hasOwn(exportPacks, list)
