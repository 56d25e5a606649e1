// The calls of invoices of carriers, those that came and those that are waited for, bound to what serves them.
import * as expected from '@yunshu/contract/invoice/expected'
import * as base from '@yunshu/contract/invoice/baseChange'
import { setInputBase } from '@yunshu/contract/invoice/inputBase'
import * as input from '@yunshu/contract/invoice/input'
import { on, onAfter, type Route } from '../../http/serve.ts'
import { urgeExpectedInvoice } from './expected.commands.ts'
import { findExpectedInvoices, findExpectedSums } from './expected.queries.ts'
import { askBase, moveBase } from './baseChange.commands.ts'
import { findWaybillBase } from './baseChange.queries.ts'
import { changeInputBase } from './inputBase.commands.ts'
import { bindInput, unbindInput } from './inputBind.commands.ts'
import { keepInput, stepInput } from './input.commands.ts'
import { countInputsBy, findInputInvoice, findInputInvoices } from './input.queries.ts'
import { findInputBuyers } from './inputOwner.commands.ts'
import { findInputCandidates, findInputProviders } from './inputCandidates.queries.ts'
import { fillInput } from './inputFill.commands.ts'
import { readUploads } from './input.uploads.ts'

export const inputRoutes: Route[] = [
  on(input.listInputInvoices, findInputInvoices),
  on(input.countInputInvoices, countInputsBy),
  on(input.getInputInvoice, findInputInvoice),
  on(input.listInputCandidates, findInputCandidates),
  on(input.listInputProviders, findInputProviders),
  on(input.fillInputInvoice, fillInput),
  on(input.listInputBuyers, findInputBuyers),
  on(input.moveInputInvoice, stepInput),
  on(input.bindInputInvoice, bindInput),
  on(input.unbindInputInvoice, unbindInput),
  on(setInputBase, changeInputBase),
  on(base.getWaybillBase, findWaybillBase),
  on(base.askBaseChange, askBase),
  on(base.moveBaseChange, moveBase),
  onAfter(input.uploadInputInvoice, readUploads, keepInput),
  on(expected.listExpectedInvoices, findExpectedInvoices),
  on(expected.sumExpectedInvoices, findExpectedSums),
  on(expected.urgeExpectedInvoice, urgeExpectedInvoice),
]
