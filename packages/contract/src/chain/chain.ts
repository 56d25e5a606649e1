// Calls of the four flows of waybills (四流核对): the list, its counts, its months, one waybill, and the file for inspectors.
import { chainLegs, chainPlaces, chainReasons, chainStates, chainTabs, legStates } from '@yunshu/domain/chain/chain'
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { pageFields, zBool, zChosenIds, zFen, zId, zKey, zLooseText, zPage, zSignedFen, zTime } from '../fields.ts'

/** A leg with the reasons it is not whole; `url` leads to the page that helps, where the reader may open it. */
export const ShownLeg = z.object({
  state: zKey(legStates.states),
  /** The worst of it in a few words; empty where the leg is whole. */
  short: z.string(),
  reasons: z.array(
    z.object({
      key: zKey(chainReasons),
      text: z.string(),
      place: zKey(chainPlaces),
      url: z.optional(z.string()),
    }),
  ),
})
export type ShownLeg = z.output<typeof ShownLeg>

export const ShownChain = z.object({
  state: zKey(legStates.states),
  contract: ShownLeg,
  goods: ShownLeg,
  money: ShownLeg,
  invoice: ShownLeg,
})
export type ShownChain = z.output<typeof ShownChain>

export const ChainRow = z.extend(ShownChain, {
  id: zId,
  waybillNo: z.string(),
  signedAt: z.optional(zTime),
  shipperName: z.string(),
  carrierName: z.string(),
  plate: z.string(),
  load: z.string(),
  unload: z.string(),
  branchCompanyId: zId,
  branchName: z.string(),
  /** Owed by the shipper, and to the carrier; absent for people who may not see the price. */
  freight: z.optional(zFen),
  cost: z.optional(zSignedFen),
})
export type ChainRow = z.output<typeof ChainRow>

const chainFilter = {
  state: z.optional(zKey(chainStates.states)),
  /** Those that lack something in this leg, or stand as a whole like this. */
  lack: z.optional(zKey(chainTabs.states)),
  /** With `legState`, one leg by its own standing. */
  leg: z.optional(zKey(chainLegs)),
  legState: z.optional(zKey(legStates.states)),
  /** The moment of signature, from and before. */
  from: z.optional(zTime),
  to: z.optional(zTime),
  branchId: z.optional(zId),
  text: z.optional(zLooseText(60)),
  /** The rows a person chose. */
  ids: zChosenIds,
}
/** Signed waybills, the last signature first; a page may hold less than its limit and still have a next one. */
export const listChains = call({
  method: 'GET',
  path: '/auth/v1/chain/list',
  title: '四流核对',
  permit: 'chain.view',
  heavy: true,
  input: z.strictObject({ ...chainFilter, ...pageFields }),
  output: zPage(ChainRow),
})
/** Counts by tab without the filter's own, and of all, of the newest 10,001 when there are more. */
export const countChains = call({
  method: 'GET',
  path: '/auth/v1/chain/statistical',
  title: '四流统计',
  permit: 'chain.view',
  heavy: true,
  input: z.strictObject(chainFilter),
  output: z.object({ state: z.record(z.string(), z.number()) }),
})
/** The months shown with their rates. */
export const chainMonths = 6
/** Of the waybills signed in each month, how many are whole: all four flows, and each of them. */
export const rateChains = call({
  method: 'GET',
  path: '/auth/v1/chain/months/statistical',
  title: '四流合一率',
  permit: 'chain.view',
  heavy: true,
  input: z.strictObject({ branchId: z.optional(zId) }),
  output: z.object({
    months: z.array(
      z.object({
        period: z.string(),
        waybills: z.number(),
        whole: z.number(),
        contract: z.number(),
        goods: z.number(),
        money: z.number(),
        invoice: z.number(),
        /** More were signed than are judged at once. */
        isCut: zBool,
      }),
    ),
  }),
})
export const getChain = call({
  method: 'GET',
  path: '/auth/v1/chain/details',
  title: '运单四流',
  permit: 'chain.view',
  input: z.strictObject({ id: zId }),
  output: ChainRow,
})

/** The most waybills one file holds at once; more are made in the background, up to the other. */
export const chainZipMost = 50
export const chainPackMost = 2000
/**
 * A folder for each waybill of the list under a filter: what was judged, and the papers of its four flows as far as the
 * reader may see them; a manifest with the SHA-256 of every file.
 */
export const downloadChains = call({
  method: 'POST',
  path: '/auth/v1/chain/zip/download',
  title: '下载四流核查包',
  permit: 'chain.view',
  anyOf: ['export.run'],
  answer: 'blob',
  heavy: true,
  overlay: '下载中...',
  input: z.strictObject(chainFilter),
  output: z.custom<Blob>(value => value instanceof Blob),
})
/** The same for more than fit into one answer: the file comes in the download centre. */
export const packChains = call({
  method: 'POST',
  path: '/auth/v1/chain/zip/start',
  title: '生成四流核查包',
  permit: 'chain.view',
  anyOf: ['export.run'],
  heavy: true,
  input: z.strictObject(chainFilter),
  output: z.object({ id: zId }),
})
