// The calls of the house's own invoices, blue and red, bound to what serves them.
import * as app from '@yunshu/contract/invoice/application'
import * as invoice from '@yunshu/contract/invoice/invoice'
import * as red from '@yunshu/contract/invoice/red'
import * as title from '@yunshu/contract/invoice/title'
import { on, onAfter, type Route } from '../../http/serve.ts'
import { storeUploads } from '../file/file.commands.ts'
import { applyForInvoices, deliverApp, giveUpApp, reviewApp, withdrawApp } from './application.commands.ts'
import { countInvoiceAppsBy, findInvoiceApp, findInvoiceApps } from './application.queries.ts'
import { findInvoiceCandidates, findInvoicePreview, sumCandidates } from './candidate.queries.ts'
import { inputRoutes } from './input.routes.ts'
import { countInvoicesBy, findInvoice, findInvoices } from './invoice.queries.ts'
import { askOne, issueApp, retryOne } from './issue.commands.ts'
import { saveLimits } from './limits.commands.ts'
import { findInvoiceLimits } from './limits.queries.ts'
import { judgeRecord, recordNone, recordOne, uploadFiles } from './record.commands.ts'
import { enterRed, stepRed } from './red.commands.ts'
import { countRedsBy, findRed, findReds } from './red.queries.ts'
import { judgeRedInvoice, recordRedInvoice, sendRed } from './redIssue.commands.ts'
import { closeTitle, saveTitle } from './title.commands.ts'
import { findInvoiceTitles } from './title.queries.ts'

export const invoiceRoutes: Route[] = [
  ...inputRoutes,
  on(title.listInvoiceTitles, findInvoiceTitles),
  on(title.saveInvoiceTitle, saveTitle),
  on(title.closeInvoiceTitle, closeTitle),
  on(app.listInvoiceCandidates, findInvoiceCandidates),
  on(app.sumInvoiceCandidates, sumCandidates),
  on(app.previewInvoices, findInvoicePreview),
  on(app.applyInvoices, applyForInvoices),
  on(app.listInvoiceApps, findInvoiceApps),
  on(app.countInvoiceApps, countInvoiceAppsBy),
  on(app.getInvoiceApp, findInvoiceApp),
  on(app.reviewInvoiceApp, reviewApp),
  on(app.withdrawInvoiceApp, withdrawApp),
  on(app.issueInvoiceApp, issueApp),
  on(app.giveUpInvoiceApp, giveUpApp),
  on(app.deliverInvoiceApp, deliverApp),
  on(app.getInvoiceLimits, findInvoiceLimits),
  on(app.saveInvoiceLimits, saveLimits),
  on(invoice.listInvoices, findInvoices),
  on(invoice.countInvoices, countInvoicesBy),
  on(invoice.getInvoice, findInvoice),
  on(invoice.retryInvoice, retryOne),
  on(invoice.askInvoice, askOne),
  on(invoice.recordNoInvoice, recordNone),
  on(invoice.judgeRecordedInvoice, judgeRecord),
  on(red.listReds, findReds),
  on(red.countReds, countRedsBy),
  on(red.getRed, findRed),
  on(red.applyRed, enterRed),
  on(red.moveRed, stepRed),
  on(red.issueRed, sendRed),
  on(red.judgeRed, judgeRedInvoice),
  onAfter(invoice.uploadInvoiceFile, storeUploads, uploadFiles),
  onAfter(invoice.recordInvoice, storeUploads, recordOne),
  onAfter(red.recordRed, storeUploads, recordRedInvoice),
]
