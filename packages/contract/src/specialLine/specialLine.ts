// Calls and shapes of special lines (专线): the shift a waybill rides on and the consignments it carries.
import { checkMobile } from '@yunshu/domain/identity/identity'
import { specialPayModes, specialTicketsMax, specialTicketStates } from '@yunshu/domain/specialLine'
import * as z from 'zod/mini'
import { call } from '../call.ts'
import {
  pageFields,
  zChanged,
  zFen,
  zGrams,
  zId,
  zInt,
  zKey,
  zLooseText,
  zPage,
  zRuled,
  zText,
  zTime,
  zVersion,
} from '../fields.ts'
import { LogLine } from '../goods/goods.ts'

/** A hub where consignments change vehicles (中转). */
const Transfer = z.strictObject({ hub: zText(60), at: z.optional(zTime), toCompany: z.optional(zLooseText(60)) })

const lineFields = {
  lineCompany: zText(60),
  fromHub: zText(60),
  toHub: zText(60),
  shiftNo: zText(30),
  departAt: z.optional(zTime),
  arriveAt: z.optional(zTime),
  // absent means none, as an empty list does
  transfers: z.optional(z.array(Transfer).check(z.maxLength(10, '最多十个'))),
  remark: z.optional(zLooseText(256)),
}

const ticketFields = {
  ticketNo: zText(35),
  consignee: zText(30),
  mobile: zRuled(11, checkMobile),
  address: z.optional(zLooseText(120)),
  itemName: zText(60),
  pieces: zInt(1, 1_000_000),
  weightG: zGrams,
  volume: z.optional(zInt(0, 1_000_000_000)),
  pickupFee: z.optional(zFen),
  freightFee: z.optional(zFen),
  deliverFee: z.optional(zFen),
  codAmount: z.optional(zFen),
  payMode: zKey(specialPayModes),
}

/** A consignment; fees are 代 amounts in the hands of the line, not charges of the waybill. */
export const SpecialTicket = z.object({
  ...ticketFields,
  mobile: z.string(),
  address: z.string(),
  volume: z.number(),
  pickupFee: zFen,
  freightFee: zFen,
  deliverFee: zFen,
  codAmount: zFen,
  id: zId,
  version: zVersion,
  state: zKey(specialTicketStates.states),
  signer: z.optional(z.string()),
  signedAt: z.optional(zTime),
  moves: z.array(z.string()),
})
export type SpecialTicket = z.output<typeof SpecialTicket>

/** The line of a waybill with its tickets; `version` is absent while nothing was saved. */
export const SpecialLine = z.object({
  waybillId: zId,
  waybillNo: z.string(),
  plate: z.string(),
  driverName: z.string(),
  loadPlace: z.string(),
  unloadPlace: z.string(),
  canEdit: z.boolean(),
  version: z.optional(zVersion),
  lineCompany: z.string(),
  fromHub: z.string(),
  toHub: z.string(),
  shiftNo: z.string(),
  departAt: z.optional(zTime),
  arriveAt: z.optional(zTime),
  transfers: z.array(Transfer),
  remark: z.string(),
  updatedBy: z.optional(z.string()),
  updatedAt: z.optional(zTime),
  tickets: z.array(SpecialTicket),
  log: z.array(LogLine),
})
export type SpecialLine = z.output<typeof SpecialLine>

export const getSpecialLine = call({
  method: 'GET',
  path: '/auth/v1/specialLine',
  title: '专线信息',
  permit: 'waybill.view',
  input: z.strictObject({ waybillId: zId }),
  output: SpecialLine,
})
/** The tickets of a line alone, in the order they were entered; for their file. */
export const listSpecialTickets = call({
  method: 'GET',
  path: '/auth/v1/specialLine/tickets',
  title: '专线票据',
  permit: 'waybill.view',
  input: z.strictObject({ waybillId: zId, ...pageFields }),
  output: zPage(SpecialTicket),
})

/**
 * Saves the line and its tickets at once, all or nothing. Tickets with an id are changed (their version has to fit),
 * those without are new, and those left out are taken out; tickets on the road can be neither changed nor taken out.
 */
export const saveSpecialLine = call({
  method: 'POST',
  path: '/auth/v1/specialLine/save',
  title: '保存专线信息',
  permit: 'special.edit',
  overlay: '保存中...',
  input: z.strictObject({
    waybillId: zId,
    version: z.optional(zVersion),
    ...lineFields,
    tickets: z.optional(
      z
        .array(z.strictObject({ id: z.optional(zId), version: z.optional(zVersion), ...ticketFields }))
        .check(z.maxLength(specialTicketsMax, `最多 ${specialTicketsMax} 票`)),
    ),
  }),
  output: zChanged,
})

/** Moves tickets of one waybill together, all or none; `sign` wants the name of the receiver. */
export const moveSpecialTickets = call({
  method: 'POST',
  path: '/auth/v1/specialLine/move',
  title: '变更专线票据状态',
  permit: 'special.edit',
  overlay: '操作中...',
  input: z.strictObject({
    waybillId: zId,
    move: zKey(specialTicketStates.moves),
    signer: z.optional(zLooseText(30)),
    tickets: z
      .array(z.strictObject({ id: zId, version: zVersion }))
      .check(z.minLength(1, '请选择票据'), z.maxLength(specialTicketsMax)),
  }),
  output: z.object({ moved: z.number() }),
})
