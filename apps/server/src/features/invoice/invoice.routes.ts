// The calls of invoices bound to what serves them.
import * as app from '@yunshu/contract/invoice/application'
import * as invoice from '@yunshu/contract/invoice/invoice'
import * as title from '@yunshu/contract/invoice/title'
import { on, onAfter, type Route } from '../../http/serve.ts'
import { storeUploads } from '../file/file.commands.ts'
import { applyForInvoices, deliverApp, giveUpApp, reviewApp, withdrawApp } from './application.commands.ts'
import { countInvoiceAppsBy, findInvoiceApp, findInvoiceApps } from './application.queries.ts'
import { findInvoiceCandidates, findInvoicePreview } from './candidate.queries.ts'
import { countInvoicesBy, findInvoice, findInvoices } from './invoice.queries.ts'
import { askOne, issueApp, retryOne } from './issue.commands.ts'
import { saveLimits } from './limits.commands.ts'
import { findInvoiceLimits } from './limits.queries.ts'
import { judgeRecord, recordNone, recordOne, uploadFiles } from './record.commands.ts'
import { closeTitle, saveTitle } from './title.commands.ts'
import { findInvoiceTitles } from './title.queries.ts'

export const invoiceRoutes: Route[] = [
  on(title.listInvoiceTitles, findInvoiceTitles),
  on(title.saveInvoiceTitle, saveTitle),
  on(title.closeInvoiceTitle, closeTitle),
  on(app.listInvoiceCandidates, findInvoiceCandidates),
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
  on(invoice.recordInvoice, recordOne),
  on(invoice.recordNoInvoice, recordNone),
  on(invoice.judgeRecordedInvoice, judgeRecord),
  onAfter(invoice.uploadInvoiceFile, storeUploads, uploadFiles),
]
