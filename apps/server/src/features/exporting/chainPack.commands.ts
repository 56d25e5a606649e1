// Four flows of waybills that are too many for one answer: their file comes in the download centre.
import type { Input, Output } from '@yunshu/contract/call'
import { listChains, type packChains } from '@yunshu/contract/chain/chain'
import { exportPacks } from '@yunshu/contract/exporting/exportLists'
import { toWire } from '@yunshu/contract/wire'
import type { Ctx } from '../../work/ctx.ts'
import { putExport } from './exporting.commands.ts'

/** Puts the file on the list: it is made with the rights the person has then. */
export const startChainPack = (ctx: Ctx, filter: Input<typeof packChains>): Promise<Output<typeof packChains>> =>
  putExport(ctx, {
    list: 'chainZip',
    title: exportPacks.chainZip.label,
    ending: 'zip',
    filter: toWire(listChains, filter),
  })
